import Foyer
import FoyerCore

/// Paints the screens of a film as pixels, one after the other, and says what changes from one to the next.
struct ScenePainter {
    let width: Int
    let height: Int
    private let size: CellSize
    private let cell: TerminalAnswers.PixelSize
    private let sheet: GlyphSheet
    /// The window around the cells of a theme.
    private let window: (DisplayTheme) throws(PictureFailure) -> Pixels
    private let origin: (x: Int, y: Int)
    private let zoom: Int
    private let depth: Int
    /// Pictures that keep all their colours.
    private let exact: Set<ShownPicture>

    /// As they are now, `0xAABBGGRR`, row by row.
    private var canvas: [UInt32]
    /// As they were in the last frame.
    private var shown: [UInt32]
    private var theme: DisplayTheme?
    private var cells: [ScreenCell]
    private var pictures: [ShownPicture] = []
    private var inks: [GlyphSheet.Key: [UInt8]] = [:]
    private var scaled: [ShownPicture: Pixels] = [:]
    /// What has been painted since the last frame, in pixels.
    private var dirty: (low: SIMD2<Int>, high: SIMD2<Int>)?

    /// - Parameters:
    ///   - size: of the largest screen, in cells.
    ///   - depth: the bits of each colour that photographs keep, 1…8.
    ///   - exact: pictures that keep all of them: those of the last scene, which stays.
    ///   - window: draws the empty window; called once for each look.
    init(
        size: CellSize, zoom: Int, depth: Int, exact: Set<ShownPicture>, sheet: GlyphSheet,
        window: @escaping (DisplayTheme) throws(PictureFailure) -> Pixels
    ) {
        (self.size, self.zoom, self.depth, self.exact, self.sheet) = (size, zoom, depth, exact, sheet)
        self.window = window
        cell = PNGPicture.cell(zoom: zoom)
        let room = SVGPicture.room(for: size)
        (width, height) = (Int(room.width) * zoom, Int(room.height) * zoom)
        origin = (Int(SVGPicture.origin.x) * zoom, Int(SVGPicture.origin.y) * zoom)
        canvas = Array(repeating: 0, count: width * height)
        shown = canvas
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Paints the scene over the last.
    ///
    /// - Returns: what changes; `nil` if nothing does.
    mutating func paint(_ scene: Film.Scene) throws(PictureFailure) -> (rect: PixelRect, pixels: Pixels)? {
        dirty = nil
        var isNew = false
        if theme != scene.theme {
            try begin(scene.theme)
            isNew = true
        }
        var stale: Set<Int> = []
        if pictures != scene.pictures {
            for picture in pictures + scene.pictures { stale.formUnion(places(of: picture)) }
        }
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let place = row * size.columns + column
                let new = scene.screen[column, row]
                guard isNew || new != cells[place] || stale.contains(place) else { continue }
                cells[place] = new
                paint(new, scene.theme, column: column, row: row)
            }
        }
        if !stale.isEmpty || isNew {
            pictures = scene.pictures
            for picture in pictures { paint(picture) }
        }
        return changes()
    }

    private mutating func begin(_ theme: DisplayTheme) throws(PictureFailure) {
        self.theme = theme
        let pixels = try window(theme)
        guard pixels.width == width, pixels.height == height else {
            throw .noPicture("The window was drawn \(pixels.width)×\(pixels.height) pixels large.")
        }
        canvas = pixels.words
        touch(x: 0, y: 0, width: width, height: height)
    }

    /// The cells of a picture's visible parts.
    private func places(of picture: ShownPicture) -> [Int] {
        picture.parts.flatMap { part in
            (0..<part.rows).flatMap { row in
                let first = (picture.row + part.row + row) * size.columns + picture.column + part.column
                return first..<first + part.columns
            }
        }
    }

    // MARK: - Cells

    private mutating func paint(_ cell: ScreenCell, _ theme: DisplayTheme, column: Int, row: Int) {
        // The right half of a wide character comes with its left half.
        guard cell.width > 0 else { return }
        let painted = PaintedCell(cell, theme: theme)
        let (x, y) = (origin.x + column * self.cell.width, origin.y + row * self.cell.height)
        let columns = min(painted.width, size.columns - column)
        let (width, height) = (columns * self.cell.width, self.cell.height)
        let ink = Self.word(painted.foreground)
        fill(x: x, y: y, width: width, height: height, Self.word(painted.background))
        for part in painted.parts ?? [] {
            let (left, top) = (Self.snapped(part.x, width), Self.snapped(part.y, height))
            fill(
                x: x + left, y: y + top, width: max(1, Self.snapped(part.x + part.width, width) - left),
                height: max(1, Self.snapped(part.y + part.height, height) - top), ink)
        }
        if painted.isText, let key = painted.glyph, columns == painted.width {
            if inks[key] == nil { inks[key] = sheet.ink(key) }
            if let pixels = inks[key] { blend(pixels, ink, x: x, y: y, width: width) }
        }
        let line = Int(SVGPicture.underline)
        for (isDrawn, height) in [
            (painted.isUnderlined, line), (painted.isStruckOut, line * 2 / 3), (painted.isOverlined, 1),
        ] where isDrawn {
            fill(x: x, y: y + height * zoom, width: width, height: zoom, ink)
        }
        touch(x: x, y: y, width: width, height: height)
    }

    private static func snapped(_ fraction: Double, _ side: Int) -> Int { Int((fraction * Double(side)).rounded()) }

    private static func word(_ color: UInt32) -> UInt32 {
        color >> 16 & 0xFF | color & 0xFF00 | (color & 0xFF) << 16 | 0xFF00_0000
    }

    private mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: UInt32) {
        for row in y..<y + height {
            let start = row * self.width + x
            for place in start..<start + width { canvas[place] = color }
        }
    }

    private mutating func blend(_ ink: [UInt8], _ color: UInt32, x: Int, y: Int, width: Int) {
        for (index, share) in ink.enumerated() where share > 0 {
            let place = (y + index / width) * self.width + x + index % width
            canvas[place] = Self.mixed(canvas[place], color, UInt32(share))
        }
    }

    /// - Parameter share: of the second, 0…255.
    private static func mixed(_ one: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
        var mixed: UInt32 = 0xFF00_0000
        for shift: UInt32 in [0, 8, 16] {
            let value = (one >> shift & 0xFF) * (255 - share) + (other >> shift & 0xFF) * share
            mixed |= ((value + 127) / 255) << shift
        }
        return mixed
    }

    // MARK: - Pictures

    private mutating func paint(_ picture: ShownPicture) {
        if scaled[picture] == nil { scaled[picture] = picture.pixels(cell: cell) }
        guard let pixels = scaled[picture] else { return }
        for part in picture.parts {
            let rect = part.pixels(cell: cell)
            guard var words = pixels.cropped(to: rect)?.words else { continue }
            if depth < 8, !exact.contains(picture) { words = words.map { Self.coarse($0, depth: depth) } }
            let x = origin.x + (picture.column + part.column) * cell.width
            let y = origin.y + (picture.row + part.row) * cell.height
            for row in 0..<rect.height {
                let place = (y + row) * width + x
                let line = words[row * rect.width..<(row + 1) * rect.width]
                canvas.replaceSubrange(place..<place + rect.width, with: line)
            }
            touch(x: x, y: y, width: rect.width, height: rect.height)
        }
    }

    /// The highest bits fill the lowest, so that white stays white.
    private static func coarse(_ color: UInt32, depth: Int) -> UInt32 {
        let low = UInt32(0xFF >> depth) * 0x01_0101
        return color & ~low | color >> depth & low
    }

    // MARK: - Changes

    private mutating func touch(x: Int, y: Int, width: Int, height: Int) {
        let (low, high) = (SIMD2(x, y), SIMD2(x + width, y + height))
        let known = dirty ?? (low, high)
        dirty = (pointwiseMin(known.low, low), pointwiseMax(known.high, high))
    }

    /// What differs from the last frame, which this becomes.
    private mutating func changes() -> (rect: PixelRect, pixels: Pixels)? {
        guard let dirty, let rect = differing(dirty.low, dirty.high) else { return nil }
        var bytes = [UInt8](repeating: 0, count: rect.width * rect.height * 4)
        var span = bytes.mutableSpan
        for row in 0..<rect.height {
            let start = (rect.y + row) * width + rect.x
            for column in 0..<rect.width where canvas[start + column] != shown[start + column] {
                span.store(canvas[start + column], at: (row * rect.width + column) * 4)
                shown[start + column] = canvas[start + column]
            }
        }
        return Pixels(width: rect.width, height: rect.height, bytes: bytes).map { (rect, $0) }
    }

    /// The smallest rectangle around what differs in this one.
    private func differing(_ from: SIMD2<Int>, _ to: SIMD2<Int>) -> PixelRect? {
        var (low, high) = (to, from)
        for y in from.y..<to.y {
            let row = y * width + from.x..<y * width + to.x
            guard let first = row.first(where: { canvas[$0] != shown[$0] }),
                let last = row.last(where: { canvas[$0] != shown[$0] })
            else { continue }
            low = pointwiseMin(low, SIMD2(first - y * width, y))
            high = pointwiseMax(high, SIMD2(last + 1 - y * width, y + 1))
        }
        return high.x > low.x ? PixelRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : nil
    }
}
