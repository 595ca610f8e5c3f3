import FoyerCore

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

/// The fixed parts of every document. Text from outside must never be written in here.
extension ShortcutPage {
    /// Standalone mode is read from the home screen's own flag first, since old ones have no media query. An icon that
    /// holds the whole page opens the link again when it is tapped again; a hosted page then shows the middle page.
    static let script = """

        (function () {
          "use strict";
          var standalone = window.navigator.standalone === true
            || window.matchMedia("(display-mode: standalone)").matches;
          if (!standalone) { return; }
          var link = document.getElementById("enter").getAttribute("href");
          document.getElementById("middle-icon").src = document.querySelector("#guide .icon").src;
          document.documentElement.classList.add("standalone");
          function go() { window.location.href = link; }
          window.setTimeout(go, \(jumpDelay));
          if (window.location.protocol !== "data:") { return; }
          document.addEventListener("visibilitychange", function () {
            if (document.visibilityState === "visible") { go(); }
          });
        })();

        """

    static let style = """

        :root { --ground: #14110f; --raised: #1f1a17; --text: #efe6dc; --quiet: #9b8f84; --line: #4a423b;
          --accent: #e8a33d; --on-accent: #14110f; }
        @media (prefers-color-scheme: light) {
          :root { --ground: #faf6f0; --raised: #ffffff; --text: #2a221c; --quiet: #75685c; --line: #e2d8cc;
            --accent: #b5532a; --on-accent: #ffffff; }
        }
        * { box-sizing: border-box; margin: 0; }
        html { height: 100%; background: var(--ground); color: var(--text);
          font: 17px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
            "PingFang TC", "Noto Sans CJK SC", sans-serif; -webkit-text-size-adjust: 100%; }
        body { min-height: 100%; display: grid; place-items: center;
          padding: max(24px, env(safe-area-inset-top)) 24px max(24px, env(safe-area-inset-bottom)); }
        main { width: 100%; max-width: 22rem; text-align: center; }
        #middle, .standalone #guide { display: none; }
        .standalone #middle { display: block; }
        .icon { display: block; width: 96px; height: 96px; margin: 0 auto 20px; border-radius: 22px;
          object-fit: cover; background: var(--raised); box-shadow: 0 12px 32px rgba(0, 0, 0, .28); }
        h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
        .quiet { color: var(--quiet); margin-top: 6px; }
        #middle .quiet { margin: 0 0 20px; }
        ol { list-style: none; padding: 0; margin: 32px 0 0; text-align: start; background: var(--raised);
          border: 1px solid var(--line); border-radius: 18px; }
        li { display: flex; align-items: center; gap: 14px; padding: 15px 18px; }
        li + li { border-top: 1px solid var(--line); }
        svg { flex: none; width: 24px; height: 24px; fill: none; stroke: var(--accent); stroke-width: 1.8;
          stroke-linecap: round; stroke-linejoin: round; }
        .button { display: block; margin-top: 32px; padding: 14px 20px; border-radius: 14px; font-weight: 600;
          background: var(--accent); color: var(--on-accent); text-decoration: none; }
        .button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
        .button:active { opacity: .8; }

        """

    static let shareSign = sign("M8 9H6v11h12V9h-2M12 15V3M8.5 6.5 12 3l3.5 3.5")
    static let addSign = sign("M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM12 8.5v7M8.5 12h7")
    static let openSign = sign("M9 4v9.5l2.2-1.9 3 6.9 2.3-1-3-6.8 3.2-.2z")

    private static func sign(_ path: StaticString) -> String {
        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }
}
