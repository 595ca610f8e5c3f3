import FoyerCore

extension DisplayTheme {
    /// The signs that pages are drawn with: one table for Unicode, one for ASCII terminals.
    public struct Glyphs: Equatable, Sendable {
        /// Whether the terminal has nothing but ASCII.
        public let isASCII: Bool
        /// Nine fillings of a cell from the left, in eighths: from empty to full.
        public let bar: [Unicode.Scalar]
        /// The empty part of a bar if the terminal cannot shade.
        package let track: Unicode.Scalar
        /// The track and a filled cell under the moving light, if the terminal cannot shade.
        package let litTrack: Unicode.Scalar
        package let litBar: Unicode.Scalar
        /// A thin bar: a whole cell, its beginning in the right half of a cell, its end in the left half.
        package let line: (whole: Unicode.Scalar, begin: Unicode.Scalar, end: Unicode.Scalar)
        package let frame: Border
        /// Surrounds what has the focus if colours cannot show it.
        package let heavyFrame: Border
        package let rule: Unicode.Scalar
        /// A full dot: on, or the current one.
        public let dot: Unicode.Scalar
        /// An empty dot: off, or another one.
        public let emptyDot: Unicode.Scalar
        /// A dot that stands for more than are shown.
        package let smallDot: Unicode.Scalar
        /// A page's part of a bar of pages: the current one, another one, one that stands for more.
        package let segments: (current: Unicode.Scalar, other: Unicode.Scalar, small: Unicode.Scalar)
        /// Bad news.
        package let cross: Unicode.Scalar
        /// Good news.
        public let check: Unicode.Scalar
        /// Where text was cut.
        package let ellipsis: Unicode.Scalar
        /// Between two facts on one line.
        public let separator: Unicode.Scalar
        /// Beside the item that has the focus.
        public let marker: Unicode.Scalar
        /// The left and right end of a filled button.
        package let caps: (left: Unicode.Scalar, right: Unicode.Scalar)
        package let thumb: Unicode.Scalar
        package let bullets: [Unicode.Scalar]
        package let quote: Unicode.Scalar
        /// The movement is paused; two columns like `play`.
        package let pause: [Unicode.Scalar]
        package let play: [Unicode.Scalar]

        /// The lines and corners of a box.
        package struct Border: Equatable, Sendable {
            package let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
        }

        package static let unicode = DisplayTheme.Glyphs(
            isASCII: false, bar: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], track: "─", litTrack: "━", litBar: "▓",
            line: ("━", "╺", "╸"),
            frame: Border(
                horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯"),
            heavyFrame: Border(
                horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
            rule: "─", dot: "●", emptyDot: "○", smallDot: "◦", segments: ("━", "─", "╌"),
            cross: "✕", check: "✓", ellipsis: "…", separator: "·", marker: "▌",
            caps: ("▐", "▌"), thumb: "▐", bullets: ["•", "◦", "▪"], quote: "▎", pause: ["❚", "❚"], play: ["▶", " "])

        package static let ascii = DisplayTheme.Glyphs(
            isASCII: true, bar: [" ", "-", "-", "-", "-", "=", "=", "=", "#"], track: "-", litTrack: "=", litBar: "=",
            line: ("=", "=", "="),
            frame: Border(
                horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
            heavyFrame: Border(
                horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#"),
            rule: "-", dot: "*", emptyDot: "o", smallDot: ".", segments: ("=", "-", "."),
            cross: "x", check: "+", ellipsis: "~", separator: "-", marker: ">",
            caps: ("[", "]"), thumb: "#", bullets: ["*", "-", "+"], quote: "|", pause: ["|", "|"], play: ["|", ">"])

        /// The Enter key, as footers name it.
        public var enter: SafeText { isASCII ? "Enter" : "↵" }

        /// There are two tables.
        public static func == (left: DisplayTheme.Glyphs, right: DisplayTheme.Glyphs) -> Bool {
            left.isASCII == right.isASCII
        }

        /// The closest ASCII equivalent of a character; a question mark if there is none.
        static func substitute(for scalar: UInt32) -> Unicode.Scalar {
            if scalar < 0x7F, let scalar = Unicode.Scalar(scalar) { return scalar }
            return substitutes[scalar] ?? "?"
        }

        private static let substitutes: [UInt32: Unicode.Scalar] = {
            let rows: [(Unicode.Scalar, String)] = [
                ("'", "‘’ʼ"), ("\"", "“”«»▀"), ("-", "‐‑‒–—·─━−╌╸╺"), ("|", "│┃❚▎▏"), ("+", "╭╮╰╯┌┐└┘┼├┤┬┴✓"),
                ("~", "…"),
                ("*", "•●★▪✱"), ("o", "○◦"), ("x", "✕×✗"), ("<", "←‹"), (">", "→›▶"), ("^", "↑"), ("v", "↓"),
                (" ", "\u{A0}"),
                ("#", "█▉▊▋▌▐▓▒▙▟▛▜▚▞"), ("_", "▄▁▂▃"), (".", "▖▗░"), ("`", "▘▝"),
            ]
            var table: [UInt32: Unicode.Scalar] = [:]
            for (plain, fancy) in rows {
                for scalar in fancy.unicodeScalars { table[scalar.value] = plain }
            }
            return table
        }()
    }
}
