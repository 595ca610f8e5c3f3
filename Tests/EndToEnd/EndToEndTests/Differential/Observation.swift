import Glibc

/// All that can be seen of one run: values by what they are about.
struct Observation: Sendable {
    private(set) var values: [String: String] = [:]

    subscript(_ aspect: String) -> String? { values[aspect] }

    mutating func note(_ aspect: String, _ value: String) {
        values[aspect] = values[aspect].map { $0 + "\n" + value } ?? value
    }

    mutating func forget(_ aspect: String) { values[aspect] = nil }

    /// Bytes, or their sum where they are many.
    mutating func note(_ aspect: String, bytes: [UInt8]) {
        guard bytes.count > 4096 else { return note(aspect, Self.shown(bytes)) }
        let lines = bytes.withUnsafeBytes { raw in
            var (count, rest) = (0, UnsafeRawBufferPointer(raw))
            while let base = rest.baseAddress, let found = memchr(base, 0x0A, rest.count) {
                count += 1
                rest = UnsafeRawBufferPointer(
                    rebasing: rest[(rest.count - (base + rest.count - UnsafeRawPointer(found)) + 1)...])
            }
            return count
        }
        note(
            aspect,
            "\(bytes.count) bytes, \(lines) lines, sum \(Self.sum(bytes)), end \(Self.shown(Array(bytes.suffix(40))))")
    }

    /// What is not the same in another.
    func differences(from other: Observation) -> [String] {
        Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.sorted()
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case 0x0A: text += "⏎"
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\" + String(byte, radix: 16)
            }
        }
        return text
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { raw in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            var place = 0
            while place + 8 <= raw.count {
                sum = (sum ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x100_0000_01B3
                sum ^= sum >> 29
                place += 8
            }
            while place < raw.count {
                sum = (sum ^ UInt64(raw[place])) &* 0x100_0000_01B3
                place += 1
            }
            return String(sum, radix: 16)
        }
    }
}
