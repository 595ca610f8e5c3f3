import CDeflate

/// Packs bytes as zip archives hold them.
public enum Deflate {
    /// Slow and small: what is packed once is fetched often.
    private static let level: Int32 = 12

    /// `nil` where the bytes would not become fewer.
    public static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 1, let compressor = libdeflate_alloc_compressor(level) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
            count = libdeflate_deflate_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
        }
        return packed.isEmpty ? nil : packed
    }
}
