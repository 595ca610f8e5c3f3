import Foyer

/// What programs ask their terminal, in words.
extension Phrase {
    static func unanswered(_ question: String) -> Phrase {
        guard let meaning = meaning(of: question) else {
            return Phrase(
                "The program waits for an answer to \(question).", "程序在等待对 \(question) 的应答。",
                "程式在等待對 \(question) 的回應。")
        }
        return Phrase(
            "The program waits for an answer to \(question) (\(meaning.english)).",
            "程序在等待对 \(question)（\(meaning.simplified)）的应答。", "程式在等待對 \(question)（\(meaning.traditional)）的回應。")
    }

    /// - Parameter question: as `TerminalReport.Question` writes it.
    /// - Returns: `nil` for a question that only its program knows.
    private static func meaning(of question: String) -> Phrase? {
        if let known = meanings[question] { return known }
        let words = question.split(separator: " ")
        if question.hasSuffix("$ p") {
            let mode = words.dropFirst().filter { $0 != "?" }.prefix(1).joined()
            return Phrase("whether mode \(mode) is on", "模式 \(mode) 是否开启", "模式 \(mode) 是否開啟")
        }
        switch words.prefix(2).joined(separator: " ") {
        case "OSC 4": return Phrase("a colour of the palette", "调色板中的颜色", "調色盤中的顏色")
        case "OSC 52": return Phrase("what is in the clipboard", "剪贴板的内容", "剪貼簿的內容")
        default: return nil
        }
    }

    private static let meanings: [String: Phrase] = {
        let kind = Phrase("which terminal it is", "是哪种终端", "是哪種終端機")
        let version = Phrase("which version of which terminal it is", "是哪种终端的哪个版本", "是哪種終端機的哪個版本")
        let cursor = Phrase("where the cursor is", "光标在哪里", "游標在哪裡")
        return [
            "CSI c": kind, "CSI 0 c": kind, "CSI > c": version, "CSI > 0 c": version, "CSI > q": version,
            "CSI > 0 q": version, "CSI 6 n": cursor, "CSI ? 6 n": cursor,
            "CSI 5 n": Phrase("whether the terminal is well", "终端是否正常", "終端機是否正常"),
            "CSI ? u": Phrase("which keys of its keyboard it tells apart", "能区分键盘上的哪些键", "能區分鍵盤上的哪些鍵"),
            "CSI 14 t": Phrase("the size of the window in pixels", "窗口的像素尺寸", "視窗的像素尺寸"),
            "CSI 15 t": Phrase("the size of the display in pixels", "显示器的像素尺寸", "顯示器的像素尺寸"),
            "CSI 16 t": Phrase("the size of a cell in pixels", "单元格的像素尺寸", "儲存格的像素尺寸"),
            "CSI 18 t": Phrase("the size in rows and columns", "行数和列数", "列數和欄數"),
            "CSI 19 t": Phrase("the size of the display in rows and columns", "显示器可容纳的行数和列数", "顯示器可容納的列數和欄數"),
            "CSI 21 t": Phrase("the title of the window", "窗口的标题", "視窗的標題"),
            "OSC 10 ; ?": Phrase("the colour of the text", "文字的颜色", "文字的顏色"),
            "OSC 11 ; ?": Phrase("the colour of the background", "背景的颜色", "背景的顏色"),
            "OSC 12 ; ?": Phrase("the colour of the cursor", "光标的颜色", "游標的顏色"),
            "DCS $ q": Phrase("a setting of the terminal", "终端的一项设置", "終端機的一項設定"),
            "DCS + q": Phrase("what the terminal can do", "终端具备的能力", "終端機具備的能力"),
        ]
    }()
}
