/// Reads what a program writes to a terminal as text and control sequences; both may be cut anywhere.
///
///     var reader = ControlReader()
///     reader.read(Array("\u{1B}[?2004h\u{7}".utf8))      // [.sequence("?2004", "h"), .bell]
package struct ControlReader {
    package enum Part: Equatable {
        /// What is drawn, and line ends.
        case text
        case bell
        /// `CSI`: all between the introducer and the final character, and that.
        case sequence(String, Character)
        /// `OSC`, without its end.
        case command(String)
        /// `DCS`, without its end.
        case device(String)
        /// `ESC` and what follows, such as `c` or `7`.
        case escape(String)
    }

    /// No sequence that a terminal knows is longer; a picture's or clipboard's rest is dropped.
    private static let longest = 1 << 20

    private enum State {
        case ground, escape, sequence
        /// A string, which began with this character.
        case string(UInt8, isEnding: Bool)
    }

    private var state = State.ground
    private var bytes: [UInt8] = []

    package init() {}

    package mutating func read(_ input: some Sequence<UInt8>) -> [Part] {
        var parts: [Part] = []
        for byte in input {
            guard let part = take(byte), !(part == .text && parts.last == .text) else { continue }
            parts.append(part)
        }
        return parts
    }

    private mutating func take(_ byte: UInt8) -> Part? {
        switch state {
        case .ground: return ground(byte)
        case .escape:
            if byte == 0x1B { return nil }
            return escape(byte)
        case .sequence:
            switch byte {
            case 0x1B: begin(.escape)
            case 0x18, 0x1A: begin(.ground)
            case 0x40...0x7E:
                defer { begin(.ground) }
                return .sequence(String(decoding: bytes, as: UTF8.self), Character(Unicode.Scalar(byte)))
            case 0x20...0x3F: keep(byte)
            default: break
            }
            return nil
        case .string(let kind, let isEnding): return string(byte, kind, isEnding)
        }
    }

    private mutating func ground(_ byte: UInt8) -> Part? {
        switch byte {
        case 0x1B:
            begin(.escape)
            return nil
        case 0x07: return .bell
        case 0x0A...0x0D, 0x20...0x7E, 0x80...0xFF: return .text
        default: return nil
        }
    }

    private mutating func escape(_ byte: UInt8) -> Part? {
        switch byte {
        case UInt8(ascii: "["): begin(.sequence)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            begin(.string(byte, isEnding: false))
        // Such as the choice of a character set: one more follows.
        case 0x20...0x2F: keep(byte)
        case 0x30...0x7E:
            keep(byte)
            defer { begin(.ground) }
            return .escape(String(decoding: bytes, as: UTF8.self))
        default: begin(.ground)
        }
        return nil
    }

    private mutating func string(_ byte: UInt8, _ kind: UInt8, _ isEnding: Bool) -> Part? {
        if isEnding {
            let part = whole(kind)
            begin(byte == UInt8(ascii: "\\") ? .ground : .escape)
            // Another sequence has begun in place of the end.
            return byte == UInt8(ascii: "\\") ? part : part ?? escape(byte)
        }
        switch byte {
        case 0x1B: state = .string(kind, isEnding: true)
        case 0x07 where kind == UInt8(ascii: "]"):
            defer { begin(.ground) }
            return whole(kind)
        case 0x18, 0x1A: begin(.ground)
        default: keep(byte)
        }
        return nil
    }

    private func whole(_ kind: UInt8) -> Part? {
        let text = String(decoding: bytes, as: UTF8.self)
        return switch kind {
        case UInt8(ascii: "]"): .command(text)
        case UInt8(ascii: "P"): .device(text)
        default: nil
        }
    }

    private mutating func begin(_ state: State) {
        self.state = state
        bytes = []
    }

    private mutating func keep(_ byte: UInt8) {
        if bytes.count < Self.longest { bytes.append(byte) }
    }
}
