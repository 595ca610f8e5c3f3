import FoyerCore

/// The words of the guide's page for browsers, and why a shortcut is refused.
extension Phrase {
    package static let shortcutWithoutTitle = Phrase("The title is empty.", "标题为空。", "標題為空。")

    package static func linkRefused(_ refusal: DeepLinkRefusal) -> Phrase {
        func reason(_ language: Language) -> String { language.reason(refusal).string }
        return Phrase(refusal.description, reason(.simplifiedChinese), reason(.traditionalChinese))
    }

    package static let aboutToEnter = Phrase("You are about to enter", "即将进入", "即將進入")
    package static let enterImmediately = Phrase("Enter Immediately", "立即进入", "立即進入")

    package static let shortcutGuide = Phrase(
        "One tap from your home screen", "从主屏幕一键打开", "從主畫面一鍵開啟")
    package static let shortcutThere = Phrase(
        "It is on your home screen already", "它已在主屏幕上", "它已在主畫面上")
    package static let shortcutShare = Phrase(
        "Tap Share in your browser", "点按浏览器的“分享”按钮", "點一下瀏覽器的「分享」按鈕")
    package static let shortcutChoose = Phrase(
        "Choose “Add to Home Screen”", "选择“添加到主屏幕”", "選擇「加入主畫面」")
    package static let shortcutOpen = Phrase(
        "Open it from the new icon", "从新图标打开", "從新圖示開啟")
    package static let shortcutRemove = Phrase("Remove Shortcut", "移除快捷方式", "移除捷徑")
}
