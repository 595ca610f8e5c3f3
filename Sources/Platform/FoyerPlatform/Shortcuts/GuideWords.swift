import FoyerCore
import FoyerPlatformCore

/// The words of the guide to a shortcut.
extension Phrase {
    /// Give the page an icon of its own.
    public static let addToDesktop = Phrase("Add to desktop")

    package static let guideTitle = Phrase("An icon of its own, one click away")
    package static let guideAdd = Phrase("Choose “Add to desktop”")
    package static let guideOpen = Phrase("The icon opens just this page")
    package static let guideWorking = Phrase("One moment …")
    /// Write the icon once more.
    package static let replaceIcon = Phrase("Replace it")
    /// Take the icon off the desktop.
    package static let removeIcon = Phrase("Remove")
    package static let inBrowser = Phrase("In a browser")
}

extension Language {
    package func guideFind(_ title: SafeText) -> SafeText {
        let name = title.prefix(columns: 30, ellipsis: .ellipsis)
        return self[Phrase("Find “\(name)” among your programs")]
    }

    package func guideAdded(_ title: SafeText) -> SafeText {
        self[Phrase("“\(title)” is among your programs now.")]
    }

    package func guideRemoved(_ title: SafeText) -> SafeText {
        self[
            Phrase("“\(title)” is no longer among your programs.")]
    }

    package func guideThere(_ title: SafeText) -> SafeText {
        self[
            Phrase("“\(title)” is among your programs already.")]
    }

    /// The address appears below.
    package var guideServed: SafeText {
        self[Phrase("Open this in a browser on this machine:")]
    }

    /// The guide is on a web server of the page's author; the address appears below.
    package var guideHosted: SafeText {
        self[Phrase("Open this in a browser:")]
    }
}
