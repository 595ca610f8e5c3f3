import Glibc

/// libvterm 0.1 takes only the first of several private modes in one sequence (`CSI ? 1006 ; 1000 h`), where every
/// terminal in use takes them all. This writes each as a sequence of its own.
package struct ModeSplitter {
    /// The beginning of a sequence whose rest has not come yet.
    private var pending: [UInt8] = []

    package init() {}

    package mutating func split(_ bytes: [UInt8]) -> [UInt8] {
        let hasEscape = bytes.withUnsafeBytes { raw in
            raw.baseAddress.map { memchr($0, 0x1B, raw.count) != nil } ?? false
        }
        if pending.isEmpty, !hasEscape { return bytes }
        var result: [UInt8] = []
        for byte in bytes {
            if pending.isEmpty && byte != 0x1B {
                result.append(byte)
                continue
            }
            if byte == 0x1B {
                result += pending
                pending = []
            }
            pending.append(byte)
            let prefix = Array("\u{1B}[?".utf8)
            if pending.count <= prefix.count {
                if pending == Array(prefix.prefix(pending.count)) { continue }
            } else if (0x30...0x3B).contains(byte) && pending.count < 64 {
                continue
            }
            result += Self.rewritten(pending)
            pending = []
        }
        return result
    }

    private static func rewritten(_ sequence: [UInt8]) -> [UInt8] {
        guard let last = sequence.last, last == UInt8(ascii: "h") || last == UInt8(ascii: "l") else { return sequence }
        let parts = sequence.dropFirst(3).dropLast().split(separator: UInt8(ascii: ";"))
        guard sequence.starts(with: Array("\u{1B}[?".utf8)), parts.count > 1 else { return sequence }
        return parts.flatMap { Array("\u{1B}[?".utf8) + $0 + [last] }
    }
}
