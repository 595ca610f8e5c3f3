/// The words of buttons, footers and pages.
extension Phrase {
    public static let close = Phrase("Close", "关闭", "關閉")
    public static let reload = Phrase("Reload", "重新加载", "重新載入")
    public static let details = Phrase("Details", "详情", "詳細資料")
    public static let back = Phrase("Back", "返回", "返回")
    public static let open = Phrase("Open", "打开", "開啟")
    public static let scroll = Phrase("Scroll", "滚动", "捲動")
    public static let keys = Phrase("Keys", "按键", "按鍵")
    public static let quit = Phrase("Quit", "退出", "結束")
    public static let skip = Phrase("Skip", "跳过", "略過")
    public static let ok = Phrase("OK", "确定", "確定")
    public static let cancel = Phrase("Cancel", "取消", "取消")
    public static let next = Phrase("Next", "下一个", "下一個")
    public static let previous = Phrase("Previous", "上一个", "上一個")
    public static let banner = Phrase("Banner", "横幅", "橫幅")
    public static let stop = Phrase("Stop", "暂停", "暫停")
    public static let resume = Phrase("Resume", "继续", "繼續")
    public static let faults = Phrase("Faults", "故障", "故障")
    public static let addToDesktop = Phrase("Add to desktop", "添加到桌面", "加入桌面")
    public static let home = Phrase("Home", "首页", "首頁")
    public static let apps = Phrase("Apps", "小程序", "小程式")
    public static let inbox = Phrase("Inbox", "消息", "訊息")

    public static let alertTitle = Phrase("Error connecting!", "连接出错！", "連線發生錯誤！")
    public static let fadeHint = Phrase("Any key skips", "按任意键跳过", "按任意鍵略過")

    public static let steps = Phrase("Steps", "步骤", "步驟")
    public static let cause = Phrase("Cause", "原因", "原因")
    public static let log = Phrase("Log", "日志", "記錄")
    public static let waiting = Phrase("waiting", "等待中", "等待中")
    public static let running = Phrase("running", "进行中", "進行中")
    public static let done = Phrase("done", "完成", "完成")
    public static let failed = Phrase("failed", "失败", "失敗")
    public static let skipped = Phrase("skipped", "已跳过", "已略過")
    public static let closed = Phrase("closed", "已关闭", "已關閉")
    public static let total = Phrase("Total", "总计", "總計")
    public static let code = Phrase("Code", "代码", "代碼")
    public static let program = Phrase("Program", "小程序", "小程式")
    public static let version = Phrase("Version", "版本", "版本")

    public static let pageUnreadable = Phrase(
        "This page cannot be read.", "无法读取此页面。", "無法讀取此頁面。")
    public static let linkToNowhere = Phrase(
        "This link leads nowhere.", "此链接没有指向任何地方。", "此連結沒有指向任何地方。")
    public static let linkOutside = Phrase(
        "This link leads out of the program, so it was not followed.",
        "此链接指向小程序之外，未予打开。", "此連結指向小程式之外，未予開啟。")
    public static let linkScheme = Phrase(
        "Only web addresses (http, https) can be opened.",
        "只能打开网页地址（http、https）。", "只能開啟網頁位址（http、https）。")
    public static let linkDeceptive = Phrase(
        "This link hides where it leads, so it was not followed.",
        "此链接隐藏了真实去向，未予打开。", "此連結隱藏了真實去向，未予開啟。")
    public static let needsTerminal = Phrase(
        "This needs a terminal with a screen; run it in one, or use a command that works with --plain.",
        "此功能需要带屏幕的终端；请在终端中运行，或使用支持 --plain 的命令。",
        "此功能需要具有畫面的終端機；請在終端機中執行，或使用支援 --plain 的命令。")

    public static let catalogueAbsent = Phrase(
        "This platform lists no programs. A link or `foyer launch` opens one by its name.",
        "此平台没有小程序列表。可以用链接或 foyer launch 按名称打开。", "此平台沒有小程式列表。可以用連結或 foyer launch 依名稱開啟。")
    public static let catalogueMissing = Phrase(
        "The list of programs could not be had.", "无法获取小程序列表。", "無法取得小程式列表。")

    static let screenWords = [
        catalogueAbsent, catalogueMissing,
        close, reload, details, back, open, scroll, keys, quit, skip, ok, cancel, next, previous, banner, stop, resume,
        faults, addToDesktop, home, apps, inbox, alertTitle, fadeHint, steps, cause, log, waiting, running, done,
        failed,
        skipped, closed, total, code, program, version, pageUnreadable, linkToNowhere, linkOutside, linkScheme,
        linkDeceptive, needsTerminal,
    ]

    /// Why a link was not followed.
    public static func linkRefused(_ refusal: PageLink.Refusal) -> Phrase {
        switch refusal {
        case .empty, .noHost: linkToNowhere
        case .outside: linkOutside
        case .scheme: linkScheme
        case .badCharacter, .userInfo, .tooLong: linkDeceptive
        }
    }
}
