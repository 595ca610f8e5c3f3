import FoyerCore
import FoyerPlatform
import Glibc
import Testing

/// Files of the folder `Fixtures`, and the quarters that most of them show: red, green, blue, white.
enum PictureFixture {
    static let all = [
        "animated.gif", "animated.webp", "cmyk.jpg", "grey.jpg", "grey16.png", "interlaced.gif", "lossless.webp",
        "lossy.webp", "oriented.jpg", "progressive.jpg", "quarters.gif", "quarters.jpg", "quarters.png",
        "transparent.gif", "transparent.png", "transparent.webp", "wide.jpg", "wide.webp",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        var parts = #filePath.split(separator: "/").dropLast(2).map(String.init)
        parts += ["Fixtures", name]
        let file = try #require(fopen("/" + parts.joined(separator: "/"), "r"), "no fixture \(name)")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        try #require(count > 0)
        return Array(bytes[..<count])
    }
}

extension Pixels {
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4].map(Int.init)
    }

    /// The quarters' colours as letters, within a tolerance for lossy formats; `-` is transparent.
    var quarters: String {
        let known: [(Character, [Int])] = [
            ("R", [255, 0, 0]), ("G", [0, 255, 0]), ("B", [0, 0, 255]), ("W", [255, 255, 255]),
        ]
        let (right, bottom) = (width - width / 4 - 1, height - height / 4 - 1)
        let places = [(width / 4, height / 4), (right, height / 4), (width / 4, bottom), (right, bottom)]
        return String(
            places.map { x, y in
                let color = pixel(x, y)
                if color[3] == 0 { return "-" }
                return known.first { _, value in zip(value, color).allSatisfy { abs($0 - $1) <= 12 } }?.0 ?? "?"
            })
    }
}

@Suite struct PicturesDecoderTests {
    @Test(arguments: [
        ("quarters.png", "RGBW"), ("quarters.jpg", "RGBW"), ("progressive.jpg", "RGBW"), ("cmyk.jpg", "RGBW"),
        ("lossless.webp", "RGBW"), ("lossy.webp", "RGBW"), ("quarters.gif", "RGBW"), ("animated.gif", "RGBW"),
        ("animated.webp", "RGBW"), ("transparent.png", "RGB-"), ("transparent.webp", "RGB-"),
        ("transparent.gif", "RGB-"), ("interlaced.gif", "RGB-"),
    ])
    func showsTheQuarters(name: String, expected: String) throws {
        let pixels = try PictureDecoder.decode(try PictureFixture.bytes(name))
        #expect([pixels.width, pixels.height] == [24, 16])
        #expect(pixels.quarters == expected)
    }

    @Test func sixteenBitsWithoutGammaAreTakenAsStored() throws {
        let pixels = try PictureDecoder.decode(try PictureFixture.bytes("grey16.png"))
        #expect(pixels.pixel(2, 2) == [128, 128, 128, 255])
        #expect(pixels.pixel(20, 2) == [255, 255, 255, 255])
    }

    @Test(arguments: [
        (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB"),
    ])
    func appliesOrientation(orientation: Int, expected: String) throws {
        var bytes = try PictureFixture.bytes("oriented.jpg")
        // The tag 0x0112, of type 3 (short), once; its value follows.
        let tag: [[UInt8]] = [[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0], [0x12, 0x01, 3, 0, 1, 0, 0, 0]]
        let place = try #require(
            tag.compactMap { tag in
                bytes.indices.dropLast(12).first { bytes[$0..<$0 + tag.count].elementsEqual(tag) }.map {
                    $0 + tag.count
                }
            }.first)
        bytes[place] = UInt8(orientation)
        let pixels = try PictureDecoder.decode(bytes)
        #expect(pixels.quarters == expected)
        #expect([pixels.width, pixels.height] == (orientation < 5 ? [24, 16] : [16, 24]))
    }

    @Test(arguments: [("wide.jpg", 12, 8), ("wide.webp", 10, 7)])
    func comesSmallerWhereThatIsEnough(name: String, width: Int, height: Int) throws {
        let bytes = try PictureFixture.bytes(name)
        let small = try PictureDecoder.decode(bytes, targetPixels: (10, 5))
        let full = try PictureDecoder.decode(bytes, targetPixels: (90, 60))
        #expect([small.width, small.height] == [width, height])
        #expect([full.width, full.height] == [96, 64])
        #expect(zip(small.pixel(1, 4), [200, 100, 50]).allSatisfy { abs($0 - $1) < 8 })
    }

    @Test func refusesWhatIsTooLarge() throws {
        let png = try PictureFixture.bytes("quarters.png")
        #expect(throws: PictureError.tooManyBytes(png.count, limit: 50)) {
            try PictureDecoder.decode(png, limits: PictureLimits(bytes: 50, pixels: 1000))
        }
        #expect(throws: PictureError.tooManyPixels(width: 24, height: 16, limit: 383)) {
            try PictureDecoder.decode(png, limits: PictureLimits(bytes: 5000, pixels: 383))
        }
        #expect(throws: Never.self) {
            try PictureDecoder.decode(png, limits: PictureLimits(bytes: png.count, pixels: 384))
        }
    }

    @Test func headersThatClaimTooMuchAreRefusedBeforeDecoding() throws {
        var png = try PictureFixture.bytes("quarters.png")
        png.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        var gif = try PictureFixture.bytes("quarters.gif")
        gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        var jpeg = try PictureFixture.bytes("quarters.jpg")
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        for bytes in [png, gif, jpeg] {
            #expect(throws: PictureError.tooManyPixels(width: 65_535, height: 65_535, limit: 16_000_000)) {
                try PictureDecoder.decode(bytes)
            }
        }
    }

    @Test func foreignFilesAreNoPictures() {
        for bytes: [UInt8] in [[], [0], Array("<svg/>".utf8), Array("BM".utf8), Array(repeating: 0, count: 100)] {
            #expect(throws: PictureError.unknownFormat) { try PictureDecoder.decode(bytes) }
        }
    }

    @Test func errorsAreSentences() {
        let errors: [PictureError] = [
            .tooManyBytes(9, limit: 8), .tooManyPixels(width: 3, height: 3, limit: 8), .unknownFormat, .outOfMemory,
            .damaged(.png, detail: "bad CRC"), .damaged(.gif, detail: ""), .unsupported(.webP, detail: "x"),
            .missingLibrary(.jpeg, library: "libturbojpeg.so.0"), .tooCostly(.png),
        ]
        for error in errors { #expect(error.description.hasSuffix(".")) }
        #expect("\(errors[4])" == "The PNG picture is damaged (bad CRC). Fetch or save it again.")
        #expect("\(errors[5])" == "The GIF picture is damaged. Fetch or save it again.")
    }
}
