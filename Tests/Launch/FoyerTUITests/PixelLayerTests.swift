import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerTUI

/// The state of a terminal after frames and pixels in any order.
@Suite struct PixelLayerTests {
    private static let size = CellSize(columns: 40, rows: 12)
    private static let cell = TerminalAnswers.PixelSize(width: 4, height: 8)

    private static func picture(_ seed: UInt8, columns: Int = 8, rows: Int = 3) throws -> CellPicture {
        let bytes = (UInt8(0)..<16).flatMap { index -> [UInt8] in [(index &* 15) ^ seed, seed, index, 255] }
        return PictureMapping.cells(
            for: try #require(Pixels(width: 4, height: 4, bytes: bytes)), size: CellSize(columns: columns, rows: rows),
            contentMode: .scaleToFill, palette: .direct, background: .rgb(0, 0, 0), pixelCell: cell)
    }

    private static func frame(_ draw: (inout Canvas) -> Void) -> Frame {
        var canvas = Canvas(size: size)
        draw(&canvas)
        return Frame(size: size, cells: canvas.buffer.cells, pictures: canvas.pictures)
    }

    /// A terminal with a layer before it. Encoding takes no time.
    private struct Rig {
        var layer: PixelLayer
        let output: PixelOutput
        var now = Instant.zero
        var kitty = KittyReader()
        /// Cells that sixel pixels lie over.
        var covered: Set<CellPosition> = []
        var last: Frame?
        var stream: [UInt8] = []
        var sent = 0

        init(_ form: PixelOutput.Form, wasteBound: Int = PictureStore.bound) throws {
            output = try #require(PixelOutput(form, cell: PixelLayerTests.cell))
            layer = PixelLayer(output: output, wasteBound: wasteBound)
        }

        mutating func show(_ frame: Frame, after time: Duration = .zero) {
            now += time
            let change = layer.show(frame, size: PixelLayerTests.size, at: now)
            take(change.bytes)
            // The worst that drawing may do to pixels: all between the first change of a row and the last is overwritten.
            for row in 0..<PixelLayerTests.size.rows {
                var columns = change.spoiled.contains(row) ? 0..<PixelLayerTests.size.columns : 0..<0
                if let last, columns.isEmpty {
                    columns = RowChange.span(from: last.row(row), to: frame.row(row)) ?? 0..<0
                }
                for column in columns { covered.remove(CellPosition(column: column, row: row)) }
            }
            last = frame
        }

        /// Lets time pass, and sends at most so many pieces.
        mutating func rest(_ time: Duration = .milliseconds(150), pieces: Int = .max) {
            now += time
            for job in layer.due(at: now) {
                let encoded = EncodedPicture(job.picture, output: output, image: job.image, compress: { $0 })
                layer.take(encoded, of: job.picture, image: job.image)
            }
            var left = pieces
            while layer.hasPieces, left > 0 {
                take(layer.nextPiece { ([], CellPosition(column: 0, row: 0)) })
                left -= 1
            }
        }

        private mutating func take(_ bytes: [UInt8]) {
            sent += bytes.count
            if output.form == .kitty { return kitty.feed(bytes) }
            stream += bytes
            read()
        }

        /// Takes whole sixel pictures out of the stream, and drops cut ones.
        private mutating func read() {
            var cursor = CellPosition(column: 0, row: 0)
            var place = 0
            while place + 1 < stream.count {
                if stream[place + 1] == UInt8(ascii: "P") {
                    guard let end = stream[(place + 2)...].firstIndex(of: 0x1B), end + 1 < stream.count else { break }
                    if let sixel = SixelReader(stream[place...(end + 1)]) { cover(sixel, at: cursor) }
                    place = end + 2
                } else if stream[place + 1] == UInt8(ascii: "[") {
                    guard let end = stream[place...].firstIndex(of: UInt8(ascii: "H")) else { break }
                    let numbers = String(decoding: stream[(place + 2)..<end], as: UTF8.self).split(separator: ";")
                    cursor = CellPosition(column: (Int(numbers[1]) ?? 1) - 1, row: (Int(numbers[0]) ?? 1) - 1)
                    place = end + 1
                } else {
                    place += 2
                }
            }
            let move = Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H".utf8)
            stream = move + stream[min(place, stream.count)...]
        }

        private mutating func cover(_ sixel: SixelReader, at cursor: CellPosition) {
            for row in 0..<sixel.height / PixelLayerTests.cell.height {
                for column in 0..<sixel.width / PixelLayerTests.cell.width {
                    covered.insert(CellPosition(column: cursor.column + column, row: cursor.row + row))
                }
            }
        }

        /// Cells that pixels lie over, whichever way.
        var pixels: Set<CellPosition> {
            guard output.form == .kitty else { return covered }
            var cells: Set<CellPosition> = []
            for placement in kitty.placements.values {
                for row in 0..<(Int(placement.keys["r"] ?? "") ?? 0) {
                    for column in 0..<(Int(placement.keys["c"] ?? "") ?? 0) {
                        cells.insert(CellPosition(column: placement.column + column, row: placement.row + row))
                    }
                }
            }
            return cells
        }
    }

    private static func cells(_ rect: Rect) -> Set<CellPosition> {
        Set(
            (rect.row..<rect.endRow).flatMap { row in
                (rect.column..<rect.endColumn).map { CellPosition(column: $0, row: row) }
            })
    }

    static let forms: [PixelOutput.Form] = [.kitty, .sixel(.init(registers: 64))]

    /// Kitty frees more than it is told to.
    @Test(arguments: [0, 8 << 20]) func aPictureThatIsFreedTakesNoOtherWithIt(wasteBound: Int) throws {
        var rig = try Rig(.kitty, wasteBound: wasteBound)
        let stays = try Self.picture(1)
        let first = Self.frame { $0.picture(stays, column: 2, row: 2) }
        rig.show(first)
        rig.rest()
        let shown = rig.pixels
        #expect(!shown.isEmpty)
        do {
            let goes = try Self.picture(2)
            rig.show(Self.frame { $0.picture(goes, column: 2, row: 2) })
            rig.rest()
        }
        rig.last = nil
        rig.show(first)
        rig.show(first)
        rig.rest()
        #expect(rig.pixels == shown && rig.kitty.faults.isEmpty, "\(rig.kitty.faults)")
        if wasteBound == 0 { #expect(rig.kitty.images.count == 1) }
    }

    @Test(arguments: forms) func aPictureAtRestGetsItsPixelsAndLosesThemWhenItMoves(form: PixelOutput.Form) throws {
        var rig = try Rig(form)
        let picture = try Self.picture(9)
        rig.show(Self.frame { $0.picture(picture, column: 2, row: 1) })
        rig.rest(.milliseconds(149))
        #expect(rig.pixels.isEmpty)
        rig.rest(.milliseconds(1))
        #expect(rig.pixels == Self.cells(Rect(column: 2, row: 1, columns: 8, rows: 3)))
        rig.show(Self.frame { $0.picture(picture, column: 3, row: 1) })
        #expect(rig.pixels.isEmpty)
        rig.rest()
        #expect(rig.pixels == Self.cells(Rect(column: 3, row: 1, columns: 8, rows: 3)))
        #expect(rig.kitty.faults.isEmpty)
    }

    @Test func kittyIsSentAPictureOnce() throws {
        var rig = try Rig(.kitty)
        let picture = try Self.picture(9)
        rig.show(Self.frame { $0.picture(picture, column: 2, row: 1) })
        rig.rest()
        rig.sent = 0
        rig.show(Self.frame { $0.picture(picture, column: 5, row: 1) })
        #expect(rig.sent < 100)
        rig.rest()
        #expect(rig.sent < 250 && !rig.pixels.isEmpty)
    }

    @Test func picturesThatNobodyShowsAreFreed() throws {
        var rig = try Rig(.kitty, wasteBound: 0)
        rig.show(
            try {
                let picture = try Self.picture(9)
                return Self.frame { $0.picture(picture, column: 2, row: 1) }
            }())
        rig.rest()
        #expect(rig.kitty.images.count == 1)
        rig.show(Self.frame { _ in })
        rig.show(Self.frame { _ in })
        rig.last = nil
        #expect(rig.kitty.images.isEmpty && rig.kitty.placements.isEmpty)
    }

    @Test(arguments: forms) func textOverAPictureStaysText(form: PixelOutput.Form) throws {
        var rig = try Rig(form)
        let picture = try Self.picture(9, columns: 20, rows: 6)
        rig.show(
            Self.frame { canvas in
                canvas.picture(picture, column: 0, row: 0)
                canvas.scrim(0.5, in: Rect(column: 0, row: 4, columns: 20, rows: 2))
                canvas.text("Title", column: 3, row: 4)
            })
        rig.rest()
        let text = Self.cells(Rect(column: 3, row: 4, columns: 5, rows: 1))
        let whole = Self.cells(Rect(column: 0, row: 0, columns: 20, rows: 6))
        #expect(rig.pixels.isDisjoint(with: text))
        #expect(rig.pixels == whole.subtracting(text))
    }

    @Test(arguments: forms) func aVeilOverAllTakesThemAway(form: PixelOutput.Form) throws {
        var rig = try Rig(form)
        let picture = try Self.picture(9)
        rig.show(Self.frame { $0.picture(picture, column: 2, row: 1) })
        rig.rest()
        rig.show(
            Self.frame { canvas in
                canvas.picture(picture, column: 2, row: 1)
                canvas.scrim(0.5)
            })
        #expect(rig.pixels.isEmpty)
        rig.rest()
        #expect(rig.pixels.isEmpty)
    }

    @Test func aFrameCutsAPictureThatIsBeingPainted() throws {
        var rig = try Rig(.sixel(.init(registers: 256)))
        var bytes: [UInt8] = []
        for index in 0..<64 * 64 {
            bytes += [UInt8(index % 251), UInt8(index / 17 % 256)]
            bytes += [UInt8(index % 83), 255]
        }
        let picture = PictureMapping.cells(
            for: try #require(Pixels(width: 64, height: 64, bytes: bytes)), size: CellSize(columns: 30, rows: 8),
            contentMode: .scaleToFill, palette: .direct, background: .rgb(0, 0, 0), pixelCell: Self.cell)
        let frame = Self.frame { $0.picture(picture, column: 0, row: 0) }
        rig.show(frame)
        rig.rest(pieces: 2)
        #expect(rig.layer.hasPieces && rig.pixels.isEmpty)
        #expect(rig.layer.isSending, "a question would end it")
        rig.show(
            Self.frame { canvas in
                canvas.picture(picture, column: 0, row: 0)
                canvas.text("key", column: 0, row: 10)
            })
        #expect(rig.stream.contains(0x1B))
        #expect(!rig.layer.isSending)
        rig.rest(.zero)
        #expect(rig.pixels == Self.cells(Rect(column: 0, row: 0, columns: 30, rows: 8)))
    }

    @Test(arguments: forms, 1...8) func nothingIsEverLeftBehind(form: PixelOutput.Form, seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var rig = try Rig(form)
        let pictures = try (0..<3).map { try Self.picture(UInt8(40 * $0 + 9), columns: 6 + $0 * 3, rows: 2 + $0) }
        var places = pictures.indices.map { (column: $0 * 12, row: $0) }
        var hasPanel = false
        var text = 0
        for step in 0..<400 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                places[Int.random(in: 0..<3, using: &random)] = (
                    Int.random(in: -3..<36, using: &random), Int.random(in: -1..<10, using: &random)
                )
            case 1: hasPanel.toggle()
            case 2, 3: text += 1
            case 4 where seed % 2 == 0:
                rig.layer.invalidate(at: rig.now)
                rig.covered = []
                rig.last = nil
            default: break
            }
            let frame = Self.frame { canvas in
                for (place, picture) in zip(places, pictures) {
                    canvas.picture(picture, column: place.column, row: place.row)
                }
                canvas.text(SafeText("\(text)"), column: 20, row: 4)
                if hasPanel { canvas.fill(.raised, in: Rect(column: 5, row: 2, columns: 9, rows: 5)) }
            }
            rig.show(frame, after: .milliseconds(Int.random(in: 0..<60, using: &random)))
            var allowed: Set<CellPosition> = []
            for picture in frame.pictures.compactMap({ $0.shown(in: frame.cells, size: Self.size) }) {
                for part in picture.parts {
                    let rect = Rect(column: part.column, row: part.row, columns: part.columns, rows: part.rows)
                    allowed.formUnion(Self.cells(rect.moved(columns: picture.column, rows: picture.row)))
                }
            }
            try #require(rig.pixels.isSubset(of: allowed), "step \(step)")
            rig.rest(
                .milliseconds(Int.random(in: 0..<200, using: &random)), pieces: Int.random(in: 0..<9, using: &random))
            try #require(rig.pixels.isSubset(of: allowed), "step \(step), pixels")
            try #require(rig.kitty.faults.isEmpty, "step \(step): \(rig.kitty.faults)")
        }
    }
}
