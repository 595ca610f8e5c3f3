import FoyerCore

/// The words around pop-ups.
extension Phrase {
    package static let popupWaits = Phrase("Asking for the pop-up", "正在请求弹窗", "正在請求彈窗")
    static let popupPictureLate = Phrase(
        "The pop-up's picture is late. It is being fetched for the next start.", "弹窗的图片来得太晚，正在为下次启动获取。",
        "彈窗的圖片來得太晚，正在為下次啟動取得。")

    /// Why no card was shown.
    package static func popupAbsence(_ absence: PopupAbsence) -> Phrase {
        switch absence {
        case .none: Phrase("there is none", "没有弹窗", "沒有彈窗")
        case .failed: Phrase("it could not be loaded", "无法加载", "無法載入")
        case .notYet: Phrase("its time has not come", "尚未到展示时间", "尚未到顯示時間")
        case .over: Phrase("its time is over", "展示时间已过", "顯示時間已過")
        case .seen: Phrase("it has been shown", "已经展示过", "已經顯示過")
        case .late: Phrase("it came too late", "来得太晚", "來得太晚")
        case .noRoom: Phrase("the screen is too small", "屏幕太小", "螢幕太小")
        }
    }
}

extension Language {
    /// The first sentence of a card in lines.
    func popup(_ title: SafeText) -> SafeText {
        let title = SpokenLine.words(title)
        return self[Phrase("Pop-up: \(title)", "弹窗：\(title)", "彈窗：\(title)")]
    }

    /// A pop-up in lines: its title, its text, its buttons and where they lead.
    package func plainPopup(_ data: PopupData) -> [SafeText] {
        let texts = [data.title, data.text].map { SafeText($0) }.filter { !$0.isEmpty }
        return texts + data.buttons.map { "[\(SafeText($0.label))] \(SafeText($0.openURL))" }
    }

    /// The last line of a pop-up that was not shown: "evening: it has been shown".
    package func plainPopup(_ key: SafeText, absence: PopupAbsence) -> SafeText {
        let word = self[.popupAbsence(absence)]
        let line = self[Phrase("\(key): \(word)", "\(key)：\(word)", "\(key)：\(word)")]
        guard case .failed(let cause) = absence else { return line }
        let text = self[cause]
        return line + self[Phrase(" (\(text))", "（\(text)）", "（\(text)）")]
    }
}
