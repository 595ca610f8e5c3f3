extension CellColor {
    /// The role of a colour. A theme says how each looks on a terminal of a given depth.
    public enum Role: UInt8, CaseIterable, Sendable {
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
}

/// A colour of a cell: a role, which the theme resolves, or an exact 24-bit value, as in pictures.
public struct CellColor: Hashable, Sendable {
    /// `0x00RRGGBB`, or `0x01000000 + role`.
    package let bits: UInt32

    /// A colour by its role; the theme resolves it.
    public static func role(_ role: CellColor.Role) -> CellColor {
        CellColor(bits: 0x0100_0000 | UInt32(role.rawValue))
    }

    /// An exact colour, each channel 0…255.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CellColor {
        CellColor(bits: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// An exact colour, `0xRRGGBB`.
    package static func hex(_ value: UInt32) -> CellColor {
        CellColor(bits: value & 0xFF_FFFF)
    }

    /// The role, if this colour has one.
    public var role: CellColor.Role? {
        bits >> 24 == 1 ? CellColor.Role(rawValue: UInt8(truncatingIfNeeded: bits)) : nil
    }

    /// 0 to 255.
    package var red: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
    /// 0 to 255.
    package var green: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    /// 0 to 255.
    package var blue: UInt8 { UInt8(truncatingIfNeeded: bits) }

    /// The background.
    public static let ground = CellColor.role(.ground)
    /// Raised areas above the background.
    public static let raised = CellColor.role(.raised)
    /// Ordinary text.
    public static let text = CellColor.role(.text)
    /// Text for those who look for it.
    public static let quiet = CellColor.role(.quiet)
    /// Lines and what is not available.
    public static let faint = CellColor.role(.faint)
    /// The one warm colour.
    public static let accent = CellColor.role(.accent)
    /// Where a bar of the accent begins.
    public static let accentDeep = CellColor.role(.accentDeep)
    /// Success.
    public static let good = CellColor.role(.good)
    /// Failure.
    public static let bad = CellColor.role(.bad)
    /// Links.
    public static let link = CellColor.role(.link)
}
