/// What a colour is for. A theme says how each looks on a terminal of a given depth.
public enum ColorRole: UInt8, CaseIterable, Sendable {
    case ground, raised, text, quiet, faint, accent, accentDeep, good, bad, link
}

/// A colour of a cell: a meaning, which the theme resolves, or an exact 24-bit value, as pictures have.
public struct Color: Hashable, Sendable {
    /// `0x00RRGGBB`, or `0x01000000 + role`.
    public let bits: UInt32

    /// A colour by its meaning; the theme says which one it is.
    public static func role(_ role: ColorRole) -> Color {
        Color(bits: 0x0100_0000 | UInt32(role.rawValue))
    }

    /// An exact colour, each channel 0…255.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(bits: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// An exact colour written as in the look's table, `0xRRGGBB`.
    public static func hex(_ value: UInt32) -> Color {
        Color(bits: value & 0xFF_FFFF)
    }

    /// The meaning, where this colour is one.
    public var role: ColorRole? {
        bits >> 24 == 1 ? ColorRole(rawValue: UInt8(truncatingIfNeeded: bits)) : nil
    }

    /// 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
    /// 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    /// 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: bits) }

    /// Behind everything.
    public static let ground = Color.role(.ground)
    /// Behind what lies above the ground.
    public static let raised = Color.role(.raised)
    /// What is read.
    public static let text = Color.role(.text)
    /// What is there for who looks for it.
    public static let quiet = Color.role(.quiet)
    /// Lines and what is not available.
    public static let faint = Color.role(.faint)
    /// The one warm colour.
    public static let accent = Color.role(.accent)
    /// Where a bar of the accent begins.
    public static let accentDeep = Color.role(.accentDeep)
    /// What went well.
    public static let good = Color.role(.good)
    /// What failed.
    public static let bad = Color.role(.bad)
    /// What leads elsewhere.
    public static let link = Color.role(.link)
}
