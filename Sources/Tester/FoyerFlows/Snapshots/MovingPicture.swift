import Foyer
import FoyerCore
import FoyerPlatform

/// A film as a picture that moves: an APNG file.
enum MovingPicture {
    /// For 10 seconds of 80 × 24 cells; a longer or larger film may have more.
    private static let largest = 2_000_000
    private static let usual = (time: Duration.seconds(10), cells: 80 * 24)
    private static let longest = Duration.seconds(120)
    private static let mostCells = 12_000

    /// The finest comes first, and is left for the next if it takes too many bytes.
    private static let ways: [(zoom: Int, depth: Int)] = [(2, 8), (2, 6), (2, 5), (1, 8)]

    /// - Parameters:
    ///   - title: in the window's bar.
    ///   - progress: told how many of the scenes have been drawn, and how many there are; it may begin again.
    static func draw(
        _ film: Film, title: String, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws(PictureFailure) -> [UInt8] {
        let scenes = film.scenes
        let size = CellSize(
            columns: scenes.map(\.screen.size.columns).max() ?? 0, rows: scenes.map(\.screen.size.rows).max() ?? 0)
        let time = scenes.reduce(.zero) { $0 + $1.time }
        let cells = size.columns * size.rows
        guard cells > 0 else { throw .noPicture("Nothing was shown.") }
        try check(size, time)
        let share = max(1, time.inSeconds / usual.time.inSeconds) * max(1, Double(cells) / Double(usual.cells))
        let limit = Int(Double(largest) * share)
        for way in ways {
            let painted = Painted(scenes: scenes, size: size, title: title, zoom: way.zoom, depth: way.depth)
            if let file = try painted.file(limit: limit, progress) { return file }
        }
        throw .noPicture("It would have more than \(limit / 1000) kB. Show less, or a smaller screen.")
    }

    /// Refuses a film that is too large or too long, before anything of it is drawn or kept.
    static func check(_ size: CellSize, _ time: Duration) throws(PictureFailure) {
        let cells = size.columns * size.rows
        guard cells <= mostCells else {
            throw .noPicture("A moving picture has at most \(mostCells) cells; this one would have \(cells).")
        }
        guard time <= longest else {
            let (most, seconds) = (Int(longest.inSeconds), Int(time.inSeconds.rounded(.up)))
            throw .noPicture("A moving picture lasts \(most) s at most; this one would last \(seconds) s.")
        }
    }

    /// The scenes at one size of a cell.
    private struct Painted {
        let scenes: [Film.Scene]
        let size: CellSize
        let title: String
        let zoom: Int
        /// The bits of each colour of photographs, except of those that the last scene shows.
        let depth: Int

        /// `nil` if the file has more bytes than it may.
        func file(limit: Int, _ progress: (Int, Int) -> Void) throws(PictureFailure) -> [UInt8]? {
            let painter = try painter()
            var changes = SceneChanges(of: scenes, painter)
            var file = APNG(
                width: painter.width, height: painter.height, table: try table(&changes), compress: Deflate.smallZlib)
            changes.rewind()
            var pending: (rect: PixelRect, pixels: Pixels)?
            var time = Duration.zero
            func add() throws(PictureFailure) {
                guard let change = pending else { return }
                let frame = MovingFrame(
                    rect: change.rect, pixels: change.pixels, time: Int((time.inSeconds * 100).rounded()))
                guard file.add(frame) else { throw .noPicture("There is no memory for it.") }
            }
            for (index, scene) in scenes.enumerated() {
                progress(index, scenes.count)
                if let change = try changes.change() {
                    try add()
                    (pending, time) = (change, .zero)
                }
                time += scene.time
                if file.count > limit { return nil }
            }
            try add()
            let bytes = file.finished()
            return bytes.count <= limit ? bytes : nil
        }

        private func painter() throws(PictureFailure) -> ScenePainter {
            var glyphs: Set<GlyphSheet.Key> = []
            for scene in scenes {
                for cell in scene.screen.cells {
                    if let glyph = PaintedCell(cell, theme: scene.theme).glyph { glyphs.insert(glyph) }
                }
            }
            let sheet = try GlyphSheet(glyphs, zoom: zoom)
            let exact = Set(scenes.last?.pictures ?? [])
            return ScenePainter(size: size, zoom: zoom, depth: depth, exact: exact, sheet: sheet) {
                [size, title, zoom] theme throws(PictureFailure) in
                try PNGPicture.pixels(
                    svg: SVGPicture.draw(Buffer(size: size), theme: theme, title: title), zoom: zoom)
            }
        }

        /// The colours of all frames; `nil` if there are too many.
        private func table(_ changes: inout SceneChanges) throws(PictureFailure) -> ColorTable? {
            var counts: [UInt32: Int] = [:]
            changes.rewind()
            for _ in scenes {
                guard let change = try changes.change() else { continue }
                // Runs of one colour are counted at once.
                var run = (color: UInt32(0), count: 0)
                for pixel in change.pixels.words {
                    if pixel != run.color {
                        counts[run.color, default: 0] += run.count
                        if counts.count > ColorTable.most { return nil }
                        run = (pixel, 0)
                    }
                    run.count += 1
                }
                counts[run.color, default: 0] += run.count
            }
            return counts.count > ColorTable.most ? nil : ColorTable(counts)
        }
    }
}
