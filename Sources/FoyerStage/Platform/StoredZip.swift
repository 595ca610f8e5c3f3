/// A zip with stored entries alone, the same bytes each time. To be replaced by the core's zip writer.
enum StoredZip {
    static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var output: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let fields = header(of: entry.bytes, nameLength: entry.name.utf8.count)
            let offset = output.count
            output += little(0x0403_4B50, 4) + fields + entry.name.utf8 + entry.bytes
            // Made by Unix, so that the mode (a regular file, rw-r--r--) counts.
            directory += little(0x0201_4B50, 4) + little(0x031E, 2) + fields
            directory += little(0, 6) + little(0o100644 << 16, 4) + little(offset, 4) + entry.name.utf8
        }
        let end = little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
        return output + directory + end + little(directory.count, 4) + little(output.count, 4) + little(0, 2)
    }

    /// What local and central headers share: version, UTF-8 flag, stored, 1980-01-01 00:00, CRC, sizes, name, no extra.
    private static func header(of bytes: [UInt8], nameLength: Int) -> [UInt8] {
        little(20, 2) + little(0x0800, 2) + little(0, 2) + little(0, 2) + little(0x0021, 2)
            + little(Int(checksum(bytes)), 4) + little(bytes.count, 4) + little(bytes.count, 4)
            + little(nameLength, 2) + little(0, 2)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }

    /// CRC-32 as zip has it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    }
}
