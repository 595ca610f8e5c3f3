/// Sentences that hold a name or a number.
extension Language {
    /// The alert over the loading page.
    public func alertMessage(service: SafeText) -> SafeText {
        self[
            Phrase(
                "\(service) could not be reached. Check the network and try again.",
                "无法连接到\(service)。请检查网络后重试。", "無法連線至\(service)。請檢查網路後再試一次。")]
    }

    /// The notice over the start page where the page asked for is not in the package.
    public func pageMissing(_ page: SafeText) -> SafeText {
        self[
            Phrase(
                "There is no page \(page). This is the start page.", "没有页面 \(page)，已显示首页。", "沒有頁面 \(page)，已顯示首頁。")]
    }

    /// The question before an address outside the program is opened.
    public func openExternal(_ address: SafeText) -> SafeText {
        self[Phrase("Enter opens \(address)", "按 Enter 打开 \(address)", "按 Enter 開啟 \(address)")]
    }

    /// The desktop has nothing to open an address with; it is shown, so that it can be copied.
    public func cannotOpen(_ address: SafeText) -> SafeText {
        self[Phrase("Nothing here opens \(address)", "此处无法打开 \(address)", "此處無法開啟 \(address)")]
    }

    /// Where the reader is: whole per cents, 0…100.
    public func position(percent: Int) -> SafeText {
        let value = min(100, max(0, percent))
        return SafeText(alreadySafe: String(repeating: " ", count: 3 - String(value).count) + "\(value) %")
    }

    /// The code beside an error: "Code 10009".
    public func code(_ code: LaunchCode) -> SafeText {
        self[Phrase("Code \(code.rawValue)", "代码 \(code.rawValue)", "代碼 \(code.rawValue)")]
    }

    // MARK: Plain lines

    /// A line of progress: " 42 %  Downloading".
    public func plainProgress(percent: Int, label: SafeText) -> SafeText {
        position(percent: percent) + "  " + label
    }

    public func plainReady(_ app: SafeText, version: SafeText) -> SafeText {
        self[Phrase("\(app) \(version) is ready", "\(app) \(version) 已就绪", "\(app) \(version) 已就緒")]
    }

    /// The last line of a launch that failed: "error 10009: Mini program download failed (cause)".
    public func plainFailed(_ failure: LaunchFailure) -> SafeText {
        let message = message(failure)
        let cause = self[failure.reason]
        let number = failure.code.rawValue
        return self[Phrase("error \(number): \(message)", "错误 \(number)：\(message)", "錯誤 \(number)：\(message)")]
            + (cause.isEmpty ? "" : self[Phrase(" (\(cause))", "（\(cause)）", "（\(cause)）")])
    }

    public var plainClosed: SafeText { self[Phrase("Closed before it was ready", "就绪前已关闭", "就緒前已關閉")] }
}
