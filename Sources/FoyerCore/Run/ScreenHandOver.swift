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
    private var parser = OutputParser()
    /// What the terminal gets once it is clear what it is.
    private var held: [UInt8] = []

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
            held.append(byte)
            guard let piece = parser.take(byte) else { continue }
            defer { held = [] }
            if piece.isNeutral {
                passed += held
                continue
            }
            isHeld = false
            let rest = bytes[(index + 1)...]
            let staysOnScreen = held == Self.enter && Self.addressesCursor(rest)
            return passed + (staysOnScreen ? Self.clear : Self.leave + held) + rest
        }
        return passed
    }

    /// Leaves the screen though the command has written nothing.
    package mutating func giveUp() -> [UInt8] {
        defer { (head, held, isHeld) = ([], [], false) }
        return head + (isHeld ? Self.leave : []) + held
    }

    /// Whether the cursor is moved to a place of its own before anything depends on where it is.
    private static func addressesCursor(_ bytes: ArraySlice<UInt8>) -> Bool {
        var parser = OutputParser()
        for byte in bytes {
            guard let piece = parser.take(byte), !piece.isNeutral else { continue }
            if !piece.setsRendition { return piece.setsCursor }
        }
        return false
    }
}

extension OutputParser.Piece {
    /// Modes that move the cursor, or change or clear the screen.
    private static let screens: Set<Int> = [3, 6, 47, 1047, 1048, 1049]

    /// Whether it means the same on either screen, wherever the cursor is.
    fileprivate var isNeutral: Bool {
        switch self {
        case .byte: false
        case .escape(let body, let final): body.isEmpty && (final == UInt8(ascii: "=") || final == UInt8(ascii: ">"))
        case .string(let introducer, _): introducer == UInt8(ascii: "]") || introducer == UInt8(ascii: "P")
        case .control(let body, let final): Self.isNeutral(body, final)
        }
    }

    private static func isNeutral(_ body: [UInt8], _ final: UInt8) -> Bool {
        switch final {
        case UInt8(ascii: "h"), UInt8(ascii: "l"):
            let modes = body.filter { (0x30...0x3B).contains($0) }.split(separator: UInt8(ascii: ";"))
                .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            return body.first == UInt8(ascii: "?") && !modes.contains(where: screens.contains)
        case UInt8(ascii: "c"), UInt8(ascii: "t"): return true
        case UInt8(ascii: "m"), UInt8(ascii: "q"), UInt8(ascii: "u"): return body.first.map { $0 >= 0x3C } ?? false
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
        default: return false
        }
    }

    /// Whether it moves the cursor to a place that does not depend on where it is.
    fileprivate var setsCursor: Bool {
        guard case .control(let body, let final) = self else { return false }
        switch final {
        case UInt8(ascii: "H"), UInt8(ascii: "f"): return true
        case UInt8(ascii: "r"): return body.first != UInt8(ascii: "?")
        default: return false
        }
    }

    /// Whether it only changes how things are drawn.
    fileprivate var setsRendition: Bool {
        switch self {
        case .escape(let body, _): body.count == 1 && (0x28...0x2B).contains(body[0])
        case .control(let body, let final):
            final == UInt8(ascii: "m") || final == UInt8(ascii: "l") && body == [UInt8(ascii: "4")]
                || final == UInt8(ascii: "J") && body == [UInt8(ascii: "2")]
        case .byte, .string: false
        }
    }
}
