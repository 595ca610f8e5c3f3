import CDeflate
import FoyerCore

/// Writes PNG: eight bits a channel, with alpha, not interlaced.
enum PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Bit depth, colour with alpha, the only compression and filter method, no interlacing.
    private static let kind: [UInt8] = [8, 6, 0, 0, 0]
    private static let level: Int32 = 9
    private static let unfiltered: UInt8 = 0

    static func bytes(of pixels: Pixels) -> [UInt8] {
        var rows: [UInt8] = []
        let length = pixels.width * 4
        for start in stride(from: 0, to: pixels.bytes.count, by: length) {
            rows.append(unfiltered)
            rows += pixels.bytes[start..<start + length]
        }
        let size = bigEndian(UInt32(pixels.width)) + bigEndian(UInt32(pixels.height))
        return signature + chunk("IHDR", size + kind) + chunk("IDAT", packed(rows)) + chunk("IEND", [])
    }

    private static func packed(_ rows: [UInt8]) -> [UInt8] {
        let compressor = libdeflate_alloc_compressor(level)
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, rows.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, rows, rows.count, buffer.baseAddress, buffer.count)
        }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + content + bigEndian(libdeflate_crc32(0, content, content.count))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
