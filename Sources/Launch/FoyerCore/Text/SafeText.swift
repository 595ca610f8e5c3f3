/// Text that cannot control a terminal. Only the sanitiser makes it, and drawing accepts nothing else.
///
/// Characters that control something or have no agreed look (C0, C1, DEL, private use, unassigned, noncharacters)
/// become U+FFFD, one for one, so that tampering is visible. Line ends and tabs become spaces. Invisible characters
/// (bidi controls, zero-width spaces, fillers, tags) are removed, except joiners and variation selectors where a script
/// or an emoji needs them. Sanitising safe text changes nothing.
public struct SafeText: Hashable, Sendable, CustomStringConvertible {
    /// The sanitised text.
    public let string: String

    /// Makes text from outside safe to draw and to log; safe text stays as it is.
    public init(_ raw: String) {
        string = SafeText.isPlain(raw) ? raw : SafeText.sanitised(raw)
    }

    /// The beginning of a text from outside, which may be of any length: no more of it is looked at than may be kept.
    package init(_ raw: String, columns limit: Int, ellipsis: SafeText = "") {
        self.init(raw.unicodeScalars, columns: limit, ellipsis: ellipsis)
    }

    package init(_ raw: some Sequence<Unicode.Scalar>, columns limit: Int, ellipsis: SafeText = "") {
        // No cell keeps more than its character and the marks on it; one cell more tells whether something is cut.
        let most = (max(0, limit) + 1) * (1 + Self.maxMarks)
        var beginning = String.UnicodeScalarView()
        beginning.append(contentsOf: raw.prefix(most))
        self = SafeText(String(beginning)).prefix(columns: limit, ellipsis: ellipsis)
    }

    /// Takes text that is safe by construction: a part of safe text, or a word of the catalogue.
    package init(alreadySafe string: String) {
        self.string = string
    }

    /// Whether the sanitiser leaves a text unchanged, byte for byte.
    package static func keeps(_ raw: String) -> Bool {
        SafeText(raw).string.utf8.elementsEqual(raw.utf8)
    }

    /// The lines of a raw text, each of them safe. All line ends of Unicode count; one at the very end begins no
    /// further line. An empty text has no lines.
    public static func lines(of raw: String) -> [SafeText] {
        var lines: [SafeText] = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in raw.unicodeScalars {
            if !isLineEnd(scalar) {
                line.append(scalar)
            } else if !(scalar == "\n" && previous == "\r") {
                lines.append(SafeText(String(line)))
                line = String.UnicodeScalarView()
            }
            previous = scalar
        }
        if !line.isEmpty { lines.append(SafeText(String(line))) }
        return lines
    }

    /// The text, which may be written to a terminal.
    public var description: String { string }
    /// Whether nothing would be drawn.
    public var isEmpty: Bool { string.isEmpty }

    /// Joins two texts and validates the seam again, since marks of the second may pile onto the end of the first.
    public static func + (left: SafeText, right: SafeText) -> SafeText {
        if left.isEmpty { return right }
        if right.isEmpty { return left }
        return SafeText(left.string + right.string)
    }

    /// Adds in place.
    public static func += (left: inout SafeText, right: SafeText) {
        left = left + right
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether the text is printable ASCII throughout, as most is; then there is nothing to do.
    private static func isPlain(_ raw: String) -> Bool {
        let bytes = raw.utf8.span
        return bytes.indices.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] < 0x7F }
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    /// A literal, or a text put together from literals and values; values are made safe.
    public init(stringLiteral value: StaticString) {
        self.init(value.description)
    }

    /// A literal, or a text put together from literals and values; values are made safe.
    public init(stringInterpolation: Interpolation) {
        self.init(stringInterpolation.text)
    }

    /// Takes anything that describes itself: the whole is sanitised in the end.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// A literal, or a text put together from literals and values; values are made safe.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Adds a part written by the program itself.
        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Adds a value, made safe.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += value.description
        }
    }
}

/// A glyph and the columns it takes: 1 or 2.
package struct SizedGlyph: Hashable, Sendable {
    package let glyph: Glyph
    package let width: Int

    package init(_ glyph: Glyph, width: Int) {
        self.glyph = glyph
        self.width = width
    }
}

/// Layout in columns.
///
/// Draws only what every terminal lays out alike: emoji sequences are split into their members, and skin tones and the
/// selectors between text and emoji are left out. `string` keeps them all.
extension SafeText {
    /// The sign of a cut.
    package static let ellipsis: SafeText = "…"

    /// The columns that the text takes when drawn: the sum of its glyphs' widths.
    public var columns: Int {
        if isASCII { return string.utf8.count }
        return string.reduce(into: 0) { $0 += Self.columns(of: $1) }
    }

    /// The columns that the text takes, or `limit` if it takes more: nothing beyond is measured.
    package func columns(atMost limit: Int) -> Int {
        end(of: limit) == nil ? columns : max(0, limit)
    }

    /// The text in units as a terminal lays them out, each for a cell (or two, if it is wide).
    package var glyphs: [SizedGlyph] {
        // Each byte is a glyph then, and the number of glyphs is known at once.
        if isASCII { return string.utf8.map { SizedGlyph(Glyph(Unicode.Scalar($0)), width: 1) } }
        return string.reduce(into: []) { $0 += Self.glyphs(of: $1) }
    }

    /// The glyphs up to the first character that goes beyond `limit` columns, and of that one: enough to cut the text there.
    package func glyphs(beyond limit: Int) -> [SizedGlyph] {
        end(of: limit).map { SafeText(alreadySafe: String(string[...$0])).glyphs } ?? glyphs
    }

    /// The longest beginning that takes at most `columns` columns, without cutting a grapheme.
    ///
    /// If something is cut and the ellipsis fits, the ellipsis ends the result, within the same columns.
    public func prefix(columns limit: Int, ellipsis: SafeText = "") -> SafeText {
        guard let end = end(of: limit) else { return self }
        let tail = ellipsis.columns
        if tail > 0, tail <= limit, let earlier = self.end(of: limit - tail) {
            return SafeText(alreadySafe: String(string[..<earlier])) + ellipsis
        }
        return SafeText(alreadySafe: String(string[..<end]))
    }

    /// The text padded with spaces to `columns` columns; unchanged if it is that long.
    package func padded(toColumns columns: Int) -> SafeText {
        SafeText(alreadySafe: string + String(repeating: " ", count: max(0, columns - self.columns)))
    }

    /// Every text is checked in every frame: all bytes are combined, several in one instruction.
    private var isASCII: Bool {
        let bytes = string.utf8.span
        var all: UInt8 = 0
        for index in bytes.indices { all |= bytes[index] }
        return all < 0x80
    }

    /// Where the longest beginning ends that takes at most `limit` columns; `nil` if all of it does.
    private func end(of limit: Int) -> String.Index? {
        // A character of two columns has three bytes.
        guard string.utf8.count > limit else { return nil }
        var taken = 0
        var index = string.startIndex
        while index < string.endIndex {
            taken += Self.columns(of: string[index])
            if taken > limit { return index }
            string.formIndex(after: &index)
        }
        return nil
    }

    private static func columns(of character: Character) -> Int {
        glyphs(of: character).reduce(0) { $0 + $1.width }
    }

    /// The cells of one grapheme: mostly one; several for conjuncts, flags and emoji sequences.
    private static func glyphs(of character: Character) -> [SizedGlyph] {
        var cells: [SizedGlyph] = []
        var base: Unicode.Scalar?
        var marks: [Unicode.Scalar] = []
        func flush() {
            guard base != nil || !marks.isEmpty else { return }
            // A mark without a base is drawn over a space, as terminals do.
            let ground = base ?? " "
            cells.append(SizedGlyph(Glyph(base: ground, marks: marks), width: ground.columns))
        }
        for scalar in character.unicodeScalars {
            if scalar.columns == 0 {
                if isDrawn(scalar, on: base) { marks.append(scalar) }
            } else if scalar.isEmojiModifier, let base, base.isPictograph {
                continue
            } else {
                flush()
                base = scalar
                marks = []
            }
        }
        flush()
        return cells
    }

    private static func isDrawn(_ mark: Unicode.Scalar, on base: Unicode.Scalar?) -> Bool {
        switch mark.value {
        case 0xFE0E, 0xFE0F: false
        case 0x200D: base.map { !$0.isPictograph } ?? false
        default: true
        }
    }
}

/// The function that all text from outside passes through. Two passes: each scalar alone, then each in its context.
extension SafeText {
    /// The number of marks in one cell; more are dropped.
    package static let maxMarks = 8

    static func sanitised(_ raw: String) -> String {
        var scalars: [(scalar: Unicode.Scalar, part: ScalarPart)] = []
        var previous: Unicode.Scalar = "\0"
        for scalar in raw.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            switch ScalarPart(scalar) {
            case .blank: scalars.append((" ", .base))
            case .harmful: scalars.append(("\u{FFFD}", .base))
            case .invisible: break
            case let part: scalars.append((scalar, part))
            }
        }
        var kept = Placement()
        for index in scalars.indices {
            let next = index + 1 < scalars.count ? scalars[index + 1].scalar : nil
            kept.take(scalars[index].scalar, as: scalars[index].part, before: next)
        }
        return String(kept.output)
    }
}

/// The second pass: whether a mark, joiner or selector has something to act on.
private struct Placement {
    var output = String.UnicodeScalarView()
    private var base: Unicode.Scalar?
    private var previous: Unicode.Scalar?
    private var marks = 0

    mutating func take(_ scalar: Unicode.Scalar, as part: ScalarPart, before next: Unicode.Scalar?) {
        switch part {
        case .base:
            base = scalar
            marks = 0
        case .mark:
            guard marks < SafeText.maxMarks else { return }
            marks += 1
        case .joiner:
            guard marks < SafeText.maxMarks, joinerBelongs(scalar, before: next) else { return }
            marks += 1
        case .selector:
            guard marks == 0, let base, selects(scalar, base, before: next) else { return }
            marks += 1
        case .blank, .harmful, .invisible:
            return
        }
        output.append(scalar)
        previous = scalar
    }

    private func joinerBelongs(_ joiner: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        if joiner == .zeroWidthJoiner, let next, next.isPictograph {
            if previous.isPictograph { return true }
            if previous == .emojiSelector, let base, base.isPictograph { return true }
        }
        return previous.isJoiningLetter
    }

    private func selects(_ selector: Unicode.Scalar, _ base: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch selector.value {
        case 0xFE0E, 0xFE0F:
            return base.value < 0x80 ? base.properties.isEmoji && next == .keycap : base.properties.isEmoji
        case 0xFE00...0xFE0D:
            return base.takesStandardVariation
        case 0xE0100...0xE01EF:
            return base.properties.isIdeographic
        default:
            return (0x1820...0x18AA).contains(base.value) || (0x1807...0x1807).contains(base.value)
        }
    }
}
