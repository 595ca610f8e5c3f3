/// The role of a colour. A theme says how each looks on a terminal of a given depth.
public enum ColorRole: UInt8, CaseIterable, Sendable {
    /// Behind everything, and behind what lies on top: cards, sheets, buttons.
    case ground, raised
    /// From what is to be read first to rules and frames.
    case text, quiet, faint
    /// What has the focus or moves; `accentDeep` is where a bar of it begins.
    case accent, accentDeep
    /// Success and failure; signs say the same without colour.
    case good, bad
    /// A link within a page.
    case link
}

/// A colour of a cell: a role, which the theme resolves, or an exact 24-bit value, as in pictures.
public struct Color: Hashable, Sendable {
    /// `0x00RRGGBB`, or `0x01000000 + role`.
    package let bits: UInt32

    /// A colour by its role; the theme resolves it.
    public static func role(_ role: ColorRole) -> Color {
        Color(bits: 0x0100_0000 | UInt32(role.rawValue))
    }

    /// An exact colour, each channel 0…255.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(bits: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// An exact colour, `0xRRGGBB`.
    package static func hex(_ value: UInt32) -> Color {
        Color(bits: value & 0xFF_FFFF)
    }

    /// The role, if this colour has one.
    public var role: ColorRole? {
        bits >> 24 == 1 ? ColorRole(rawValue: UInt8(truncatingIfNeeded: bits)) : nil
    }

    /// 0 to 255.
    package var red: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
    /// 0 to 255.
    package var green: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    /// 0 to 255.
    package var blue: UInt8 { UInt8(truncatingIfNeeded: bits) }

    /// The background.
    public static let ground = Color.role(.ground)
    /// Raised areas above the background.
    public static let raised = Color.role(.raised)
    /// Ordinary text.
    public static let text = Color.role(.text)
    /// Text for those who look for it.
    public static let quiet = Color.role(.quiet)
    /// Lines and what is not available.
    public static let faint = Color.role(.faint)
    /// The one warm colour.
    public static let accent = Color.role(.accent)
    /// Where a bar of the accent begins.
    public static let accentDeep = Color.role(.accentDeep)
    /// Success.
    public static let good = Color.role(.good)
    /// Failure.
    public static let bad = Color.role(.bad)
    /// Links.
    public static let link = Color.role(.link)
}
