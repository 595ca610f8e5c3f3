/// The colours for drawing a picture.
package enum PicturePalette: String, CaseIterable, Sendable {
    /// 16 million colours.
    case direct
    /// The 240 fixed colours of a 256-colour terminal (its first 16 are the user's own).
    case indexed256
    /// The basic colours as in xterm; only the first eight, which every terminal with colours has.
    case ansi16
    /// The first eight of them.
    case ansi8
    /// Text colour on ground in quarters of cells, with shades by dithering.
    case mono
    /// Text colour on ground in ASCII characters.
    case ascii

    /// The palette for a terminal of that depth which can show block characters.
    package init(depth: CellColor.Depth) {
        switch depth {
        case .mono: self = .mono
        case .ansi8: self = .ansi8
        case .ansi16: self = .ansi16
        case .indexed256: self = .indexed256
        case .direct: self = .direct
        }
    }
}

/// The block characters for drawing a picture; each set contains those before it.
package enum PictureGlyphs: Int, CaseIterable, Sendable {
    /// `▄` alone.
    case halves = 2
    /// Halves and quarters of both directions: `▌ ▘ ▝ ▖ ▗ ▚`.
    case quadrants = 8
    /// And all eighths: `▁` to `▇`, `▏` to `▉`; with few colours also the shades `░ ▒ ▓`.
    case eighths = 20

    /// How many of the ways to divide a cell (`BlockPartitions`) these glyphs can draw.
    var partitionCount: Int { rawValue }
}
