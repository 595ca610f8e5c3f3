/// Converts a program's terminal output to lines that can be shown elsewhere: removes escape sequences, and whatever a
/// carriage return or a backspace takes back.
///
/// Bytes may arrive in any pieces. A jump of the cursor ends a line, so that the output of full-screen programs does
/// not run together.
package struct OutputLines: Sendable {
    /// The length limit of a line in bytes; a longer one is broken.
    package static let longestLine = 4096

    private var parser = OutputParser()
    private var line: [UInt8] = []
    /// After a carriage return, the next text replaces the line.
    private var isReturned = false

    package init() {}

    /// The line that has not ended yet, such as a prompt or a bar.
    package var unfinished: SafeText { Self.text(line) }

    /// Takes output, and returns the lines that it completes.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [SafeText] {
        var lines: [SafeText] = []
        for byte in bytes {
            switch parser.take(byte) {
            case .byte(let byte)?: takeText(byte, &lines)
            case .control(_, let final)?: takeControl(final, &lines)
            case .escape?, .string?, nil: break
            }
        }
        return lines
    }

    /// The rest, once the output has ended.
    package mutating func finish() -> [SafeText] {
        var lines: [SafeText] = []
        if !line.isEmpty { endLine(&lines) }
        return lines
    }

    private mutating func takeText(_ byte: UInt8, _ lines: inout [SafeText]) {
        switch byte {
        case 0x0A, 0x0B, 0x0C: endLine(&lines)
        case 0x0D: isReturned = true
        case 0x08: removeLast()
        case 0x00...0x07, 0x0E...0x1F, 0x7F:
            // A tab is text, and a bell is dropped; SafeText makes other controls visible.
            if byte != 0x00, byte != 0x07 { append(byte, &lines) }
        default: append(byte, &lines)
        }
    }

    private mutating func append(_ byte: UInt8, _ lines: inout [SafeText]) {
        if isReturned { line = [] }
        isReturned = false
        if line.count >= Self.longestLine { endLine(&lines) }
        line.append(byte)
    }

    private mutating func endLine(_ lines: inout [SafeText]) {
        lines.append(Self.text(line))
        line = []
        isReturned = false
    }

    /// Removes the last character with all of its bytes.
    private mutating func removeLast() {
        while let byte = line.popLast(), byte & 0xC0 == 0x80 {}
    }

    private mutating func takeControl(_ final: UInt8, _ lines: inout [SafeText]) {
        guard !line.isEmpty else { return }
        switch final {
        case UInt8(ascii: "H"), UInt8(ascii: "f"), UInt8(ascii: "d"), UInt8(ascii: "E"), UInt8(ascii: "F"):
            endLine(&lines)
        case UInt8(ascii: "C"): append(0x20, &lines)
        default: break
        }
    }

    private static func text(_ bytes: [UInt8]) -> SafeText {
        let blanks = bytes.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        return SafeText(String(decoding: bytes.dropLast(blanks), as: UTF8.self))
    }
}
