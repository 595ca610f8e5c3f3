import FoyerCore
import FoyerPlatformCore
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct ShortcutsPictureTests {
    private func pixels(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) throws -> Pixels {
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += color(x, y) } }
        return try #require(Pixels(width: width, height: height, bytes: bytes))
    }

    private func decoded(_ icon: ShortcutIcon?) throws -> Pixels { try PictureDecoder.decode(#require(icon).bytes) }

    @Test func `a small picture is enlarged`() throws {
        let source = try pixels(32, 16) { x, _ in x < 16 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        let icon = try decoded(ShortcutPicture.icon(of: source))
        #expect(icon.width == 192 && icon.height == 192)
        func color(_ x: Int, _ y: Int) -> [UInt8] { Array(icon.bytes[(y * 192 + x) * 4..<(y * 192 + x) * 4 + 4]) }
        #expect(color(10, 10)[3] == 0)
        #expect(color(10, 96) == [255, 0, 0, 255] && color(180, 96) == [0, 0, 255, 255])
        let between = color(95, 96)
        #expect(between[0] > 100 && between[2] > 100 && between[3] == 255, "\(between)")
    }

    @Test func `a square of the icon's size stays as it is`() throws {
        var random = SplitMix64(seed: 7)
        let source = try pixels(192, 192) { _, _ in
            (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
        }
        #expect(try decoded(ShortcutPicture.icon(of: source)) == source)
    }

    @Test func aWidePictureLiesInATransparentSquare() throws {
        let source = try pixels(800, 200) { x, _ in x < 400 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        let icon = try decoded(ShortcutPicture.icon(of: source))
        #expect(icon.width == 192 && icon.height == 192)
        func color(_ x: Int, _ y: Int) -> [UInt8] { Array(icon.bytes[(y * 192 + x) * 4..<(y * 192 + x) * 4 + 4]) }
        #expect(color(10, 10)[3] == 0)
        #expect(color(10, 96) == [255, 0, 0, 255])
        #expect(color(180, 96) == [0, 0, 255, 255])
    }

    @Test func whatCannotBeSeenHasNoColour() throws {
        let source = try pixels(384, 384) { x, _ in x.isMultiple(of: 2) ? [0, 255, 0, 0] : [200, 0, 0, 255] }
        let icon = try decoded(ShortcutPicture.icon(of: source))
        #expect(Array(icon.bytes.prefix(4)) == [200, 0, 0, 127])
    }

    @Test func noiseStaysWithinWhatAPageTakes() throws {
        var random = SplitMix64(seed: 8)
        let source = try pixels(192, 192) { _, _ in (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) } }
        #expect(try #require(ShortcutPicture.icon(of: source)).bytes.count <= ShortcutIcon.maxBytes)
    }

    @Test func whatIsNoPictureIsNamed() throws {
        let folder = TemporaryFolder()
        folder.write(Array("<svg/>".utf8), to: "icon.svg")
        let file = folder.path + "/icon.svg"
        #expect(throws: ShortcutError.icon(file: file, PictureError.unknownFormat.cause)) {
            try ShortcutPicture.icon(file: file)
        }
        #expect(throws: ShortcutError.self) { try ShortcutPicture.icon(file: folder.path) }
        #expect(throws: ShortcutError.self) { try ShortcutPicture.icon(file: "/dev/zero") }
    }

    @Test func theStandardIconIsAPicture() throws {
        let icon = try decoded(ShortcutPicture.standard)
        #expect(icon.width == 192)
        #expect(icon.bytes[3] == 0)
        #expect(Array(icon.bytes[(100 * 192 + 96) * 4..<(100 * 192 + 96) * 4 + 4]).last == 255)
    }
}
