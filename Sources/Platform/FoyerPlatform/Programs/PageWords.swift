import FoyerCore
import FoyerPlatformCore

/// The words around a program's pages.
extension Language {
    /// The notice over the start page if the package lacks the requested page.
    package func pageMissing(_ page: SafeText) -> SafeText {
        self[
            Phrase("There is no page \(page). This is the start page.")]
    }

    /// The question before opening an address outside the program.
    package func openExternal(_ address: SafeText) -> SafeText {
        self[Phrase("Enter opens \(address)")]
    }

    /// The desktop cannot open the address; it is shown so that it can be copied.
    package func cannotOpen(_ address: SafeText) -> SafeText {
        self[Phrase("Nothing here opens \(address)")]
    }
}

extension Phrase {
    package static let pageUnreadable = Phrase("This page cannot be read.")
    package static let linkToNowhere = Phrase("This link leads nowhere.")
    package static let linkOutside = Phrase("This link leaves the program, so it was not followed.")
    package static let linkScheme = Phrase("Only web addresses (http, https) can be opened.")
    package static let linkDeceptive = Phrase("This link hides where it leads, so it was not followed.")

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
