/// What a terminal says of itself to a program that asks.
package struct TerminalIdentity: Sendable {
    /// The default colours, `0xRRGGBB`.
    package var text: UInt32
    package var ground: UInt32
    /// The value of `TERM`.
    package var type: String
    /// How many colours a program may name by a number, and whether it may name any other.
    package var colors: Int
    package var hasDirectColors: Bool
    /// The size of a cell in pixels.
    package var cell: (width: Int, height: Int)

    package init(
        text: UInt32, ground: UInt32, type: String = "xterm-256color", colors: Int = 256, hasDirectColors: Bool = true,
        cell: (width: Int, height: Int) = (10, 20)
    ) {
        (self.text, self.ground, self.type, self.colors) = (text, ground, type, colors)
        (self.hasDirectColors, self.cell) = (hasDirectColors, cell)
    }
}

extension TerminalIdentity {
    /// The answer to XTVERSION.
    static let version = "\u{1B}P>|Foyer\u{1B}\\"

    /// The answer to `OSC 10 ; ?` or `OSC 11 ; ?`; `nil` to any other.
    ///
    /// - Parameter end: what ended the question, which ends the answer as well.
    func answer(command: String, end: String) -> String? {
        let color: UInt32
        switch command {
        case "10;?": color = text
        case "11;?": color = ground
        default: return nil
        }
        let parts = [color >> 16, color >> 8, color].map { part in
            let digits = String(part & 0xFF, radix: 16)
            return String(repeating: digits.count == 1 ? "0" + digits : digits, count: 2)
        }
        return "\u{1B}]\(command.dropLast())rgb:\(parts.joined(separator: "/"))\(end)"
    }

    /// The answers to XTGETTCAP, one for each name.
    ///
    /// - Parameter names: in hexadecimal digits, parted by semicolons.
    func answer(capabilities names: Substring) -> String {
        names.split(separator: ";").prefix(64).map { name in
            guard let value = capability(Self.text(ofHex: name)) else { return "\u{1B}P0+r\(name)\u{1B}\\" }
            let digits = value.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\u{1B}P1+r\(name)=\(digits)\u{1B}\\"
        }.joined()
    }

    private func capability(_ name: String) -> String? {
        switch name {
        case "TN", "name": type
        case "Co", "colors": "\(colors)"
        case "RGB": hasDirectColors ? "8/8/8" : nil
        default: nil
        }
    }

    private static func text(ofHex digits: Substring) -> String {
        var (bytes, rest) = ([UInt8](), digits[...])
        while rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The answer to `CSI 14 t` or `CSI 18 t`; `nil` to any other.
    func answer(window question: Int, columns: Int, rows: Int) -> String? {
        switch question {
        case 14: "\u{1B}[4;\(rows * cell.height);\(columns * cell.width)t"
        case 18: "\u{1B}[8;\(rows);\(columns)t"
        default: nil
        }
    }
}

/// Which modes a program has set, for DECRQM.
struct TerminalModes {
    private static let knownPrivate: Set = [
        1, 5, 6, 7, 9, 12, 25, 47, 69, 1000, 1002, 1003, 1004, 1005, 1006, 1047, 1048, 1049, 2004, 2026,
    ]
    private static let known: Set = [4, 20]
    private var privateModes: Set = [7, 25]
    private var modes: Set<Int> = []

    mutating func set(_ mode: Int, isPrivate: Bool, isOn: Bool) {
        if isPrivate {
            if isOn { privateModes.insert(mode) } else { privateModes.remove(mode) }
        } else {
            if isOn { modes.insert(mode) } else { modes.remove(mode) }
        }
    }

    func answer(_ mode: Int, isPrivate: Bool) -> String {
        let isKnown = (isPrivate ? Self.knownPrivate : Self.known).contains(mode)
        let isOn = (isPrivate ? privateModes : modes).contains(mode)
        return "\u{1B}[\(isPrivate ? "?" : "")\(mode);\(isKnown ? isOn ? 1 : 2 : 0)$y"
    }
}

/// The flags of kitty's keyboard protocol, as a program has put them on a stack.
struct KeyboardFlags {
    private static let most = 16
    /// Keys that terminals cannot tell apart have sequences of their own; all keys have.
    private static let (apart, all) = (1, 8)

    private var stack: [Int] = []

    var current: Int { stack.last ?? 0 }
    /// Whether keys such as Escape have sequences of their own.
    var isApart: Bool { current & (Self.apart | Self.all) != 0 }
    /// Whether letters have, too.
    var hasAll: Bool { current & Self.all != 0 }

    mutating func push(_ flags: Int) { stack = stack.suffix(Self.most - 1) + [flags] }
    mutating func pop(_ count: Int) { stack.removeLast(min(stack.count, max(1, count))) }

    /// - Parameter way: 1 sets the flags, 2 adds, 3 takes away.
    mutating func change(_ flags: Int, way: Int) {
        let new = way == 3 ? current & ~flags : way == 2 ? current | flags : flags
        if stack.isEmpty { stack = [new] } else { stack[stack.count - 1] = new }
    }
}
