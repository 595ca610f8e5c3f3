/// Words that mean the same on every page in lines.
enum SpokenWord {
    private static let closing: Set<String> = {
        let words = [Phrase.close, .quit].flatMap { phrase in
            Language.allCases.map { SpokenLine.words($0[phrase]).lowercased() }
        }
        return Set(words + ["q"])
    }()

    /// Whether the line is a way to leave: `q`, `close`, `quit`, in any language.
    static func closes(_ line: String) -> Bool { closing.contains(line.lowercased()) }

    /// Whether the line asks for the whole page.
    static func lists(_ line: String) -> Bool { ["list", "列表", "清单", "清單"].contains(line.lowercased()) }

    private static let keys: [String: KeyEvent] = [
        "enter": .enter, "esc": .escape, "escape": .escape, "tab": .tab, "shift-tab": .backTab, "space": " ",
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page up": .pageUp,
        "page down": .pageDown,
    ]

    /// The key that is called so where somebody is told to press it, in lower case: "f4", "enter", "x".
    static func key(_ words: String) -> KeyEvent? {
        if let key = keys[words] { return key }
        if words.hasPrefix("f"), let number = Int(words.dropFirst()), 1...12 ~= number { return .function(number) }
        let scalars = words.unicodeScalars
        return scalars.count == 1 ? scalars.first.map { .character($0) } : nil
    }
}
