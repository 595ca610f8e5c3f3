import CDeflate

/// Compresses bytes for zip archives.
package enum Deflate {
    /// Slow but small: a package is built once and fetched often.
    private static let level: Int32 = 12
    private static let quickLevel: Int32 = 1
    private static let smallLevel: Int32 = 9

    /// Compresses bytes in zlib's format, quickly: for pixels on their way to a terminal.
    @Sendable package static func zlib(_ bytes: [UInt8]) -> [UInt8]? { zlib(bytes, quickLevel) }

    /// The same, slowly: for pictures that are drawn once and fetched often.
    @Sendable package static func smallZlib(_ bytes: [UInt8]) -> [UInt8]? { zlib(bytes, smallLevel) }

    private static func zlib(_ bytes: [UInt8], _ level: Int32) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
        }
        return packed.isEmpty ? nil : packed
    }

    /// `nil` if the result would not be smaller.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 1, let compressor = libdeflate_alloc_compressor(level) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
            count = libdeflate_deflate_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
        }
        return packed.isEmpty ? nil : packed
    }
}

extension Deflate {
    /// Takes zlib's format apart again.
    ///
    /// - Parameter limit: the most bytes that may come out of it.
    /// - Returns: `nil` if it is damaged, or more than that.
    package static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        // What was compressed does not say its size.
        var room = min(limit, max(4096, bytes.count * 8))
        while true {
            var result = LIBDEFLATE_BAD_DATA
            let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                result = libdeflate_zlib_decompress(
                    decompressor, bytes, bytes.count, buffer.baseAddress, buffer.count, &count)
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            if result == LIBDEFLATE_SUCCESS { return unpacked }
            guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }
}
