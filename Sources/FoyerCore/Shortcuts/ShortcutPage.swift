/// The document of a shortcut: the web clip's declarations, the guide, and the middle page.
///
/// In a browser it shows the guide. From the home screen (standalone) it shows the middle page and opens the link. No
/// value stands inside the script or the style: values are text or attributes, so that a nonce can allow both and
/// nothing else.
public struct ShortcutPage: Equatable, Sendable {
    /// Milliseconds until the link is opened in standalone mode.
    package static let jumpDelay = 25
    package static let contentType = "text/html; charset=utf-8"

    /// The shortcut that the page is for.
    public let shortcut: Shortcut
    /// The language of the page.
    public let language: Language
    /// The picture that a home screen shows while the page starts; the icon's if `nil`.
    public var startupImage: ShortcutIcon?
    /// Whether the user has added it already: the guide then says so, and opens the link in place of showing how to add it.
    public var isAlreadyThere = false
    /// Allows the document's own script and style; hexadecimal digits.
    package let nonce: String

    /// - Parameter nonce: at least 16 random bytes, new for each document.
    package init(_ shortcut: Shortcut, language: Language, nonce: [UInt8]) {
        self.shortcut = shortcut
        self.language = language
        self.nonce = Hexadecimal.encode(nonce)
    }

    /// The document's own policy, which it also contains as a tag.
    package var policy: String {
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// The Content-Security-Policy to send with it. A document cannot say itself who may frame it.
    package var policyField: String { policy + "; frame-ancestors 'none'" }

    /// The document.
    public var html: String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        \(head)
        </head>
        <body>
        \(guide)
        \(middle)
        <script nonce="\(nonce)">\(Self.script)</script>
        </body>
        </html>

        """
    }

    package var bytes: [UInt8] { Array(html.utf8) }

    /// The document as a data URI.
    public var dataURI: String { "data:text/html;base64," + Base64.encode(bytes) }

    private var title: String { MarkupText.escaped(shortcut.title.string) }
    private var link: String { MarkupText.escaped(shortcut.link.text) }

    private func word(_ word: Phrase) -> String { MarkupText.escaped(language[word].string) }

    private var head: String {
        """
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(MarkupText.escaped(policy))">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="dark light">
        <meta name="theme-color" content="#14110f" media="(prefers-color-scheme: dark)">
        <meta name="theme-color" content="#faf6f0" media="(prefers-color-scheme: light)">
        <meta name="apple-mobile-web-app-capable" content="yes">
        <meta name="mobile-web-app-capable" content="yes">
        <meta name="apple-mobile-web-app-title" content="\(title)">
        <meta name="apple-mobile-web-app-status-bar-style" content="black-translucent">
        <link rel="apple-touch-icon" href="\(MarkupText.escaped(shortcut.icon.dataURI))">
        <link rel="apple-touch-startup-image" href="\(MarkupText.escaped((startupImage ?? shortcut.icon).dataURI))">
        <link rel="icon" href="data:,">
        <title>\(title)</title>
        <style nonce="\(nonce)">\(Self.style)</style>
        """
    }

    private var guide: String {
        """
        <main id="guide">
        <img class="icon" src="\(MarkupText.escaped(shortcut.icon.dataURI))" alt="" width="96" height="96">
        <h1 dir="auto">\(title)</h1>
        \(isAlreadyThere ? there : steps)
        </main>
        """
    }

    private var there: String {
        """
        <p class="quiet">\(word(.shortcutThere))</p>
        <a class="button" href="\(link)">\(word(.enterImmediately))</a>
        """
    }

    private var steps: String {
        """
        <p class="quiet">\(word(.shortcutGuide))</p>
        <ol>
        <li>\(Self.shareSign)<span>\(word(.shortcutShare))</span></li>
        <li>\(Self.addSign)<span>\(word(.shortcutChoose))</span></li>
        <li>\(Self.openSign)<span>\(word(.shortcutOpen))</span></li>
        </ol>
        """
    }

    private var middle: String {
        """
        <main id="middle">
        <p class="quiet">\(word(.aboutToEnter))</p>
        <img class="icon" id="middle-icon" alt="" width="96" height="96">
        <h1 dir="auto">\(title)</h1>
        <a class="button" id="enter" href="\(link)">\(word(.enterImmediately))</a>
        </main>
        """
    }
}

/// Text for use inside HTML.
package enum MarkupText {
    /// For the text of an element, and for an attribute in quotes of either kind.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "'": escaped += "&#39;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
