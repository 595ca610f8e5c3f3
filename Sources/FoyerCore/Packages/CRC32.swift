/// The checksum of zip archives (polynomial EDB88320), computed eight bytes at a time.
package struct CRC32: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    package init() {}

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var state = self.state
        CRC32.table.withUnsafeBufferPointer { table in
            var index = 0
            while index + 8 <= bytes.count {
                let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ state
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                let first = table[0x700 | Int(low & 0xFF)] ^ table[0x600 | Int(low >> 8 & 0xFF)]
                let second = table[0x500 | Int(low >> 16 & 0xFF)] ^ table[0x400 | Int(low >> 24)]
                let third = table[0x300 | Int(high & 0xFF)] ^ table[0x200 | Int(high >> 8 & 0xFF)]
                let fourth = table[0x100 | Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
                state = first ^ second ^ third ^ fourth
                index += 8
            }
            while index < bytes.count {
                state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
                index += 1
            }
        }
        self.state = state
    }

    /// The checksum of one run of bytes.
    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }

    /// Eight consecutive tables of 256 entries: table n advances a byte by n further bytes.
    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            table[byte] = value
        }
        for index in 256..<table.count {
            let before = table[index - 256]
            table[index] = before >> 8 ^ table[Int(before & 0xFF)]
        }
        return table
    }()
}
