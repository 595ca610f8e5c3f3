import Foyer

/// Questions that programs ask their terminal, in words.
extension Phrase {
    static func unanswered(_ question: String) -> Phrase {
        guard let meaning = meaning(of: question) else {
            return Phrase("The program waits for an answer to \(question).")
        }
        return Phrase("The program waits for an answer to \(question) (\(meaning)).")
    }

    /// - Parameter question: as `TerminalReport.Question` writes it.
    /// - Returns: `nil` for a question that only its program knows.
    private static func meaning(of question: String) -> Phrase? {
        if let known = meanings[question] { return known }
        let words = question.split(separator: " ")
        if question.hasSuffix("$ p") {
            let mode = words.dropFirst().filter { $0 != "?" }.prefix(1).joined()
            return Phrase("whether mode \(mode) is on")
        }
        switch words.prefix(2).joined(separator: " ") {
        case "OSC 4": return Phrase("a colour of the palette")
        case "OSC 52": return Phrase("what is in the clipboard")
        default: return nil
        }
    }

    private static let meanings: [String: Phrase] = {
        let kind = Phrase("which terminal it is")
        let version = Phrase("which version of which terminal it is")
        let cursor = Phrase("where the cursor is")
        return [
            "CSI c": kind, "CSI 0 c": kind, "CSI > c": version, "CSI > 0 c": version, "CSI > q": version,
            "CSI > 0 q": version, "CSI 6 n": cursor, "CSI ? 6 n": cursor,
            "CSI 5 n": Phrase("whether the terminal is well"),
            "CSI ? u": Phrase("which keys of its keyboard it tells apart"),
            "CSI 14 t": Phrase("the size of the window in pixels"),
            "CSI 15 t": Phrase("the size of the display in pixels"),
            "CSI 16 t": Phrase("the size of a cell in pixels"),
            "CSI 18 t": Phrase("the size in rows and columns"),
            "CSI 19 t": Phrase("the size of the display in rows and columns"),
            "CSI 21 t": Phrase("the title of the window"),
            "OSC 10 ; ?": Phrase("the colour of the text"),
            "OSC 11 ; ?": Phrase("the colour of the background"),
            "OSC 12 ; ?": Phrase("the colour of the cursor"),
            "DCS $ q": Phrase("a setting of the terminal"),
            "DCS + q": Phrase("what the terminal can do"),
        ]
    }()
}
