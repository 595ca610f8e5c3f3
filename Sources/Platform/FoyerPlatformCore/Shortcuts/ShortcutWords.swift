import FoyerCore

/// The words of the guide's page for browsers, and why a shortcut is refused.
extension Phrase {
    package static let shortcutWithoutTitle = Phrase("The title is empty.")

    package static func linkRefused(_ refusal: DeepLinkRefusal) -> Phrase {
        Phrase(english: refusal.description, elsewhere: reason(refusal))
    }

    package static let aboutToEnter = Phrase("You are about to enter")
    package static let enterImmediately = Phrase("Enter Immediately")

    package static let shortcutGuide = Phrase("One tap from your home screen")
    package static let shortcutThere = Phrase("It is on your home screen already")
    package static let shortcutShare = Phrase("Tap Share in your browser")
    package static let shortcutChoose = Phrase("Choose “Add to Home Screen”")
    package static let shortcutOpen = Phrase("Open it from the new icon")
    package static let shortcutRemove = Phrase("Remove Shortcut")
}
