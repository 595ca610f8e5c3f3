import FoyerCore
import FoyerPlatform
import TestSupport
import Testing

@Suite struct PicturesHostileTests {
    private static let limits = PictureLimits(bytes: 1 << 16, pixels: 1 << 20)

    /// Decodes; whatever comes back must make sense.
    private func decode(_ bytes: [UInt8], target: (width: Int, height: Int)? = nil) -> Pixels? {
        do {
            let pixels = try PictureDecoder.decode(bytes, limits: Self.limits, targetPixels: target)
            #expect(pixels.bytes.count == pixels.width * pixels.height * 4)
            return pixels
        } catch {
            #expect(!error.description.isEmpty)
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
            return nil
        }
    }

    @Test(arguments: PictureFixture.all)
    func cutAnywhereItFailsOrIsWhole(name: String) throws {
        let bytes = try PictureFixture.bytes(name)
        let whole = try PictureDecoder.decode(bytes)
        for count in 0..<bytes.count {
            guard let part = decode(Array(bytes[..<count])) else { continue }
            // Only what follows the pixels may be missing: a trailer, later frames.
            #expect(part == whole, "\(name) cut to \(count) bytes")
        }
        #expect(decode(Array(bytes[..<(bytes.count / 2)])) == nil || name.hasPrefix("animated"))
    }

    @Test(arguments: PictureFixture.all)
    func changedAnywhereItNeverCrashes(name: String) throws {
        let original = try PictureFixture.bytes(name)
        var generator = SplitMix64(seed: UInt64(original.count))
        for _ in 0..<400 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes[place] = Bool.random(using: &generator) ? 0 : 255
                default: bytes.remove(at: place)
                }
            }
            _ = decode(bytes, target: Bool.random(using: &generator) ? (5, 5) : nil)
        }
    }

    @Test func rubbishBehindEveryMagicFails() {
        var generator = SplitMix64(seed: 7)
        let magics: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8),
            Array("RIFF\u{0}\u{1}\u{0}\u{0}WEBPVP8X".utf8), Array("RIFF\u{0}\u{1}\u{0}\u{0}WEBPVP8L".utf8),
        ]
        for magic in magics {
            for _ in 0..<200 {
                let rubbish = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                #expect(decode(magic + rubbish) == nil)
            }
        }
    }

    @Test func framesOutsideOfTheirGIFAreCutOrRefused() throws {
        let bytes = try PictureFixture.bytes("quarters.gif")
        let separator = try #require(
            bytes.indices.dropLast(9).first {
                bytes[$0] == 0x2C && bytes[$0 + 5] == 24 && bytes[$0 + 7] == 16
            })
        var moved = bytes
        moved[separator + 1] = 20
        moved[separator + 3] = 200
        #expect(decode(moved).map { $0.bytes.allSatisfy { $0 == 0 } } == true)
        var huge = bytes
        huge.replaceSubrange(separator + 5..<separator + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(decode(huge) == nil)
    }
}
