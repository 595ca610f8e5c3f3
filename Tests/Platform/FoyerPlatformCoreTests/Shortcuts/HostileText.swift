import TestSupport

/// Text that tries to break out of its context.
enum HostileText {
    static let pieces = [
        "a", "Tea House", " ", "  ", "\"", "'", "`", "$", "\\", "\\n", "\n", "\r\n", "\t", "%", "%%", "%u", "%41", ";",
        "=",
        "#", "[", "]", "<", ">", "&", "&lt;", "</script>", "</title>", "<!--", "-->", "<img src=x onerror=alert(1)>",
        "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{FEFF}", "שלום", "مرحبا", "👩‍🚀", "é",
        "e\u{301}",
        "茶", "|", "~", "*", "?", "(", ")", "$(id)", "`id`", "${HOME}", "\u{FFFD}",
    ]

    static func text(using generator: inout SplitMix64, pieces: [String] = pieces) -> String {
        (0..<Int.random(in: 0...6, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    /// Without characters that a desktop entry cannot express.
    static let writable = pieces.filter { piece in
        piece.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || "\n\r\t".unicodeScalars.contains($0) }
    }
}
