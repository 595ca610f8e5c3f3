/// The checksum of zip archives and PNG files (polynomial EDB88320).
package enum CRC32 {
    /// - Parameter bytes: any number, of whatever it is the checksum of.
    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        var state: UInt32 = 0xFFFF_FFFF
        for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
        return ~state
    }

    /// What each byte adds.
    private static let table: InlineArray<256, UInt32> = InlineArray { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
