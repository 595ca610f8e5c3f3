import FoyerCore
import FoyerPlatformCore

/// The words around a program's pages.
extension Language {
    /// The notice over the start page if the package lacks the requested page.
    package func pageMissing(_ page: SafeText) -> SafeText {
        self[
            Phrase(
                "There is no page \(page). This is the start page.", "没有页面 \(page)，已显示首页。", "沒有頁面 \(page)，已顯示首頁。")]
    }

    /// The question before opening an address outside the program.
    package func openExternal(_ address: SafeText) -> SafeText {
        self[Phrase("Enter opens \(address)", "按 Enter 打开 \(address)", "按 Enter 開啟 \(address)")]
    }

    /// The desktop cannot open the address; it is shown so that it can be copied.
    package func cannotOpen(_ address: SafeText) -> SafeText {
        self[Phrase("Nothing here opens \(address)", "此处无法打开 \(address)", "此處無法開啟 \(address)")]
    }
}

extension Phrase {
    package static let pageUnreadable = Phrase(
        "This page cannot be read.", "无法读取此页面。", "無法讀取此頁面。")
    package static let linkToNowhere = Phrase(
        "This link leads nowhere.", "此链接没有指向任何地方。", "此連結沒有指向任何地方。")
    package static let linkOutside = Phrase(
        "This link leaves the program, so it was not followed.",
        "此链接指向小程序之外，未予打开。", "此連結指向小程式之外，未予開啟。")
    package static let linkScheme = Phrase(
        "Only web addresses (http, https) can be opened.",
        "只能打开网页地址（http、https）。", "只能開啟網頁位址（http、https）。")
    package static let linkDeceptive = Phrase(
        "This link hides where it leads, so it was not followed.",
        "此链接隐藏了真实去向，未予打开。", "此連結隱藏了真實去向，未予開啟。")

    /// Why a link was not followed.
    package static func linkRefused(_ refusal: PageLink.Refusal) -> Phrase {
        switch refusal {
        case .empty, .noHost: linkToNowhere
        case .outside: linkOutside
        case .scheme: linkScheme
        case .badCharacter, .userInfo, .tooLong: linkDeceptive
        }
    }
}
