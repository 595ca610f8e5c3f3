import FoyerCore
import Glibc
import Testing

@testable import FoyerTUI

/// WCAG 2.2 for every pair of colours that is drawn, in each theme and with each number of colours.
@Suite struct PaletteContrastTests {
    /// Text of any size has 4.5 to 1; what is large, or carries a meaning without being text, 3 to 1. Faint lines and
    /// dots carry none: they may stay below.
    static let pairs: [(front: CellColor.Role, back: CellColor.Role, least: Double)] =
        [CellColor.Role.text, .quiet, .accent, .good, .bad, .link].flatMap { role in
            [(role, .ground, 4.5), (role, .raised, 4.5)]
        } + [
            // The bar's fill, and what has the focus.
            (.accentDeep, .ground, 3), (.accent, .ground, 3), (.ground, .accent, 4.5),
        ]

    static let themes: [DisplayTheme] = [Palette.dark, .light].flatMap { palette in
        [CellColor.Depth.ansi8, .ansi16, .indexed256, .direct].map { DisplayTheme(depth: $0, palette: palette) }
    }

    @Test(arguments: themes) func everyPairCanBeRead(theme: DisplayTheme) {
        for pair in Self.pairs {
            let (front, back) = (Self.exact(pair.front, theme), Self.exact(pair.back, theme))
            let contrast = Self.contrast(front, back)
            let bold = theme.resolve(
                ScreenCell(foreground: .role(pair.front), background: .role(pair.back), attributes: .bold))
            #expect(Self.contrast(Self.exact(bold), back) >= pair.least)
            let name = "\(theme.palette.isLight ? "light" : "dark") \(theme.depth): \(pair.front) on \(pair.back)"
            #expect(contrast >= pair.least, "\(name): \(contrast)")
        }
    }

    /// The bar runs from accent deep to accent, and all of it can be told from the ground.
    @Test(arguments: themes) func allOfTheBarIsSeen(theme: DisplayTheme) {
        guard theme.canBlend else { return }
        var canvas = Canvas(size: CellSize(columns: 40, rows: 1), theme: theme)
        ProgressBar(fraction: 1).render(into: &canvas, in: canvas.bounds, at: .zero)
        for column in 0..<40 {
            let color = Self.exact(theme.resolve(canvas[column, 0].foreground))
            #expect(Self.contrast(color, Self.exact(.ground, theme)) >= 3, "\(column)")
        }
    }

    /// Titles stand on pictures, which are dimmed: light on dark in either theme, over white and over black.
    @Test func titlesOnPicturesKeepTheirOwnLight() {
        for palette in [Palette.dark, .light] {
            let theme = DisplayTheme(depth: .direct, palette: palette)
            for picture: UInt32 in [0xFFFFFF, 0] {
                let ground = theme.rgb(theme.blend(.hex(picture), theme.overPicture(.ground), 0.74))
                #expect(Self.contrast(theme.rgb(theme.overPicture(.text)), ground) >= 4.5)
            }
        }
    }

    // MARK: - Computed here, since what is held against it is not to be its own measure

    private static func exact(_ role: CellColor.Role, _ theme: DisplayTheme) -> UInt32 {
        exact(theme.resolve(.role(role)))
    }

    /// Many terminals show a bold one of the first eight colours as one of the second eight.
    private static func exact(_ style: TerminalStyle) -> UInt32 {
        guard style.attributes.contains(.bold), case .indexed(let index) = style.foreground, index < 8 else {
            return exact(style.foreground)
        }
        return sixteen[Int(index) + 8]
    }

    private static func exact(_ color: TerminalColor) -> UInt32 {
        switch color {
        case .default: 0
        case .direct(let value): value
        case .indexed(let index) where index < 16: sixteen[Int(index)]
        case .indexed(let index) where index < 232:
            [36, 6, 1].reduce(0) { $0 << 8 | [0, 95, 135, 175, 215, 255][(Int(index) - 16) / $1 % 6] }
        case .indexed(let index): (8 + (UInt32(index) - 232) * 10) * 0x010101
        }
    }

    /// xterm's own.
    private static let sixteen: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    private static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let (one, other) = (luminance(one), luminance(other))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    private static func luminance(_ color: UInt32) -> Double {
        let weights: [(UInt32, Double)] = [(16, 0.2126), (8, 0.7152), (0, 0.0722)]
        return weights.reduce(0) { sum, weight in
            let level = Double(color >> weight.0 & 0xFF) / 255
            return sum + weight.1 * (level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4))
        }
    }
}

/// What pictures lie on.
@Suite struct PictureGroundTests {
    @Test(arguments: [
        (CellColor.Depth.ansi8, 0x00_0000, 0xE5_E5E5), (.ansi16, 0x00_0000, 0xFF_FFFF),
        (.indexed256, 0x12_1212, 0xFF_FFFF),
        (.direct, 0x14_110F, 0xFA_F6F0),
    ])
    func itIsTheGroundThatCellsAreShownOn(depth: CellColor.Depth, dark: UInt32, light: UInt32) {
        #expect(DisplayTheme(depth: depth, palette: .dark).pictureGround(.ground) == .hex(dark))
        #expect(DisplayTheme(depth: depth, palette: .light).pictureGround(.ground) == .hex(light))
    }

    @Test(arguments: [CellColor.Depth.ansi8, .indexed256, .direct], [Palette.dark, .light])
    func cellsBesideAPictureAreAsThePage(depth: CellColor.Depth, palette: Palette) throws {
        let theme = DisplayTheme(depth: depth, palette: palette)
        let picture = PictureMapping.cells(
            for: try #require(Pixels(width: 1, height: 1, bytes: [0, 0, 0, 0])), size: CellSize(columns: 2, rows: 1),
            contentMode: .scaleToFill, palette: PicturePalette(depth: depth), background: theme.pictureGround(.ground))
        #expect(picture.cells.allSatisfy { theme.resolve($0.background) == theme.resolve(CellColor.ground) })
    }
}
