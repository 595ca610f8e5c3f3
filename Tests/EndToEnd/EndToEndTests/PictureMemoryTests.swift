import FoyerCore
import TestSupport
import Testing

/// Decodes hostile pictures in a separate process and measures its memory and time: a file's header is only a claim.
@Suite(.ownThreads) struct PictureMemoryTests {
    private let folder = TemporaryFolder()

    /// KiB that reading and decoding may take beside what the program has without any file.
    private static let most = 128 << 10
    private static let little = 4 << 10

    /// Milliseconds of processor time that a picture may take.
    private static let longest = 2_000

    private struct Outcome {
        var ends: [String]
        /// Milliseconds of processor time for each file.
        var times: [Int]
        /// KiB.
        var peak: Int
    }

    /// Decodes the files, and answers how each ended and what that took.
    private func decode(_ files: [[UInt8]]) throws -> Outcome {
        var outcome = try run(files)
        outcome.peak -= try run([]).peak
        return outcome
    }

    private func run(_ files: [[UInt8]]) throws -> Outcome {
        var paths: [String] = []
        for (index, bytes) in files.enumerated() {
            folder.write(bytes, to: "\(index)")
            paths.append("\(folder.path)/\(index)")
        }
        let program = try PipedProgram(Products.folder + "/PictureUnderLimit", paths, environment: [:])
        #expect(try program.waitForEnd() == .status(0))
        let peak = try #require(program.lines.last.flatMap { Int($0) })
        let words = program.lines.dropLast().map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Outcome(ends: words.map { $0[1] }, times: words.compactMap { Int($0[0]) }, peak: peak)
    }

    @Test(arguments: ["tEXt", "iTXt", "zTXt", "pCAL", "sCAL", "sPLT", "iCCP", "eXIf", "hIST", "PLTE", "IDAT", "abCd"])
    func aChunkThatDeclaresAGigabyte(name: String) throws {
        let outcome = try decode([PNGCraft.head(1, 1) + PNGCraft.chunk(name, [], declaring: 1 << 30)])
        #expect(outcome.ends == ["refused"] && outcome.peak < Self.little)
    }

    /// What the pixels do not need is not looked at: unpacked and kept, a thousand texts are gigabytes.
    @Test func textsThatUnpackToMegabytes() throws {
        let bytes = PNGCraft.whole(
            before: Array(repeating: PNGCraft.chunk("zTXt", [97, 0, 0] + PNGCraft.bomb), count: 64))
        let outcome = try decode([bytes])
        #expect(outcome.ends == ["decoded"] && outcome.peak < Self.little)
    }

    @Test func theMostPixelsOfEveryKind() throws {
        let jpegs = [1, 3, 4].flatMap { parts in
            [false, true].map { JPEGCraft.empty(4_000, 4_000, components: parts, isProgressive: $0) }
        }
        for bytes in jpegs {
            let outcome = try decode([bytes])
            #expect(outcome.ends == ["refused"] && outcome.peak < Self.most && outcome.times[0] < Self.longest)
        }
    }

    /// Codes of one symbol take twenty bits a group in the file, and kilobytes in memory.
    @Test func aWebPWithAGroupOfCodesForEveryBlock() throws {
        let outcome = try decode([WebPCraft.groups(columns: 1_024, rows: 1_024)])
        #expect(outcome.ends == ["refused"] && outcome.peak < Self.little)
    }

    /// Eight kilobytes that took 14 s.
    @Test func hundredsOfEmptyScansAreNotDecoded() throws {
        let bytes = JPEGCraft.emptyScans(4_000, 4_000, count: 499)
        #expect(bytes.count < 10_000)
        let outcome = try decode([bytes])
        #expect(outcome.ends == ["too costly"] && outcome.peak < Self.little && outcome.times[0] < 100)
    }

    /// As many as are allowed, of each kind.
    @Test(arguments: [(1, 1_000, 20), (25, 4_000, 1), (499, 800, 1)])
    func theMostScansStayWithinTheTime(count: Int, side: Int, weight: Int) throws {
        let bytes = JPEGCraft.emptyScans(side, side, count: count, isArithmetic: weight > 1)
        let outcome = try decode([bytes])
        #expect(outcome.ends != ["too costly"] && outcome.peak < Self.most && outcome.times[0] < Self.longest)
    }

    /// Fifteen megabytes of data for eight rows, which unpack to fifteen gigabytes.
    @Test func whatFollowsTheLastRowIsNotUnpacked() throws {
        let outcome = try decode([PNGCraft.whole(8, 8, data: PNGCraft.deepBomb)])
        #expect(outcome.ends == ["too costly"] && outcome.peak < Self.most && outcome.times[0] < 500)
    }

    /// Of what the memory does not allow at full size, there is half.
    @Test func aTurnedProgressivePhotographOfInksIsDecodedSmaller() throws {
        let bytes = JPEGCraft.flat(4_000, 3_000, components: 4, isTurned: true)
        let outcome = try decode([bytes])
        #expect(outcome.ends == ["decoded"] && outcome.peak < Self.most + Self.little)
    }

    @Test func whatHeadersSayIsNotBelieved() throws {
        let gif = Array("GIF89a".utf8) + [0xA0, 0x0F, 0xA0, 0x0F, 0xF7, 0, 0] + [UInt8](repeating: 0, count: 768)
        let webP = Array("RIFF\u{16}\u{0}\u{0}\u{0}WEBPVP8X\u{A}\u{0}\u{0}\u{0}".utf8) + [0, 0, 0, 0]
        let files = [
            PNGCraft.head(4_000, 4_000), gif, webP + [0x9F, 0x0F, 0, 0x9F, 0x0F, 0],
            webP + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ]
        let outcome = try decode(files)
        #expect(outcome.ends == Array(repeating: "refused", count: 4) && outcome.peak < Self.little)
    }
}

/// Small PNG files, wrong in one place.
private enum PNGCraft {
    static func big32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    static func chunk(_ name: String, _ content: [UInt8], declaring length: Int? = nil) -> [UInt8] {
        let body = Array(name.utf8) + content
        return big32(length ?? content.count) + body + big32(Int(CRC32.checksum(of: body)))
    }

    static func head(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", big32(width) + big32(height) + [8, 2, 0, 0, 0])
    }

    /// A picture whose data may be anything.
    static func whole(_ width: Int, _ height: Int, data: [UInt8]) -> [UInt8] {
        head(width, height) + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// Fifteen gigabytes of zeros: codes of one bit for the longest copy and its distance, so that the whole block is
    /// zeros, too.
    static let deepBomb: [UInt8] = {
        var bits: [UInt8] = [1, 0, 1]
        func put(_ value: Int, _ count: Int) { bits += (0..<count).map { UInt8(value >> $0 & 1) } }
        // 286 codes for literals and lengths, one for distances, 18 for the lengths of codes.
        put(29, 5)
        put(0, 5)
        put(14, 4)
        // Of 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1: 18 has one bit, 2 and 1 have two.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { put(length, 3) }
        let (one, two): ([UInt8], [UInt8]) = ([1, 0], [1, 1])
        func zeros(_ count: Int) {
            bits.append(0)
            put(count - 11, 7)
        }
        // Two bits each for a zero and for the end, one for the copy of 258 bytes, one for the distance 1.
        bits += two
        zeros(138)
        zeros(117)
        bits += two
        zeros(28)
        bits += one + one
        // The zero itself.
        bits += [1, 0]
        while bits.count % 8 != 0 { bits.append(0) }
        let packed = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].enumerated().reduce(UInt8(0)) { $0 | $1.element << $1.offset }
        }
        return [0x78, 0x01] + packed + [UInt8](repeating: 0, count: 15 << 20)
    }()

    /// One pixel, stored: zlib's header, one block, the sum (Adler-32) of 0 1 2 3.
    static func whole(before chunks: [[UInt8]]) -> [UInt8] {
        let row: [UInt8] = [0x78, 0x01, 1, 4, 0, 0xFB, 0xFF, 0, 1, 2, 3, 0, 0x0E, 0, 7]
        return head(1, 1) + chunks.joined() + chunk("IDAT", row) + chunk("IEND", [])
    }

    /// Seven megabytes of zeros, packed: a zero, and copies of it with 258 bytes each; two bits a copy.
    static let bomb: [UInt8] = {
        var bits: [UInt8] = []
        // One fixed block: a literal zero (00110000), copies of length 258 (code 285: 11000101) at distance 1 (00000).
        bits += [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        let copies = 27_000
        for _ in 0..<copies { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        var packed: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bits.count, by: 8) {
            packed.append(
                bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << $1.offset })
        }
        // Adler-32 of zeros: the count of bytes, modulo 65521, above 1.
        let count = copies * 258 + 1
        return packed + PNGCraft.big32((count % 65_521) << 16 | 1)
    }()
}

/// A lossless WebP file whose blocks of four by four pixels have a group of codes each.
private enum WebPCraft {
    private struct Bits {
        var bytes: [UInt8] = []
        private var free = 0

        mutating func put(_ value: Int, _ count: Int) {
            for place in 0..<count {
                if free == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8((8 - free) % 8)
                free = (free + 7) % 8
            }
        }

        /// A code of one symbol, 0.
        mutating func putTrivialCode() { put(0b0001, 4) }

        /// A code of 256 symbols with eight bits each, and then `rest` without any.
        mutating func putByteCode(rest: Int) {
            put(0, 1)
            // Lengths 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8: of these 8, and where there is a rest 18, with one bit.
            put(12 - 4, 4)
            for length in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] {
                put(length == 8 || length == 18 && rest > 0 ? 1 : 0, 3)
            }
            put(0, 1)
            guard rest > 0 else { return }
            put(0, 256)
            put(1, 1)
            put(rest - 11, 7)
        }
    }

    static func little32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    static func groups(columns: Int, rows: Int) -> [UInt8] {
        var bits = Bits()
        bits.put(0x2F, 8)
        for side in [columns, rows] { bits.put(side - 1, 14) }
        // Neither transparency nor a version, no transform, no cache; groups for blocks of 1 << 2 pixels.
        bits.put(0, 6)
        bits.put(1, 1)
        bits.put(0, 3)
        // The picture of the groups: no cache, all values of green and red.
        bits.put(0, 1)
        bits.putByteCode(rest: 24)
        bits.putByteCode(rest: 0)
        for _ in 0..<3 { bits.putTrivialCode() }
        let count = columns / 4 * (rows / 4)
        for group in 0..<count { bits.put(group, 16) }
        for _ in 0..<count * 5 { bits.putTrivialCode() }
        let padding = [UInt8](repeating: 0, count: bits.bytes.count % 2)
        let chunk = Array("VP8L".utf8) + little32(bits.bytes.count) + bits.bytes + padding
        return Array("RIFF".utf8) + little32(chunk.count + 4) + Array("WEBP".utf8) + chunk
    }
}

/// JPEG files that hold next to nothing of what their header declares.
private enum JPEGCraft {
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    static func head(
        _ width: Int, _ height: Int, components: Int, marker: UInt8, isTurned: Bool
    ) -> [UInt8] {
        let turn: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        var bytes: [UInt8] = [0xFF, 0xD8]
        if isTurned { bytes += segment(0xE1, Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + turn) }
        if components == 4 { bytes += segment(0xEE, Array("Adobe".utf8) + [0, 0x64, 0, 0, 0, 0, 0]) }
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        return bytes + segment(marker, [8] + size + [UInt8(components)] + parts)
    }

    /// One colour, and then scan after scan of its details, which bring nothing.
    static func emptyScans(_ width: Int, _ height: Int, count: Int, isArithmetic: Bool = true) -> [UInt8] {
        var bytes = head(width, height, components: 1, marker: isArithmetic ? 0xCA : 0xC2, isTurned: false)
        if !isArithmetic { for table: UInt8 in [0, 0x10] { bytes += oneCode(table) } }
        bytes += segment(0xDA, [1, 1, 0, 0, 0, 0])
        for _ in 1..<max(2, count) { bytes += segment(0xDA, [1, 1, 0, 1, 63, 0]) }
        return bytes + [0xFF, 0xD9]
    }

    /// A table with a single code, of one bit: no change, or the end of a block.
    private static func oneCode(_ table: UInt8) -> [UInt8] {
        segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0])
    }

    /// Progressive, and grey throughout: a bit for each block.
    static func flat(_ width: Int, _ height: Int, components: Int, isTurned: Bool) -> [UInt8] {
        var bytes = head(width, height, components: components, marker: 0xC2, isTurned: isTurned)
        bytes += oneCode(0)
        let scan: [UInt8] = [UInt8(components)] + (1...components).flatMap { [UInt8($0), 0] as [UInt8] }
        bytes += segment(0xDA, scan + [0, 0, 0])
        let blocks = (width + 7) / 8 * ((height + 7) / 8) * components
        return bytes + [UInt8](repeating: 0, count: (blocks + 7) / 8) + [0xFF, 0xD9]
    }

    /// Turned by EXIF, which takes a second picture's room.
    static func empty(_ width: Int, _ height: Int, components: Int, isProgressive: Bool) -> [UInt8] {
        var bytes = head(
            width, height, components: components, marker: isProgressive ? 0xC2 : 0xC0, isTurned: true)
        for table: UInt8 in [0, 0x10] { bytes += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 16)) }
        let scan: [UInt8] = [UInt8(components)] + (1...components).flatMap { [UInt8($0), 0] as [UInt8] }
        bytes += segment(0xDA, scan + (isProgressive ? [0, 0, 0] : [0, 63, 0]))
        return bytes + [UInt8](repeating: 0, count: 64) + [0xFF, 0xD9]
    }
}
