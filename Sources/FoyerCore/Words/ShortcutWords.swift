/// The words of shortcuts: the guide, and the page in front of what a link from outside leads to.
extension Word {
    public static let aboutToEnter = Word("You are about to enter", "即将进入", "即將進入")
    public static let enterImmediately = Word("Enter Immediately", "立即进入", "立即進入")
    public static let linkComesFrom = Word("The link comes from", "链接来自", "連結來自")
    public static let anotherProgram = Word("another program", "其他程序", "其他程式")

    public static let shortcutGuide = Word(
        "One tap from your home screen", "从主屏幕一键打开", "從主畫面一鍵開啟")
    public static let shortcutShare = Word(
        "Tap Share in your browser", "点按浏览器的“分享”按钮", "點一下瀏覽器的「分享」按鈕")
    public static let shortcutChoose = Word(
        "Choose “Add to Home Screen”", "选择“添加到主屏幕”", "選擇「加入主畫面」")
    public static let shortcutOpen = Word(
        "Open it from the new icon", "从新图标打开", "從新圖示開啟")
    public static let shortcutRemove = Word("Remove Shortcut", "移除快捷方式", "移除捷徑")

    static let shortcutWords = [
        aboutToEnter, enterImmediately, linkComesFrom, anotherProgram, shortcutGuide, shortcutShare, shortcutChoose,
        shortcutOpen, shortcutRemove,
    ]
}
