/// The way from a splash to the command behind it, in bytes: what leaves the splash's screen goes out together with what the
/// command writes first, so that nobody sees the shell in between.
///
/// Where the command enters the alternate screen itself, the terminal does not leave it: what stood there is cleared, as
/// entering would have done. A command that goes on writing where the cursor was (`less`) needs the cursor's former place, which
/// only leaving brings back: for that one the terminal leaves and enters within one write.
///
///     var screen = ScreenHandOver(leaving: bytes)
///     toTerminal += screen.take(history)
///     toTerminal += screen.giveUp()         // once it has been waited for long enough
package struct ScreenHandOver: Equatable, Sendable {
    private static let leave = Array("\u{1B}[?1049l".utf8)
    private static let enter = Array("\u{1B}[?1049h".utf8)
    private static let clear = Array("\u{1B}[m\u{1B}[2J".utf8)

    /// What leaves everything but the screen; empty once it has been handed out.
    private var head: [UInt8]
    /// Whether the screen is still ours.
    package private(set) var isHeld: Bool
    private var reader = OutputReader()

    /// - Parameter leaving: what undoes all modes of the splash.
    package init(leaving: [UInt8]) {
        head = leaving
        isHeld = false
        guard let place = leaving.firstRange(of: Self.leave) else { return }
        head.removeSubrange(place)
        isHeld = true
    }

    /// What the terminal gets for bytes of the command.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        defer { head = [] }
        guard isHeld else { return head + bytes }
        var passed = head
        for (index, byte) in bytes.enumerated() {
            guard let piece = reader.take(byte) else { continue }
            if piece.isNeutral {
                passed += piece.bytes
                continue
            }
            isHeld = false
            let rest = bytes[(index + 1)...]
            let staysOnScreen = piece.bytes == Self.enter && Self.addressesCursor(rest)
            return passed + (staysOnScreen ? Self.clear : Self.leave + piece.bytes) + rest
        }
        return passed
    }

    /// Leaves the screen though the command has written nothing.
    package mutating func giveUp() -> [UInt8] {
        defer { (head, isHeld) = ([], false) }
        return head + (isHeld ? Self.leave : []) + reader.rest()
    }

    /// Whether the cursor is moved to a place of its own before anything depends on where it is.
    private static func addressesCursor(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = OutputReader()
        for byte in bytes {
            guard let piece = reader.take(byte), !piece.isNeutral else { continue }
            if !piece.setsRendition { return piece.setsCursor }
        }
        return false
    }
}

/// Cuts a program's output into pieces: characters, and sequences as a whole.
private struct OutputReader: Equatable, Sendable {
    private static let longest = 4096
    private enum State { case text, escape, intermediate, control, string, stringEscape }

    private var state = State.text
    private var bytes: [UInt8] = []

    /// A piece that the byte completes.
    mutating func take(_ byte: UInt8) -> OutputPiece? {
        bytes.append(byte)
        if bytes.count >= Self.longest || byte == 0x18 || byte == 0x1A { return end() }
        switch state {
        case .text:
            guard byte == 0x1B else { return end() }
            state = .escape
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                state = .string
            case 0x20...0x2F: state = .intermediate
            default: return end()
            }
        case .intermediate: if !(0x20...0x2F).contains(byte) { return end() }
        case .control: if (0x40...0x7E).contains(byte) || byte < 0x20 { return end() }
        case .string:
            if byte == 0x07 { return end() }
            if byte == 0x1B { state = .stringEscape }
        case .stringEscape: return end()
        }
        return nil
    }

    /// What is unfinished.
    mutating func rest() -> [UInt8] {
        defer { (bytes, state) = ([], .text) }
        return bytes
    }

    private mutating func end() -> OutputPiece { OutputPiece(bytes: rest()) }
}

private struct OutputPiece {
    /// Modes that move the cursor, or change or clear the screen.
    private static let screens: Set<Int> = [3, 6, 47, 1047, 1048, 1049]

    let bytes: [UInt8]

    private var isControl: Bool { bytes.starts(with: [0x1B, UInt8(ascii: "[")]) }
    private var body: ArraySlice<UInt8> { bytes.dropFirst(2).dropLast() }
    private var numbers: [Int] {
        body.filter { (0x30...0x3B).contains($0) }.split(separator: UInt8(ascii: ";"))
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether it means the same on either screen, wherever the cursor is.
    var isNeutral: Bool {
        guard bytes.count > 1, let final = bytes.last else { return false }
        switch bytes[1] {
        case UInt8(ascii: "]"), UInt8(ascii: "P"): return true
        case UInt8(ascii: "="), UInt8(ascii: ">"): return bytes.count == 2
        case UInt8(ascii: "["): break
        default: return false
        }
        switch final {
        case UInt8(ascii: "h"), UInt8(ascii: "l"):
            return body.first == UInt8(ascii: "?") && !numbers.contains(where: Self.screens.contains)
        case UInt8(ascii: "c"), UInt8(ascii: "t"): return true
        case UInt8(ascii: "m"), UInt8(ascii: "q"), UInt8(ascii: "u"): return body.first.map { $0 >= 0x3C } ?? false
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
        default: return false
        }
    }

    /// Whether it moves the cursor to a place that does not depend on where it is.
    var setsCursor: Bool {
        guard isControl, let final = bytes.last else { return false }
        switch final {
        case UInt8(ascii: "H"), UInt8(ascii: "f"): return true
        case UInt8(ascii: "r"): return body.first != UInt8(ascii: "?")
        default: return false
        }
    }

    /// Whether it only changes how things are drawn.
    var setsRendition: Bool {
        if bytes.count == 3, bytes[0] == 0x1B, (0x28...0x2B).contains(bytes[1]) { return true }
        guard isControl, let final = bytes.last else { return false }
        return final == UInt8(ascii: "m") || final == UInt8(ascii: "l") && body == [UInt8(ascii: "4")]
            || final == UInt8(ascii: "J") && body == [UInt8(ascii: "2")]
    }
}
