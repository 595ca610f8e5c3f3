import TestSupport
import Testing

@testable import FoyerCore

/// Moving pictures, read back by a reader that shares no code with the writers.
@Suite struct MovingPictureTests {
    /// Frames that each change a part of the former, and what a viewer is to show.
    private static func movement(
        _ width: Int, _ height: Int, colors: Int
    ) throws -> (frames: [MovingFrame], shown: [[UInt32]]) {
        var random = SplitMix64(seed: UInt64(width * colors))
        let palette = (0..<colors).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 }
        var canvas = (0..<width * height).map { palette[$0 / 7 % colors] }
        // A corner that is see-through.
        canvas[0] = 0
        var (frames, shown) = ([MovingFrame](), [canvas])
        frames.append(
            MovingFrame(
                rect: PixelRect(x: 0, y: 0, width: width, height: height), pixels: try pixels(canvas, width, height),
                time: 5))
        for number in 1...4 {
            let rect = PixelRect(x: number, y: 1, width: max(1, width - 2 * number), height: height - 1 - number)
            var change: [UInt32] = []
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width {
                    let isKept = Int.random(in: 0..<3, using: &random) == 0
                    let color = palette[Int.random(in: 0..<colors, using: &random)]
                    change.append(isKept ? 0 : color)
                    if !isKept { canvas[y * width + x] = color }
                }
            }
            frames.append(
                MovingFrame(rect: rect, pixels: try pixels(change, rect.width, rect.height), time: 100 * number))
            shown.append(canvas)
        }
        return (frames, shown)
    }

    private static func pixels(_ words: [UInt32], _ width: Int, _ height: Int) throws -> Pixels {
        let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return try #require(Pixels(width: width, height: height, bytes: bytes))
    }

    private static func table(_ frames: [MovingFrame]) -> ColorTable {
        var counts: [UInt32: Int] = [:]
        for word in frames.flatMap(\.pixels.words) { counts[word, default: 0] += 1 }
        return ColorTable(counts)
    }

    private func read(_ file: APNG, _ frames: [MovingFrame]) throws -> MovingPictureReader {
        var file = file
        for frame in frames {
            let isAdded = file.add(frame)
            #expect(isAdded)
        }
        let count = file.count
        let bytes = file.finished()
        #expect(bytes.count >= count && bytes.count < count + 2000)
        return try MovingPictureReader(bytes) { $0 }
    }

    private static let times = [5, 100, 200, 300, 400]

    @Test(arguments: [(9, 8, 2), (40, 21, 255), (211, 97, 3), (150, 120, 200)])
    func fewColoursAreExact(width: Int, height: Int, colors: Int) throws {
        let (frames, shown) = try Self.movement(width, height, colors: colors)
        let table = Self.table(frames)
        let picture = try read(APNG(width: width, height: height, table: table) { $0 }, frames)
        #expect((picture.width, picture.height) == (width, height) && picture.plays == 0)
        #expect(picture.frames.map(\.time) == Self.times)
        #expect(picture.frames.map(\.canvas) == shown)
    }

    @Test(arguments: [false, true]) func manyColoursAreExact(isPhotograph: Bool) throws {
        let (frames, shown) = try Self.movement(64, 32, colors: 300)
        // Lines as they are, and lines without their neighbours: whichever is shorter.
        let picture = try read(
            APNG(width: 64, height: 32, table: nil) { isPhotograph && $0[0] == 0 ? $0 + [0] : $0 }, frames)
        #expect(picture.frames.map(\.canvas) == shown)
    }

    @Test func theFirstColourLeavesWhatIsThere() {
        let table = ColorTable([0xFF00_0001: 3, 0: 9])
        #expect(table.colors == [0, 0xFF00_0001])
        #expect(table.index(of: 0) == 0 && table.index(of: 0xFF00_0001) == 1)
    }

    @Test func aFrameLastsAsLongAsAFileCanSay() throws {
        let pixel = try Self.pixels([0xFF00_0000], 1, 1)
        let rect = PixelRect(x: 0, y: 0, width: 1, height: 1)
        #expect(MovingFrame(rect: rect, pixels: pixel, time: 0).time == 1)
        #expect(MovingFrame(rect: rect, pixels: pixel, time: 70_000).time == 65_535)
    }
}
