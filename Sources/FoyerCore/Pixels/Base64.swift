extension Array where Element == UInt8 {
    private static let base64Signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Adds bytes in base64, padded.
    mutating func appendBase64(_ bytes: ArraySlice<UInt8>) {
        reserveCapacity(count + (bytes.count + 2) / 3 * 4)
        let signs = Self.base64Signs
        bytes.withUnsafeBufferPointer { bytes in
            for first in stride(from: 0, to: bytes.count, by: 3) {
                let rest = bytes.count - first
                let second = rest > 1 ? UInt32(bytes[first + 1]) : 0
                let word = UInt32(bytes[first]) << 16 | second << 8 | (rest > 2 ? UInt32(bytes[first + 2]) : 0)
                append(signs[Int(word >> 18)])
                append(signs[Int(word >> 12 & 63)])
                append(rest > 1 ? signs[Int(word >> 6 & 63)] : UInt8(ascii: "="))
                append(rest > 2 ? signs[Int(word & 63)] : UInt8(ascii: "="))
            }
        }
    }
}
