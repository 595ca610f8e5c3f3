/// Lines for people who hear or feel them: sentences without decoration, wrapped at words.
package enum SpokenLine {
    /// The longest line, in columns.
    package static let columns = 78

    /// A sentence of its own: without decoration, and with a stop at its end.
    package static func sentence(_ text: SafeText, _ language: Language) -> String {
        let words = words(text)
        guard let last = words.last else { return "" }
        if stops.contains(last) { return words }
        return words + (language == .english ? "." : "。")
    }

    /// The text without signs that only decorate: boxes, blocks, dots, arrows, pictographs.
    package static func words(_ text: SafeText) -> String {
        var result = String.UnicodeScalarView()
        var hasGap = false
        for scalar in text.string.unicodeScalars {
            switch part(of: scalar) {
            case .gap: hasGap = true
            case .separator:
                // " · " between two facts.
                if !result.isEmpty, result.last != "," { result.append(",") }
                hasGap = true
            case .sign:
                if hasGap, !result.isEmpty { result.append(" ") }
                hasGap = false
                result.append(scalar)
            case .nothing: break
            }
        }
        while result.last == "," { result.removeLast() }
        return String(result)
    }

    private enum Part { case sign, gap, separator, nothing }

    private static func part(of scalar: Unicode.Scalar) -> Part {
        if scalar.value < 0x7F { return scalar == " " ? .gap : .sign }
        switch scalar {
        case "·", "•", "‧", "・": return .separator
        case "\u{FE0E}", "\u{FE0F}": return .nothing
        default: break
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .gap
        case .control, .format, .surrogate, .privateUse, .unassigned: return .nothing
        // Degrees and trade marks are said; arrows, boxes, blocks, braille and pictographs are not.
        case .otherSymbol: return scalar.value < 0x2190 ? .sign : .gap
        case .mathSymbol, .modifierSymbol: return .gap
        default: return .sign
        }
    }

    private static let stops: Set<Character> = [".", "!", "?", ":", "…", "。", "！", "？", "：", "\""]

    /// How many words a line takes to be heard; two ideographs are as long as a word.
    static func words(in line: String) -> Int {
        let ideographs = line.count(where: isIdeograph)
        return line.split(separator: " ").count { $0.contains { !isIdeograph($0) } } + ideographs / 2
    }

    // MARK: - Lines

    /// The text in lines of at most 78 columns: broken at spaces and between ideographs, inside a word only if it is
    /// longer than a line.
    package static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var (line, width, breakAt) = ([Character](), 0, 0)
        func columns(_ characters: some Collection<Character>) -> Int {
            characters.reduce(0) { $0 + SafeText(alreadySafe: String($1)).columns }
        }
        for character in text {
            let wide = SafeText(alreadySafe: String(character)).columns
            if let last = line.last, canBreak(last, character) { breakAt = line.count }
            if width + wide > Self.columns, !line.isEmpty, character != " " {
                let end = breakAt > 0 ? breakAt : line.count
                lines.append(trimmed(line[..<end]))
                line.removeFirst(end)
                while line.first == " " { line.removeFirst() }
                width = columns(line)
                breakAt = 0
            }
            line.append(character)
            width += wide
        }
        if !line.isEmpty { lines.append(trimmed(line[...])) }
        return lines
    }

    private static func trimmed(_ line: ArraySlice<Character>) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    private static func canBreak(_ left: Character, _ right: Character) -> Bool {
        if left == " " { return right != " " }
        if right == " " || closing.contains(right) || opening.contains(left) { return false }
        return isIdeograph(left) || isIdeograph(right)
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        SafeText(alreadySafe: String(character)).columns == 2
    }

    private static let closing = Set("，。、；：？！）」』】》〉…—,.;:?!)]}%")
    private static let opening = Set("（「『【《〈([{")
}
