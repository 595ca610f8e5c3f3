/// The words of buttons, footers and pages.
extension Word {
    public static let close = Word("Close", "关闭", "關閉")
    public static let reload = Word("Reload", "重新加载", "重新載入")
    public static let details = Word("Details", "详情", "詳細資料")
    public static let back = Word("Back", "返回", "返回")
    public static let open = Word("Open", "打开", "開啟")
    public static let scroll = Word("Scroll", "滚动", "捲動")
    public static let keys = Word("Keys", "按键", "按鍵")
    public static let quit = Word("Quit", "退出", "結束")
    public static let skip = Word("Skip", "跳过", "略過")
    public static let ok = Word("OK", "确定", "確定")
    public static let cancel = Word("Cancel", "取消", "取消")
    public static let next = Word("Next", "下一个", "下一個")
    public static let previous = Word("Previous", "上一个", "上一個")
    public static let banner = Word("Banner", "横幅", "橫幅")
    public static let stop = Word("Stop", "暂停", "暫停")
    public static let resume = Word("Resume", "继续", "繼續")
    public static let faults = Word("Faults", "故障", "故障")
    public static let addToDesktop = Word("Add to desktop", "添加到桌面", "加入桌面")
    public static let home = Word("Home", "首页", "首頁")
    public static let apps = Word("Apps", "小程序", "小程式")
    public static let inbox = Word("Inbox", "消息", "訊息")

    public static let alertTitle = Word("Error connecting!", "连接出错！", "連線發生錯誤！")
    public static let fadeHint = Word("Any key skips", "按任意键跳过", "按任意鍵略過")

    public static let steps = Word("Steps", "步骤", "步驟")
    public static let cause = Word("Cause", "原因", "原因")
    public static let log = Word("Log", "日志", "記錄")
    public static let waiting = Word("waiting", "等待中", "等待中")
    public static let running = Word("running", "进行中", "進行中")
    public static let done = Word("done", "完成", "完成")
    public static let failed = Word("failed", "失败", "失敗")
    public static let skipped = Word("skipped", "已跳过", "已略過")
    public static let closed = Word("closed", "已关闭", "已關閉")
    public static let total = Word("Total", "总计", "總計")
    public static let code = Word("Code", "代码", "代碼")
    public static let program = Word("Program", "小程序", "小程式")
    public static let version = Word("Version", "版本", "版本")

    public static let pageUnreadable = Word(
        "This page cannot be read.", "无法读取此页面。", "無法讀取此頁面。")
    public static let linkToNowhere = Word(
        "This link leads nowhere.", "此链接没有指向任何地方。", "此連結沒有指向任何地方。")
    public static let linkOutside = Word(
        "This link leads out of the program, so it was not followed.",
        "此链接指向小程序之外，未予打开。", "此連結指向小程式之外，未予開啟。")
    public static let linkScheme = Word(
        "Only web addresses (http, https) can be opened.",
        "只能打开网页地址（http、https）。", "只能開啟網頁位址（http、https）。")
    public static let linkDeceptive = Word(
        "This link hides where it leads, so it was not followed.",
        "此链接隐藏了真实去向，未予打开。", "此連結隱藏了真實去向，未予開啟。")
    public static let needsTerminal = Word(
        "This needs a terminal with a screen; run it in one, or use a command that works with --plain.",
        "此功能需要带屏幕的终端；请在终端中运行，或使用支持 --plain 的命令。",
        "此功能需要具有畫面的終端機；請在終端機中執行，或使用支援 --plain 的命令。")

    public static let catalogueAbsent = Word(
        "This platform lists no programs. A link or `foyer launch` opens one by its name.",
        "此平台没有小程序列表。可以用链接或 foyer launch 按名称打开。", "此平台沒有小程式列表。可以用連結或 foyer launch 依名稱開啟。")
    public static let catalogueMissing = Word(
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
    public static func linkRefused(_ refusal: PageLink.Refusal) -> Word {
        switch refusal {
        case .empty, .noHost: linkToNowhere
        case .outside: linkOutside
        case .scheme: linkScheme
        case .badCharacter, .userInfo, .tooLong: linkDeceptive
        }
    }
}
