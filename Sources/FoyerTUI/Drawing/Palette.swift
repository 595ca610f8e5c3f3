import FoyerCore

/// What each role looks like in exact colours.
public struct Palette: Equatable, Sendable {
    /// `0xRRGGBB`, in the order of `ColorRole`.
    private var values: [UInt32]

    /// The look's own colours: a dark ground and one warm accent.
    public static let dark = Palette(values: [
        0x14110F, 0x1F1A17, 0xEFE6DC, 0x9B8F84, 0x4A423B, 0xE8A33D, 0xB5532A, 0x7FB069, 0xE05A4F, 0x6FB7C9,
    ])

    /// `0xRRGGBB`.
    public subscript(role: ColorRole) -> UInt32 {
        get { values[Int(role.rawValue)] }
        set { values[Int(role.rawValue)] = newValue & 0xFF_FFFF }
    }

    /// The roles' places in a 256-colour palette, chosen by eye for the look's own colours; a role that somebody
    /// changed gets the nearest there is.
    func index256(_ role: ColorRole) -> UInt8 {
        guard self[role] == Palette.dark[role] else { return ColorMath.index256(self[role]) }
        return switch role {
        case .ground: 233
        case .raised: 235
        case .text: 255
        case .quiet: 246
        case .faint: 239
        case .accent: 214
        case .accentDeep: 130
        case .good: 107
        case .bad: 167
        case .link: 74
        }
    }

    /// The roles among the sixteen colours. The ground is said, too: text in a light colour on a light terminal's own
    /// background could not be read.
    func index16(_ role: ColorRole) -> UInt8 {
        guard self[role] == Palette.dark[role] else { return ColorMath.index16(self[role]) }
        return switch role {
        case .ground, .raised: 0
        case .text: 15
        case .quiet: 7
        case .faint: 8
        case .accent: 11
        case .accentDeep: 3
        case .good: 10
        case .bad: 9
        case .link: 14
        }
    }
}
