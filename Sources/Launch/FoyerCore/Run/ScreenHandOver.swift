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
    /// The modes that the command has set: they follow the leave, or go with the command's own screen.
    private var modes: [UInt8] = []
    /// The beginning of a sequence.
    private var begun: [UInt8] = []

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
            begun.append(byte)
            // A picture has megabytes, and no question is so long: the user's screen gets what has come of it.
            let isLong = begun.count > OutputParser.longest
            guard let meaning = parser.take(byte)?.meaning ?? (isLong ? .screen : nil) else { continue }
            defer { begun = [] }
            switch meaning {
            case .question where modes.isEmpty: passed += begun
            case .mode: modes += begun
            case .question, .screen:
                defer { (isHeld, modes) = (false, []) }
                let rest = bytes[(index + 1)...]
                if begun == Self.enter, Self.addressesCursor(rest) { return passed + Self.clear + modes + rest }
                return passed + Self.leave + modes + begun + rest
            }
        }
        return passed
    }

    /// Leaves the screen though the command has written nothing.
    package mutating func giveUp() -> [UInt8] {
        defer { (head, modes, begun, isHeld) = ([], [], [], false) }
        return head + (isHeld ? Self.leave : []) + modes + begun
    }

    /// Whether the cursor is moved to a place of its own before anything depends on where it is.
    private static func addressesCursor(_ bytes: ArraySlice<UInt8>) -> Bool {
        var parser = OutputParser()
        for byte in bytes {
            guard let piece = parser.take(byte), piece.meaning == .screen, !piece.isAnywhere else { continue }
            if !piece.setsRendition { return piece.setsCursor }
        }
        return false
    }
}

extension OutputParser.Piece {
    /// What a piece of a command's output has to do with the screen that it is written to.
    fileprivate enum Meaning {
        /// It asks the terminal something, and the command waits for the answer.
        case question
        /// It sets something of the terminal that both screens share.
        case mode
        /// It belongs to the screen: text, cursor, colours, pictures, marks, links, the clipboard, and all else.
        case screen
    }

    /// Modes that move the cursor, or change or clear the screen.
    private static let screens: Set<Int> = [3, 6, 47, 1047, 1048, 1049]
    /// What "window manipulation" (CSI t) reports, and what it keeps and puts back (the title).
    private static let windowReports = 11...21
    private static let titleStack = 22...23

    fileprivate var meaning: Meaning {
        switch self {
        case .byte: .screen
        case .escape(let body, let final):
            body.isEmpty && (final == UInt8(ascii: "=") || final == UInt8(ascii: ">")) ? .mode : .screen
        case .string(UInt8(ascii: "]"), let body): body.suffix(2) == Array(";?".utf8) ? .question : .screen
        case .string(UInt8(ascii: "P"), let body):
            body.starts(with: "+q".utf8) || body.starts(with: "$q".utf8) ? .question : .screen
        case .string: .screen
        case .control(let body, let final): Self.meaning(body, final)
        }
    }

    private static func meaning(_ body: [UInt8], _ final: UInt8) -> Meaning {
        let isPrivate = body.first.map { $0 >= 0x3C } ?? false
        let isAsked = body.first == UInt8(ascii: "?")
        let numbers = body.filter { (0x30...0x3B).contains($0) }.split(separator: UInt8(ascii: ";"))
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        switch final {
        case UInt8(ascii: "h"), UInt8(ascii: "l"):
            return isAsked && !numbers.contains(where: screens.contains) ? .mode : .screen
        case UInt8(ascii: "c"): return isAsked ? .mode : .question
        case UInt8(ascii: "t"):
            guard !isPrivate, let number = numbers.first else { return .screen }
            return windowReports.contains(number) ? .question : titleStack.contains(number) ? .mode : .screen
        case UInt8(ascii: "m"): return isAsked ? .question : isPrivate ? .mode : .screen
        case UInt8(ascii: "q"): return body.first == UInt8(ascii: ">") ? .question : .screen
        // Kitty keeps these keys for each screen.
        case UInt8(ascii: "u"), UInt8(ascii: "S"): return isAsked ? .question : .screen
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$") ? .question : .screen
        default: return .screen
        }
    }

    /// Whether it means the same wherever the cursor is.
    fileprivate var isAnywhere: Bool {
        switch self {
        case .string(let introducer, _): introducer == UInt8(ascii: "]")
        case .control(let body, let final): final == UInt8(ascii: "u") && (body.first.map { $0 >= 0x3C } ?? false)
        case .byte, .escape: false
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
