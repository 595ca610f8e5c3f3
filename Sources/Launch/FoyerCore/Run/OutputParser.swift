/// Reads a program's output: text byte by byte, and each escape sequence as a whole. Output may come in any pieces.
package struct OutputParser: Equatable, Sendable {
    package enum Piece: Equatable, Sendable {
        /// Outside of sequences, or a control within one, which a terminal carries out at once.
        case byte(UInt8)
        /// ESC, perhaps intermediate bytes, and a final one.
        case escape([UInt8], final: UInt8)
        /// CSI: parameters and intermediate bytes, and the final one.
        case control([UInt8], final: UInt8)
        /// OSC, DCS, APC, PM or SOS: the byte that tells which, and what is in it.
        case string(UInt8, [UInt8])
    }

    private enum State: Equatable { case text, escape, control, string, stringEscape }

    /// The number of bytes that are kept of a sequence. A longer control sequence counts as text from there on. A longer
    /// string, such as a picture, goes on to its end as in a terminal; only its first bytes are kept.
    package static let longest = 4096

    private let limit: Int
    private var state = State.text
    private var introducer: UInt8 = 0
    private var body: [UInt8] = []

    /// - Parameter limit: the number of bytes to keep of a sequence.
    package init(limit: Int = longest) { self.limit = limit }

    /// Whether a sequence has begun and not ended.
    package var isWithinSequence: Bool { state != .text }

    /// Takes the next byte, and returns what it completes.
    package mutating func take(_ byte: UInt8) -> Piece? {
        if byte == 0x1B {
            if state == .stringEscape, isForTmux {
                state = .string
                return keep(byte)
            }
            (state, body) = state == .string ? (.stringEscape, body) : (.escape, [])
            return nil
        }
        // Cancelled.
        if byte == 0x18 || byte == 0x1A, state != .text { return end(nil) }
        switch state {
        case .text: return .byte(byte)
        case .escape: return takeEscape(byte)
        case .control:
            switch byte {
            case 0..<0x20, 0x7F: return .byte(byte)
            case 0x40..<0x7F: return end(.control(body, final: byte))
            default: return keep(byte)
            }
        case .string: return byte == 0x07 && !isForTmux ? end(.string(introducer, body)) : keep(byte)
        case .stringEscape:
            if byte == UInt8(ascii: "\\") { return end(.string(introducer, body)) }
            (state, body) = (.escape, [])
            return takeEscape(byte)
        }
    }

    /// `ESC P tmux; … ESC \`: each escape of what is meant for the outer terminal is doubled, and ends nothing.
    private var isForTmux: Bool { introducer == UInt8(ascii: "P") && body.starts(with: "tmux;".utf8) }

    private mutating func takeEscape(_ byte: UInt8) -> Piece? {
        switch byte {
        case 0..<0x20, 0x7F: return .byte(byte)
        case UInt8(ascii: "[") where body.isEmpty: state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            guard body.isEmpty else { return end(.escape(body, final: byte)) }
            (state, introducer) = (.string, byte)
        case 0x20...0x2F: return keep(byte)
        default: return end(.escape(body, final: byte))
        }
        return nil
    }

    private mutating func keep(_ byte: UInt8) -> Piece? {
        if body.count < limit {
            body.append(byte)
            return nil
        }
        return state == .string ? nil : end(nil)
    }

    private mutating func end(_ piece: Piece?) -> Piece? {
        (state, body) = (.text, [])
        return piece
    }
}
