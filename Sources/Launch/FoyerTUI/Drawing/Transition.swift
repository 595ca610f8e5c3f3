import FoyerCore

/// The transition from one screen to another.
package enum Transition {
    /// The screen between `from` (at 0) and `to` (at 1); always of `to`'s size.
    ///
    /// With 256 colours or more, the two are cross-faded, easing out. With fewer, `to` is there at once: cells of two pages side
    /// by side can be read as neither. The same arguments give the same screen.
    ///
    /// - Parameter steps: the number of different pictures in a fade. In 1.5 seconds, 40 are 27 a second, more than in
    ///   a film.
    package static func render(
        from: Buffer, to: Buffer, fraction: Double, theme: DisplayTheme, steps: Double = 40
    ) -> Buffer {
        guard fraction > 0 else { return from.size == to.size ? from : resized(from, to.size) }
        guard fraction < 1 else { return to }
        let from = from.size == to.size ? from : resized(from, to.size)
        guard theme.canBlend else { return to }
        guard hasBegun(fraction, theme: theme, steps: steps) else { return from }
        // A step in between would be sent without being visible.
        let step = (fraction * steps).rounded(.down) / steps
        var mix = Mix(theme: theme, fraction: Easing.out(step))
        var result = to
        for row in 0..<to.size.rows {
            let isText = (0..<to.size.columns).map { self.isText($0, row: row, from, to) }
            let showsOldText = showsOld(isText.indices.filter { isText[$0] }, row: row, from, to, mix)
            for column in isText.indices {
                let choice = isText[column] ? showsOldText : nil
                fade(column, row: row, from, to, &mix, showsOld: choice, into: &result)
            }
        }
        return result
    }

    /// The screen shows something of `to` by now.
    package static func hasBegun(_ fraction: Double, theme: DisplayTheme, steps: Double = 40) -> Bool {
        theme.canBlend ? fraction * steps >= 1 : fraction > 0
    }

    /// Field by field: most cells of two pages are alike, and this is asked of each in every frame.
    private static func isAlike(_ old: ScreenCell, _ new: ScreenCell) -> Bool {
        old.foreground.bits == new.foreground.bits && old.background.bits == new.background.bits
            && isAlike(old.glyph, new.glyph) && old.attributes.rawValue == new.attributes.rawValue
            && old.width == new.width
    }

    private static func isAlike(_ old: Glyph, _ new: Glyph) -> Bool {
        old.base == new.base && old.mark0 == new.mark0 && old.mark1 == new.mark1 && old.mark2 == new.mark2
            && old.mark3 == new.mark3
    }

    /// Blends colours. Neighbours often have the same ones, so the last results are kept.
    private struct Mix {
        let theme: DisplayTheme
        let fraction: Double
        private var foreground: Last?
        private var background: Last?

        private struct Last {
            let from: CellColor
            let to: CellColor
            let result: CellColor
        }

        init(theme: DisplayTheme, fraction: Double) {
            self.theme = theme
            self.fraction = fraction
        }

        mutating func foreground(_ from: CellColor, _ to: CellColor) -> CellColor { blend(from, to, &foreground) }
        mutating func background(_ from: CellColor, _ to: CellColor) -> CellColor { blend(from, to, &background) }

        private func blend(_ from: CellColor, _ to: CellColor, _ last: inout Last?) -> CellColor {
            if let last, last.from.bits == from.bits, last.to.bits == to.bits { return last.result }
            let result = theme.blend(from, to, fraction)
            last = Last(from: from, to: to, result: result)
            return result
        }
    }

    /// Whether either screen has more than a blank or a part of a picture there. A line's text is that of one screen or of the
    /// other: two sentences, or the keys of two pages, in one line are read as one. A wide sign has two places, the second
    /// of which is blank.
    private static func isText(_ column: Int, row: Int, _ from: Buffer, _ to: Buffer) -> Bool {
        let (old, new) = (from[column, row], to[column, row])
        return old.width == 0 || new.width == 0 || isLetter(old.glyph.base) || isLetter(new.glyph.base)
    }

    private static func isLetter(_ scalar: UInt32) -> Bool { scalar != 0x20 && !(0x2580...0x259F).contains(scalar) }

    /// Blends both backgrounds; the glyph is that of the more visible side, unless its line has chosen.
    private static func fade(
        _ column: Int, row: Int, _ from: Buffer, _ to: Buffer, _ mix: inout Mix, showsOld: Bool?,
        into result: inout Buffer
    ) {
        let (theme, old, new) = (mix.theme, from[column, row], to[column, row])
        // Most cells of two pages are alike.
        if isAlike(old, new) { return }
        let showsOld = showsOld ?? self.showsOld([column], row: row, from, to, mix)
        var cell = showsOld ? old : new
        if isAlike(old.glyph, new.glyph) {
            cell.foreground = mix.foreground(old.foreground, new.foreground)
            cell.background = mix.background(old.background, new.background)
            cell.attributes = mix.fraction < 0.5 ? old.attributes : new.attributes
        } else if showsOld {
            let mean = mean(new, theme)
            cell.foreground = mix.foreground(old.foreground, mean)
            cell.background = mix.background(old.background, mean)
        } else {
            let mean = mean(old, theme)
            cell.foreground = mix.foreground(mean, new.foreground)
            cell.background = mix.background(mean, new.background)
        }
        result[column, row] = cell
    }

    private static func showsOld(_ columns: [Int], row: Int, _ from: Buffer, _ to: Buffer, _ mix: Mix) -> Bool {
        var (old, new) = (0.0, 0.0)
        for column in columns {
            old += visibility(from[column, row], mix.theme) * (1 - mix.fraction)
            new += visibility(to[column, row], mix.theme) * mix.fraction
        }
        return old > new
    }

    /// The colour of a cell as seen from afar: the background under the other side's glyph while that is shown.
    private static func mean(_ cell: ScreenCell, _ theme: DisplayTheme) -> CellColor {
        let coverage = coverage(cell.glyph.base)
        return coverage == 0 ? cell.background : theme.blend(cell.background, cell.foreground, coverage)
    }

    /// How much of its cell a block character fills; zero for other signs, since their strokes are thin.
    private static func coverage(_ scalar: UInt32) -> Double {
        switch scalar {
        case 0x2581...0x2588: Double(scalar - 0x2580) / 8
        case 0x2589...0x258F: Double(0x2590 - scalar) / 8
        case 0x2580, 0x2590, 0x259A, 0x259E: 0.5
        case 0x2596, 0x2597, 0x2598, 0x259D: 0.25
        case 0x2599, 0x259B, 0x259C, 0x259F: 0.75
        default: 0
        }
    }

    private static func visibility(_ cell: ScreenCell, _ theme: DisplayTheme) -> Double {
        if cell.glyph.base == 0x20 || cell.width == 0 { return 0 }
        return 8 + Double(abs(ColorMath.luma(theme.rgb(cell.foreground)) - ColorMath.luma(theme.rgb(cell.background))))
    }

    private static func resized(_ buffer: Buffer, _ size: CellSize) -> Buffer {
        var result = Buffer(size: size)
        for row in 0..<min(size.rows, buffer.size.rows) {
            for column in 0..<min(size.columns, buffer.size.columns) {
                result[column, row] = buffer[column, row]
            }
        }
        return result
    }
}
