import FoyerCore
import FoyerPlatformCore

/// The words of the guide to a shortcut.
extension Phrase {
    /// Give the page an icon of its own.
    public static let addToDesktop = Phrase("Add to desktop", "添加到桌面", "加入桌面")

    package static let guideTitle = Phrase(
        "An icon of its own, one click away", "拥有专属图标，一点即开", "擁有專屬圖示，一點即開")
    package static let guideAdd = Phrase("Choose “Add to desktop”", "选择“添加到桌面”", "選擇「加入桌面」")
    package static let guideOpen = Phrase("The icon opens just this page", "图标直接打开此页面", "圖示直接開啟此頁面")
    package static let guideWorking = Phrase("One moment …", "请稍候…", "請稍候…")
    /// Write the icon once more.
    package static let replaceIcon = Phrase("Replace it", "替换", "取代")
    /// Take the icon off the desktop.
    package static let removeIcon = Phrase("Remove", "移除", "移除")
    package static let inBrowser = Phrase("In a browser", "在浏览器中", "在瀏覽器中")
}

extension Language {
    package func guideFind(_ title: SafeText) -> SafeText {
        let name = title.prefix(columns: 30, ellipsis: .ellipsis)
        return self[Phrase("Find “\(name)” among your programs", "在程序列表中找到“\(name)”", "在程式列表中找到「\(name)」")]
    }

    package func guideAdded(_ title: SafeText) -> SafeText {
        self[Phrase("“\(title)” is among your programs now.", "“\(title)”已在程序列表中。", "「\(title)」已在程式列表中。")]
    }

    package func guideRemoved(_ title: SafeText) -> SafeText {
        self[
            Phrase("“\(title)” is no longer among your programs.", "“\(title)”已不在程序列表中。", "「\(title)」已不在程式列表中。")]
    }

    package func guideThere(_ title: SafeText) -> SafeText {
        self[
            Phrase("“\(title)” is among your programs already.", "“\(title)”已经在程序列表中。", "「\(title)」已經在程式列表中。")]
    }

    /// The address appears below.
    package var guideServed: SafeText {
        self[Phrase("Open this in a browser on this machine:", "请在本机浏览器中打开：", "請在本機瀏覽器中開啟：")]
    }

    /// The guide is on a web server of the page's author; the address appears below.
    package var guideHosted: SafeText {
        self[Phrase("Open this in a browser:", "请在浏览器中打开：", "請在瀏覽器中開啟：")]
    }
}
