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
