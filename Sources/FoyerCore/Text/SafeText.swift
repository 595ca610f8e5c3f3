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

    /// Takes text that is safe by construction: a part of safe text, or a word of the catalogue.
    package init(alreadySafe string: String) {
        self.string = string
    }

    /// Whether the sanitiser leaves a text unchanged, byte for byte.
    static func keeps(_ raw: String) -> Bool {
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

    /// For people, in English.
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
