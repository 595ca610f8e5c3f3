import FoyerCore

/// How roles, pictures and signs look on one terminal: its colours, its characters, and whether things may move.
public struct DisplayTheme: Equatable, Sendable {
    /// How many colours the terminal has.
    package let depth: CellColor.Depth
    /// The colours of the roles.
    package let palette: Palette
    /// Bars, boxes and marks: Unicode, or only ASCII.
    public let glyphs: DisplayTheme.Glyphs
    /// Replaces slides, fades and moving lights with steps.
    public let reducesMotion: Bool
    /// The size of a cell in pixels, if the terminal shows pictures in pixels.
    package let pixelCell: TerminalAnswers.PixelSize?
    private let roles: [TerminalColor]

    /// Dark, in 24-bit colours.
    public init() { self.init(depth: .direct) }

    /// A theme; everything is drawn with its colours and glyphs.
    package init(
        depth: CellColor.Depth = .direct, palette: Palette = .dark, isASCII: Bool = false, reducesMotion: Bool = false,
        pixelCell: TerminalAnswers.PixelSize? = nil
    ) {
        self.depth = depth
        self.palette = palette
        self.reducesMotion = reducesMotion
        self.pixelCell = pixelCell
        glyphs = isASCII ? .ascii : .unicode
        roles = CellColor.Role.allCases.map { role in
            switch depth {
            case .mono: .default
            case .ansi8: .indexed(palette.index8(role))
            case .ansi16: .indexed(palette.index16(role))
            case .indexed256: .indexed(palette.index256(role))
            case .direct: .direct(palette[role])
            }
        }
    }

    /// Whether intermediate colours can be shown: from 256 colours on.
    package var canBlend: Bool { depth >= .indexed256 }

    /// The exact colour of a role, `0xRRGGBB`.
    package func rgb(_ color: CellColor) -> UInt32 {
        if let role = color.role { return palette[role] }
        return color.bits & 0xFF_FFFF
    }

    /// The exact colour behind a picture: a role's as this terminal shows it, assuming that its first sixteen colours
    /// are xterm's. Pixels in the role's own exact colour would stand out.
    package func pictureGround(_ color: CellColor) -> CellColor {
        switch resolve(color) {
        case .indexed(let index): .hex(TerminalPalette.exact(index))
        case .direct(let exact): .hex(exact)
        case .default: .hex(rgb(color))
        }
    }

    /// A role over a picture: pictures keep their own light, so text on them is light on dark in either theme. If
    /// colours cannot be mixed, nothing can darken a picture.
    func overPicture(_ color: CellColor) -> CellColor {
        guard canBlend, palette.isLight, let role = color.role else { return color }
        return .hex(Palette.dark[role])
    }

    /// A colour between `from` at 0 and `to` at 1; if it cannot be shown, the nearer of the two.
    public func blend(_ from: CellColor, _ to: CellColor, _ fraction: Double) -> CellColor {
        if fraction <= 0 || from == to { return from }
        if fraction >= 1 { return to }
        guard canBlend else { return fraction < 0.5 ? from : to }
        return .hex(ColorMath.blend(rgb(from), rgb(to), fraction))
    }

    /// The colour as this terminal knows it.
    package func resolve(_ color: CellColor) -> TerminalColor {
        if let role = color.role { return roles[Int(role.rawValue)] }
        return switch depth {
        case .mono: .default
        case .ansi8, .ansi16: .indexed(ColorMath.index16(color.bits))
        case .indexed256: .indexed(ColorMath.index256(color.bits))
        case .direct: .direct(color.bits & 0xFF_FFFF)
        }
    }

    /// Whether this terminal changes attributes of cells.
    package var changesAttributes: Bool { depth < .indexed256 }

    /// Many terminals show bold text in the first eight colours as one of the brighter eight. Those cannot be read on a
    /// light ground, and neither can the dark ground's colour on the accent.
    private func glaresInBold(_ cell: ScreenCell) -> Bool {
        depth < .indexed256 && (palette.isLight || cell.foreground == .ground)
    }

    /// Everything the terminal needs for a cell. Without colours, roles become attributes: filled areas are reversed,
    /// accent and bad are bold, links are underlined.
    package func resolve(_ cell: ScreenCell) -> TerminalStyle {
        var attributes = cell.attributes
        if depth == .mono {
            attributes.formUnion(attributesInMono(cell))
        } else if glaresInBold(cell) {
            attributes.remove(.bold)
        }
        return TerminalStyle(
            foreground: resolve(cell.foreground), background: resolve(cell.background), attributes: attributes)
    }

    private func attributesInMono(_ cell: ScreenCell) -> ScreenCell.Attributes {
        var attributes: ScreenCell.Attributes = []
        switch cell.background.role {
        case .accent, .accentDeep, .good, .bad, .link, .text: attributes.insert(.reverse)
        default: break
        }
        switch cell.foreground.role {
        case .accent, .bad: attributes.insert(.bold)
        case .link: attributes.insert(.underline)
        default: break
        }
        return attributes
    }
}
