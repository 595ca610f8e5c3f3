import FoyerCore

/// The signs that pages are drawn with: one table for Unicode, one for terminals that show ASCII alone.
public struct Glyphs: Equatable, Sendable {
    public let isASCII: Bool
    /// Nine fillings of a cell from the left, in eighths: none … whole.
    public let bar: [Unicode.Scalar]
    /// What a bar shows where it is not filled and the terminal cannot shade.
    public let track: Unicode.Scalar
    /// The track and a filled cell with the light on them, where the terminal cannot shade.
    public let litTrack: Unicode.Scalar
    public let litBar: Unicode.Scalar
    /// A thin bar: whole, its beginning in the right half of a cell, its end in the left half.
    public let line: (whole: Unicode.Scalar, begin: Unicode.Scalar, end: Unicode.Scalar)
    public let frame: Frame
    /// Around what has the focus, where the colour cannot say it.
    public let heavyFrame: Frame
    public let rule: Unicode.Scalar
    public let dot: Unicode.Scalar
    public let emptyDot: Unicode.Scalar
    /// A dot that stands for more than are shown.
    public let smallDot: Unicode.Scalar
    /// A page's part of a bar of pages: the current one, another, one that stands for more.
    public let segments: (current: Unicode.Scalar, other: Unicode.Scalar, small: Unicode.Scalar)
    public let cross: Unicode.Scalar
    public let check: Unicode.Scalar
    public let ellipsis: Unicode.Scalar
    /// Between two facts on one line.
    public let separator: Unicode.Scalar
    /// Beside the item that has the focus.
    public let marker: Unicode.Scalar
    /// Left and right end of a filled button.
    public let caps: (left: Unicode.Scalar, right: Unicode.Scalar)
    public let thumb: Unicode.Scalar
    public let bullets: [Unicode.Scalar]
    public let quote: Unicode.Scalar
    /// The movement stands still; the same two columns as `play`.
    public let pause: [Unicode.Scalar]
    public let play: [Unicode.Scalar]

    /// The lines and corners of a box.
    public struct Frame: Equatable, Sendable {
        public let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
    }

    public static let unicode = Glyphs(
        isASCII: false, bar: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], track: "─", litTrack: "━", litBar: "▓",
        line: ("━", "╺", "╸"),
        frame: Frame(
            horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯"),
        heavyFrame: Frame(
            horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
        rule: "─", dot: "●", emptyDot: "○", smallDot: "◦", segments: ("━", "─", "╌"),
        cross: "✕", check: "✓", ellipsis: "…", separator: "·", marker: "▌",
        caps: ("▐", "▌"), thumb: "▐", bullets: ["•", "◦", "▪"], quote: "▎", pause: ["❚", "❚"], play: ["▶", " "])

    public static let ascii = Glyphs(
        isASCII: true, bar: [" ", "-", "-", "-", "-", "=", "=", "=", "#"], track: "-", litTrack: "=", litBar: "=",
        line: ("=", "=", "="),
        frame: Frame(
            horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
        heavyFrame: Frame(
            horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#"),
        rule: "-", dot: "*", emptyDot: "o", smallDot: ".", segments: ("=", "-", "."),
        cross: "x", check: "+", ellipsis: "~", separator: "-", marker: ">",
        caps: ("[", "]"), thumb: "#", bullets: ["*", "-", "+"], quote: "|", pause: ["|", "|"], play: ["|", ">"])

    /// The Enter key, as footers name it.
    public var enter: SafeText { isASCII ? "Enter" : "↵" }

    public static func == (left: Glyphs, right: Glyphs) -> Bool { left.isASCII == right.isASCII }

    /// What stands for a character where only ASCII can be shown; a question mark where nothing comes near.
    static func substitute(for scalar: UInt32) -> Unicode.Scalar {
        if scalar < 0x7F, let scalar = Unicode.Scalar(scalar) { return scalar }
        return substitutes[scalar] ?? "?"
    }

    private static let substitutes: [UInt32: Unicode.Scalar] = {
        let rows: [(Unicode.Scalar, String)] = [
            ("'", "‘’ʼ"), ("\"", "“”«»▀"), ("-", "‐‑‒–—·─━−╌╸╺"), ("|", "│┃❚▎▏"), ("+", "╭╮╰╯┌┐└┘┼├┤┬┴✓"), ("~", "…"),
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
