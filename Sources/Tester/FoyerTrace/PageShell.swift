import Foyer
import FoyerGolden
import FoyerPlatform

/// The document around traces: one file that loads nothing. Its policy lets no script and no style run but its own, which
/// it names by their digests.
package struct PageShell {
    let title: String
    package let language: Language

    package init(title: String, language: Language) {
        (self.title, self.language) = (title, language)
    }

    package func html(_ body: [String]) -> String {
        let parts =
            [
                "<!doctype html>", "<html lang=\"\(language.rawValue)\">", "<head>", "<meta charset=\"utf-8\">",
                "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "<meta name=\"referrer\" content=\"no-referrer\">", "<title>\(Self.escaped(title))</title>",
                "<style>\(Self.style)</style>", "</head>", "<body>", "<main>",
            ] + body + [
                "<footer>Foyer</footer>", "</main>", stage, "<script>\(Self.script)</script>", "</body>",
                "</html>",
            ]
        return parts.joined(separator: "\n") + "\n"
    }

    /// Text from anywhere: nothing in it is markup, or turns the order of what stands beside it.
    package static func escaped(_ text: String) -> String { XMLText.escaped(SafeText(text).string) }

    package func word(_ phrase: Phrase) -> String { XMLText.escaped(language[phrase].string) }

    private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    /// It loads nothing, keeps nothing and sends nothing.
    private static let script =
        "\"use strict\";\n(() => {\n"
        + [
            PackageResources.frames_js, PackageResources.screen_js, PackageResources.player_js,
            PackageResources.page_js,
        ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") + "})();\n"

    static let policy =
        "default-src 'none'; script-src '\(digest(script))'; "
        + "style-src '\(digest(style))'; base-uri 'none'; form-action 'none'"

    private static func digest(_ text: String) -> String {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return "sha256-" + Base64.encode(hash.digest)
    }

    /// What the script puts beside the steps of each trace.
    private var stage: String {
        """
        <template id="stage"><div class="stage">
        <div class="axis" \(sentences)>
        <div class="lanes" aria-hidden="true"></div><div class="rule" aria-hidden="true"></div>
        <input class="slider" type="range" min="0" step="any" aria-label="\(word(.timeOfTrace))"></div>
        <div class="hands"><span class="group-of-buttons"><button type="button" class="earlier" \
        aria-label="\(word(.frameEarlier))">◀︎</button><button type="button" class="play" aria-pressed="false">\
        \(word(.playOrPause))</button><button type="button" class="later" aria-label="\(word(.frameLater))">▶︎</button></span>
        <span class="clock"></span>
        <span class="group-of-buttons views">\(views)</span>
        <label class="changes-of"><input type="checkbox" class="changes" checked> \(word(.markChanges))</label>
        <label class="changes-of own" hidden><input type="checkbox" class="own-size"> \(word(.readableSize))</label>
        <span class="search"><span class="found" role="status"></span><input type="search" \
        placeholder="\(word(.searchFrames))" aria-label="\(word(.searchFrames))"></span></div>
        <div class="screens">\(screen)\(screen)</div>
        <dl class="beside"><div><dt>\(word(.cursor))</dt><dd></dd></div><div><dt>\(word(.windowTitle))</dt><dd></dd></div>\
        <div><dt>\(word(.modesOfTerminal))</dt><dd></dd></div><div><dt>\(word(.cellOfScreen))</dt><dd></dd></div></dl>
        <p class="keys">\(keys)</p><p class="news" role="status"></p>
        </div></template>
        """
    }

    private var screen: String {
        "<figure class=\"screen\"><figcaption></figcaption>"
            + "<pre class=\"cells\" tabindex=\"0\" role=\"group\" aria-label=\"\(word(.screenOfTrace))\"></pre></figure>"
    }

    private var views: String {
        [
            ("step", Phrase.beforeAndAfter), ("before", .beforeAlone), ("after", .afterAlone),
            ("expected", .expectedAndGot), ("tries", .bothTries),
        ]
        .map { "<button type=\"button\" value=\"\($0.0)\">\(word($0.1))</button>" }.joined()
    }

    private var sentences: String {
        let all: [(String, Phrase)] = [
            ("steps", .stepsOfTrace), ("input", .inputLane), ("launch", .launchLane), ("request", .requestLane),
            ("event", .eventLane), ("frames", .frameLane), ("before", .beforeStep), ("after", .afterStep),
            ("during", .atTime), ("clock", .clockOfTrace), ("place", .cursorPlace), ("hidden", .hiddenCursor),
            ("found", .framesFound), ("passed", .passed), ("failed", .failed), ("expected", .expectedScreen),
            ("got", .gotScreen), ("old", .goldenFile), ("new", .screenNow),
            ("colors", .colorsOfCell), ("attributes", .attributesOfCell),
        ]
        return all.map { "data-\($0.0)=\"\(word($0.1))\"" }.joined(separator: " ")
    }

    private var keys: String {
        let names = [
            "up": "↑", "down": "↓", "left": "←", "right": "→", "p": "p", "f": "f", "c": "c", "search": "/",
        ]
        return names.reduce(word(.keysOfTrace)) {
            $0.replacing("{\($1.key)}", with: "<kbd>\($1.value)</kbd>")
        }
    }
}
