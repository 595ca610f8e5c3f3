/// The words of shortcuts: the guide, and the page in front of what a link from outside leads to.
extension Phrase {
    public static let aboutToEnter = Phrase("You are about to enter", "即将进入", "即將進入")
    public static let enterImmediately = Phrase("Enter Immediately", "立即进入", "立即進入")
    public static let linkComesFrom = Phrase("The link comes from", "链接来自", "連結來自")
    public static let anotherProgram = Phrase("another program", "其他程序", "其他程式")

    public static let shortcutGuide = Phrase(
        "One tap from your home screen", "从主屏幕一键打开", "從主畫面一鍵開啟")
    public static let shortcutShare = Phrase(
        "Tap Share in your browser", "点按浏览器的“分享”按钮", "點一下瀏覽器的「分享」按鈕")
    public static let shortcutChoose = Phrase(
        "Choose “Add to Home Screen”", "选择“添加到主屏幕”", "選擇「加入主畫面」")
    public static let shortcutOpen = Phrase(
        "Open it from the new icon", "从新图标打开", "從新圖示開啟")
    public static let shortcutRemove = Phrase("Remove Shortcut", "移除快捷方式", "移除捷徑")

    public static let guideTitle = Phrase(
        "An icon of its own, one click away", "拥有专属图标，一点即开", "擁有專屬圖示，一點即開")
    public static let guideAdd = Phrase("Choose “Add to desktop”", "选择“添加到桌面”", "選擇「加入桌面」")
    public static let guideOpen = Phrase("The icon opens just this page", "图标直接打开此页面", "圖示直接開啟此頁面")
    public static let guideWorking = Phrase("One moment …", "请稍候…", "請稍候…")
    public static let inBrowser = Phrase("In a browser", "在浏览器中", "在瀏覽器中")
    public static let noShortcuts = Phrase("There are no shortcuts.", "没有快捷方式。", "沒有捷徑。")

    static let shortcutWords = [
        aboutToEnter, enterImmediately, linkComesFrom, anotherProgram, shortcutGuide, shortcutShare, shortcutChoose,
        shortcutOpen, shortcutRemove, guideTitle, guideAdd, guideOpen, guideWorking, inBrowser, noShortcuts,
    ]
}

extension Language {
    /// Where the link of the middle page comes from.
    public func linkSource(_ sender: SafeText) -> SafeText {
        let from = sender.prefix(columns: 40, ellipsis: .ellipsis)
        return self[Phrase("The link comes from \(from)", "链接来自 \(from)", "連結來自 \(from)")]
    }

    public func guideFind(_ title: SafeText) -> SafeText {
        let name = title.prefix(columns: 30, ellipsis: .ellipsis)
        return self[Phrase("Find “\(name)” among your programs", "在程序列表中找到“\(name)”", "在程式列表中找到「\(name)」")]
    }

    public func guideAdded(_ title: SafeText) -> SafeText {
        self[Phrase("“\(title)” is on your desktop now.", "“\(title)”已添加到桌面。", "「\(title)」已加入桌面。")]
    }

    /// The address stands below.
    public var guideServed: SafeText {
        self[Phrase("Open this in a browser on this machine:", "请在本机浏览器中打开：", "請在本機瀏覽器中開啟：")]
    }

    /// The guide lies on a web server of the page's author; the address stands below.
    public var guideHosted: SafeText {
        self[Phrase("Open this in a browser:", "请在浏览器中打开：", "請在瀏覽器中開啟：")]
    }

    /// The lines of `foyer shortcut`.
    public func shortcutAdded(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[Phrase("added “\(title)” as \(name)", "已添加“\(title)”：\(name)", "已加入「\(title)」：\(name)")]
    }

    /// The same title and link once more.
    public func shortcutReplaced(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase(
                "“\(title)” was there already, and has been replaced: \(name)", "“\(title)”已存在，现已替换：\(name)",
                "「\(title)」已存在，現已取代：\(name)")]
    }

    /// The same link under another title.
    public func shortcutSharesLink(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase(
                "“\(title)” (\(name)) has the same link.", "“\(title)”（\(name)）使用同一链接。", "「\(title)」（\(name)）使用同一連結。")]
    }

    public func shortcutRemoved(_ title: SafeText) -> SafeText {
        self[Phrase("removed “\(title)”", "已移除“\(title)”", "已移除「\(title)」")]
    }

    /// The line of `foyer open` where another process has taken the link.
    public func linkDelivered(_ route: SafeText) -> SafeText {
        self[
            Phrase(
                "Foyer, which runs already, has taken \(route)", "运行中的 Foyer 已接收 \(route)", "執行中的 Foyer 已接收 \(route)")]
    }

    public func linkStarted(_ route: SafeText) -> SafeText {
        self[
            Phrase(
                "Foyer starts in a window of its own with \(route)", "Foyer 正在新窗口中打开 \(route)",
                "Foyer 正在新視窗中開啟 \(route)")]
    }

    /// A second start, where the first has been asked to show itself.
    public var runsAlready: SafeText {
        self[
            Phrase(
                "Foyer runs already, in another terminal. `foyer open LINK` leads it to a page; `foyer --new` runs one more here.",
                "Foyer 已在另一个终端中运行。`foyer open LINK` 可使其打开页面；`foyer --new` 在此处再运行一个。",
                "Foyer 已在另一個終端機中執行。`foyer open LINK` 可使其開啟頁面；`foyer --new` 在此處再執行一個。")]
    }
}

extension Cause {
    public static let programInBuildFolder = Cause(
        "This program lies in a build folder: icons lead nowhere once that is cleaned. Scripts/install puts it elsewhere.",
        "本程序位于构建目录中，清理后图标将失效。可用 Scripts/install 安装到别处。",
        "本程式位於建置目錄中，清理後圖示將失效。可用 Scripts/install 安裝到別處。")
}
