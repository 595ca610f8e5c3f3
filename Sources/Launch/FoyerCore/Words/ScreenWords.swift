/// The words of buttons and footers that screens share.
extension Phrase {
    package static let page = Phrase("Page", "翻页", "翻頁")

    /// Leave the page, and what it was doing.
    public static let close = Phrase("Close", "关闭", "關閉")
    /// Try again.
    public static let reload = Phrase("Reload", "重新加载", "重新載入")
    /// More about it.
    public static let details = Phrase("Details", "详情", "詳細資料")
    /// A text about a failure, for a bug report.
    package static let diagnosis = Phrase("Diagnosis", "诊断", "診斷")
    /// To the page before.
    public static let back = Phrase("Back", "返回", "返回")
    /// Follow a link, or start a program.
    public static let open = Phrase("Open", "打开", "開啟")
    package static let scroll = Phrase("Scroll", "滚动", "捲動")
    /// The list of keys.
    public static let keys = Phrase("Keys", "按键", "按鍵")
    /// Leave the program.
    public static let quit = Phrase("Quit", "退出", "結束")
    package static let ok = Phrase("OK", "确定", "確定")
    package static let cancel = Phrase("Cancel", "取消", "取消")
    /// To the page after this one.
    public static let next = Phrase("Next", "下一个", "下一個")
}
