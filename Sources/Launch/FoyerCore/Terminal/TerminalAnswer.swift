/// One answer of a terminal, or one report that it sent unasked.
package enum TerminalAnswer: Hashable, Sendable {
    /// Its own name (XTVERSION).
    case name(String)
    /// Whether a 24-bit colour came back as it was set (DECRQSS), or its description has such colours (XTGETTCAP).
    case exactColors(Bool)
    /// The 24-bit colour came back as one of 256.
    case indexedColors
    /// The cursor's shape (DECRQSS), a number of DECSCUSR.
    case cursorShape(Int)
    /// The colour of its background (OSC 11), as `0xRRGGBB`.
    case ground(UInt32)
    /// The colour of its text (OSC 10), as `0xRRGGBB`.
    case text(UInt32)
    /// Whether it knows a private mode (DECRQM).
    case mode(Int, isKnown: Bool)
    case cell(TerminalAnswers.PixelSize)
    /// Whether it accepted kitty's graphics query.
    case kittyGraphics(Bool)
    /// The number of colours in a sixel picture.
    case sixelRegisters(Int)
    /// The largest sixel picture.
    case sixelMaximum(TerminalAnswers.PixelSize)
    /// The kind of terminal (DA1): the last answer of a batch.
    case attributes(hasSixel: Bool, hasClipboard: Bool = false)
    /// The user has switched between light and dark; sent unasked (mode 2031).
    case scheme(isLight: Bool)
    /// An answer without useful content.
    case nothing
}

// MARK: - Reading one

extension TerminalAnswer {
    /// Reads a control sequence: the part between `ESC [` and its last byte.
    ///
    /// - Returns: `nil` if it is not an answer to any of the questions.
    init?(control body: ArraySlice<UInt8>, final: UInt8) {
        let isPrivate = body.first == UInt8(ascii: "?")
        let numbers = Self.numbers(isPrivate ? body.dropFirst() : body)
        switch (final, isPrivate) {
        case (UInt8(ascii: "c"), true):
            let abilities = numbers?.dropFirst() ?? []
            self = .attributes(hasSixel: abilities.contains(4), hasClipboard: abilities.contains(52))
        case (UInt8(ascii: "y"), true):
            guard body.last == UInt8(ascii: "$"), let numbers = Self.numbers(body.dropFirst().dropLast()) else {
                return nil
            }
            // 1 and 2: set and not set; 3: always set. 0 and 4 are of no use.
            self = numbers.count == 2 ? .mode(numbers[0], isKnown: (1...3).contains(numbers[1])) : .nothing
        case (UInt8(ascii: "S"), true): self = Self.graphics(numbers ?? [])
        case (UInt8(ascii: "n"), true):
            guard let numbers, numbers.first == 997 else { return nil }
            self =
                numbers == [997, 1] ? .scheme(isLight: false) : numbers == [997, 2] ? .scheme(isLight: true) : .nothing
        case (UInt8(ascii: "t"), false):
            guard let numbers, numbers.count > 1 else { return nil }
            guard numbers.count == 3, numbers[0] == 6, (1...500).contains(numbers[1]), (1...500).contains(numbers[2])
            else {
                self = .nothing
                return
            }
            self = .cell(TerminalAnswers.PixelSize(width: numbers[2], height: numbers[1]))
        default: return nil
        }
    }

    /// Reads a string that began with `ESC` and `introducer`, such as `11;rgb:0/0/0` after `]`.
    init(string body: [UInt8], introducer: UInt8) {
        let text = String(decoding: body, as: UTF8.self)
        switch introducer {
        case UInt8(ascii: "]"): self = Self.color(text)
        case UInt8(ascii: "_"): self = Self.kitty(text)
        default: self = Self.device(text)
        }
    }

    private static func device(_ text: String) -> TerminalAnswer {
        if text.hasPrefix(">|") {
            let name = text.unicodeScalars.dropFirst(2).filter { (0x20...0x7E).contains($0.value) }.prefix(64)
            return name.isEmpty ? .nothing : .name(String(String.UnicodeScalarView(name)))
        }
        let body = text.dropFirst(3)
        if text.hasPrefix("1$r") {
            if body.hasSuffix(" q") { return Int(body.dropLast(2)).map { .cursorShape($0) } ?? .nothing }
            guard body.hasSuffix("m") else { return .nothing }
            return hasIndex(body.dropLast()) ? .indexedColors : .exactColors(hasProbe(body.dropLast()))
        }
        guard text.hasPrefix("1+r") else { return .nothing }
        // RGB and Tc, in hexadecimal.
        let names = body.split(separator: ";").map { $0.prefix { $0 != "=" } }
        return names.contains("524742") || names.contains("5463") ? .exactColors(true) : .nothing
    }

    /// Whether the colour came back as it was set: `48:2::1:2:3`, `48:2:1:2:3` or `48;2;1;2;3`.
    private static func hasProbe(_ attributes: Substring) -> Bool {
        let wanted = TerminalQuestions.probe.map(String.init)
        let groups = attributes.split(separator: ";", omittingEmptySubsequences: false)
        for group in groups {
            let parts = group.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            if parts.count >= 5, parts[0] == "48", parts[1] == "2", Array(parts.suffix(3)) == wanted { return true }
        }
        let tail = groups.suffix(5).map(String.init)
        return tail == ["48", "2"] + wanted
    }

    /// Whether a number of the palette came back: `48:5:16` or `48;5;16`.
    private static func hasIndex(_ attributes: Substring) -> Bool {
        let parts = attributes.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }.suffix(3)
        return parts.dropLast().elementsEqual(["48", "5"]) && parts.last.flatMap { UInt8($0) } != nil
    }

    private static func kitty(_ text: String) -> TerminalAnswer {
        let parts = text.dropFirst().split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].split(separator: ",").contains("i=31") else { return .nothing }
        return .kittyGraphics(parts[1] == "OK")
    }

    private static func graphics(_ numbers: [Int]) -> TerminalAnswer {
        // The question; 0 for success; the value.
        guard numbers.count >= 3, numbers[1] == 0 else { return .nothing }
        switch numbers[0] {
        case 1 where numbers.count == 3 && numbers[2] >= 2: return .sixelRegisters(min(numbers[2], 65_536))
        case 2 where numbers.count == 4 && numbers[2] > 0 && numbers[3] > 0:
            return .sixelMaximum(
                TerminalAnswers.PixelSize(width: min(numbers[2], 65_535), height: min(numbers[3], 65_535)))
        default: return .nothing
        }
    }

    private static func color(_ text: String) -> TerminalAnswer {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let color = rgb(parts[1]) else { return .nothing }
        return parts[0] == "11" ? .ground(color) : .text(color)
    }

    /// X11's notations for colours: `rgb:1/22/333`, `rgba:1/22/333/4444`, `#rrggbb`.
    static func rgb(_ text: Substring) -> UInt32? {
        if text.first == "#", text.utf8.count == 7 { return UInt32(text.dropFirst(), radix: 16) }
        guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:"), let colon = text.firstIndex(of: ":") else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count) else { return nil }
        var color: UInt32 = 0
        for part in parts.prefix(3) {
            guard (1...4).contains(part.utf8.count), part.first != "+", part.first != "-",
                let value = UInt32(part, radix: 16)
            else { return nil }
            let most = UInt32(1) << UInt32(part.utf8.count * 4) - 1
            color = color << 8 | (value * 255 + most / 2) / most
        }
        return color
    }

    /// Numbers separated by semicolons, each below a million; a missing one is 0. `nil` for anything else.
    private static func numbers(_ body: ArraySlice<UInt8>) -> [Int]? {
        var numbers = [0]
        for byte in body {
            switch byte {
            case 0x30...0x39:
                let last = numbers.count - 1
                numbers[last] = min(numbers[last] * 10 + Int(byte - 0x30), 999_999)
            case UInt8(ascii: ";"): numbers.append(0)
            default: return nil
            }
        }
        return numbers
    }
}
