/// Characters that people take for others, such as a curly apostrophe for a straight one.
enum LookAlikes {
    /// The plain character or characters that it looks like; itself if there are none.
    static func plain(_ character: Character) -> String {
        if let known = table[character] { return known }
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
            return String(character)
        }
        // The wide forms of ASCII.
        if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
            return String(Character(narrow))
        }
        return String(character)
    }

    /// As it is named for people: `’ (U+2019)`.
    static func name(_ character: Character) -> String {
        "\(character) (\(character.unicodeScalars.map(code).joined(separator: " ")))"
    }

    /// Such as `U+00A0`.
    static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static let groups: KeyValuePairs<String, String> = [
        "'": "‘’‛′´`ʼ＇", "\"": "“”„‟″«»＂", "-": "‐‑‒–—―−⁃－─", "...": "…", ".": "․。．", ",": "，، ‚", ":": "：∶ː",
        ";": "；", "!": "！ǃ", "?": "？", "(": "（", ")": "）", "/": "∕⁄／", "*": "∗✱＊", "x": "×хχ", "|": "│┃∣｜", "~": "∼～",
        "<": "‹〈＜", ">": "›〉＞", "0": "OoОоΟο", "1": "lIıІ", "a": "аα", "c": "сϲ", "e": "еε", "i": "іι", "j": "ј",
        "p": "рρ", "s": "ѕ", "y": "уγ", "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "K": "КΚ", "M": "МΜ",
        "N": "Ν", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "ҮΥ", "Z": "Ζ", "fi": "ﬁ", "fl": "ﬂ", "ff": "ﬀ",
        "•": "·∙⋅●◦",
    ]

    private static let table: [Character: String] = {
        var table: [Character: String] = [:]
        for (plain, others) in groups {
            for other in others { table[other] = plain }
        }
        return table
    }()
}
