import Foyer

extension ScenarioResult {
    /// The reason beside the screen, where both have room; else one below the other.
    ///
    /// - Parameter columns: of the terminal.
    func report(_ language: Language, beside columns: Int) -> String {
        let room = columns - 1 - screen.size.columns - 3
        guard room >= 24, let failure, failure.reason.difference == nil, failure.more.isEmpty else {
            return report(language, columns: columns)
        }
        let place = failure.step.map { ":\($0.line): \($0.summary)" } ?? ""
        let texts = [SafeText("\(file)\(place)"), ""] + failure.phrases.map { language[$0] }
        let reason = texts.flatMap { text -> [String] in
            let lines = TextWrap.lines(TextWrap.styled(text, .text), width: room)
            return lines.isEmpty ? [""] : lines.map(Self.text)
        }
        var rows = screen.textLines
        while rows.last == "" { rows.removeLast() }
        let lines = (0..<max(reason.count, rows.count)).map { index -> String in
            let left = index < reason.count ? reason[index] : ""
            let gap = String(repeating: " ", count: max(0, room - SafeText(left).columns))
            return left + gap + " │ " + (index < rows.count ? rows[index] : "")
        }
        return lines.joined(separator: "\n")
    }
    private static func text(_ line: [StyledGlyph]) -> String {
        var text = String.UnicodeScalarView()
        for glyph in line { text.append(contentsOf: glyph.glyph.scalars) }
        return String(text)
    }
}
