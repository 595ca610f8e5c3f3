import FoyerCore

/// The exact colour of each role.
package struct Palette: Equatable, Sendable {
    /// `0xRRGGBB`, in the order of `CellColor.Role`.
    private var values: [UInt32]
    /// The places of roles among 256, sixteen and eight colours, as long as they have the look's own colours.
    private let table: PaletteTable

    private init(_ table: PaletteTable) {
        values = table.exact
        self.table = table
    }

    /// The look's own colours: a dark ground and one warm accent.
    package static let dark = Palette(.dark)
    /// The look's own colours by day: a ground like paper, and an accent dark enough to be read on it.
    package static let light = Palette(.light)

    /// The chosen palette, or the one for the terminal's own ground; dark if that is not known.
    package static func fitting(_ choice: DisplaySettings.Theme?, ground: UInt32?) -> Palette {
        switch choice {
        case .dark: .dark
        case .light: .light
        case nil: ground.map(ColorMath.isLight) ?? false ? .light : .dark
        }
    }

    /// `0xRRGGBB`.
    package subscript(role: CellColor.Role) -> UInt32 {
        get { values[Int(role.rawValue)] }
        set { values[Int(role.rawValue)] = newValue & 0xFF_FFFF }
    }

    /// Whether the ground is light.
    package var isLight: Bool { ColorMath.isLight(self[.ground]) }

    /// A role's place among 256 colours; a customised role gets the nearest one.
    func index256(_ role: CellColor.Role) -> UInt8 { index(role, in: table.of256, else: ColorMath.index256) }
    /// A role's place among sixteen colours. The ground is set as well, because text chosen for it could not be read on
    /// another.
    func index16(_ role: CellColor.Role) -> UInt8 { index(role, in: table.of16, else: ColorMath.index16) }
    /// A role's place among eight colours, which a terminal makes brighter for text by making it bold.
    func index8(_ role: CellColor.Role) -> UInt8 { index(role, in: table.of8, else: ColorMath.index16) }

    private func index(_ role: CellColor.Role, in indices: [UInt8], else nearest: (UInt32) -> UInt8) -> UInt8 {
        let place = Int(role.rawValue)
        return values[place] == table.exact[place] ? indices[place] : nearest(values[place])
    }

    /// The fixed colours of a 256-colour palette that lead from accent deep to accent: exact intermediate colours would
    /// pass through pink there. Empty if the colours are customised.
    var barRamp: [UInt32] { values == table.exact ? table.ramp : [] }
    /// The colours of the bar's light there.
    var barGlow: [UInt32] { table.glow }
}

/// A theme's colours, chosen by eye for each number of colours.
private struct PaletteTable: Equatable, Sendable {
    let exact: [UInt32]
    let of256: [UInt8]
    let of16: [UInt8]
    let of8: [UInt8]
    let ramp: [UInt32]
    let glow: [UInt32]

    // ground, raised, text, quiet, faint, accent, accent deep, good, bad, link
    static let dark = PaletteTable(
        exact: [
            0x14110F, 0x1F1A17, 0xEFE6DC, 0x9B8F84, 0x4A423B, 0xE8A33D, 0xB5532A, 0x7FB069, 0xE05A4F, 0x6FB7C9,
        ],
        of256: [233, 234, 255, 246, 239, 214, 130, 107, 167, 74], of16: [0, 0, 15, 7, 8, 11, 3, 10, 9, 14],
        of8: [0, 0, 15, 7, 8, 11, 3, 10, 9, 14], ramp: [0xAF5F00, 0xD75F00, 0xD78700, 0xFFAF00],
        glow: [0xFFAF5F, 0xFFD7AF])

    // Among sixteen colours, no dark yellow looks the same on all terminals: magenta is the warmest that can be read on
    // white. Among eight, the white is a grey, on which only red and blue can be read.
    static let light = PaletteTable(
        exact: [
            0xFAF6F0, 0xF0E9DF, 0x2A231D, 0x665B51, 0xC9BEB0, 0x945200, 0xC0622F, 0x3C6E2C, 0xB3362B, 0x1C6678,
        ],
        of256: [231, 255, 235, 241, 250, 94, 166, 22, 160, 24], of16: [15, 15, 0, 0, 8, 5, 5, 4, 1, 4],
        of8: [7, 7, 0, 0, 6, 4, 4, 4, 1, 4], ramp: [0xD75F00, 0xAF5F00, 0x875F00], glow: [0x5F5F00, 0x303030])
}
