import FoyerCore
import FoyerPlatformCore

extension ShortcutPage {
    /// The page of a shortcut, for any web server: the guide in a browser, and the way to the link from a home screen.
    ///
    /// ```swift
    /// let icon: ShortcutIcon? = ShortcutIcon(try Pixels(contentsOf: "mail.png")) ?? .standard
    /// let page = ShortcutPage(shortcut, language: .english)
    /// page.html     // method 1: the document, for a server of your own
    /// page.dataURI  // method 2: the document as an address
    /// ```
    public init(_ shortcut: Shortcut, language: Language) {
        self.init(shortcut, language: language, nonce: (0..<16).map { _ in UInt8.random(in: 0...255) })
    }
}

extension ShortcutIcon {
    /// An icon from a picture: all of it, on a transparent square, never enlarged; `nil` if it cannot be encoded.
    public init?(_ pixels: Pixels) {
        guard let icon = ShortcutPicture.icon(of: pixels) else { return nil }
        self = icon
    }

    /// The icon of a shortcut without one of its own: a lit door.
    public static var standard: ShortcutIcon? { ShortcutPicture.standard }
}
