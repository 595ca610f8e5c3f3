/// The role of a scalar in a text, considered by itself.
package enum ScalarPart: Equatable {
    /// Begins a cell of its own.
    case base
    /// Belongs to the base before it.
    case mark
    /// ZWJ or ZWNJ: only if a script or an emoji needs it.
    case joiner
    /// A variation selector: only after a base that has variants.
    case selector
    /// A line end or tab; drawn as a space.
    case blank
    /// Controls a terminal, or has no look that terminals agree on.
    case harmful
    /// Has no look of its own and no place in a name.
    case invisible

    package init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E: self = .base
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: self = .blank
        case 0x200C, 0x200D: self = .joiner
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .selector
        // Mongolian: three selectors, the vowel separator (which picks the form of the letters around it), a fourth.
        case 0x180B...0x180F: self = .selector
        // Visible signs that enclose the digits after them, though their category is "format".
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: self = .base
        default: self = ScalarPart(category: scalar)
        }
    }

    private init(category scalar: Unicode.Scalar) {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned:
            // Unassigned ignorables, including tags, are invisible wherever they are known at all.
            self = properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint ? .invisible : .harmful
        case .format, .lineSeparator, .paragraphSeparator: self = .invisible
        case _ where properties.isDefaultIgnorableCodePoint: self = .invisible
        case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
        default: self = scalar.columns == 0 ? .mark : .base
        }
    }
}

extension Unicode.Scalar {
    static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    static let keycap: Unicode.Scalar = "\u{20E3}"

    /// Whether it can take part in an emoji sequence: not the digits, and not the letters of flags.
    var isPictograph: Bool {
        value >= 0x203C && properties.isEmoji && !isRegionalIndicator
    }

    var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF).contains(value) }

    /// Whether standardized variants (selectors 1 to 14) exist for scalars of this kind: ideographs, syllables,
    /// symbols, punctuation outside ASCII, and the digit zero.
    var takesStandardVariation: Bool {
        if value == 0x30 { return true }
        guard value >= 0x80 else { return false }
        return switch properties.generalCategory {
        case .otherLetter, .mathSymbol, .otherSymbol, .otherPunctuation, .openPunctuation, .closePunctuation: true
        case .initialPunctuation, .finalPunctuation, .otherNumber: true
        default: false
        }
    }

    /// Whether it is a letter or mark of a script whose spelling uses joiners: the joined scripts of the Near East and
    /// Inner Asia, and those of India and its neighbours.
    var isJoiningLetter: Bool {
        guard isOfJoiningScript else { return false }
        return switch properties.generalCategory {
        case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .uppercaseLetter, .lowercaseLetter: true
        default: false
        }
    }

    private var isOfJoiningScript: Bool {
        switch value {
        case 0x0600...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10D00...0x10D3F, 0x1E900...0x1E95F: true
        case 0x0900...0x0DFF, 0x0F00...0x109F, 0x1700...0x18AF, 0x1900...0x1AAF, 0x1B00...0x1C4F: true
        case 0x1CD0...0x1CFF, 0xA800...0xA8FF, 0xA930...0xA95F, 0xA980...0xAADF, 0xAAE0...0xAAFF: true
        case 0xABC0...0xABFF, 0x10AC0...0x10AFF, 0x10F30...0x10FDF, 0x11000...0x11FFF: true
        default: false
        }
    }
}
