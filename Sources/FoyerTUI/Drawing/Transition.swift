import FoyerCore

/// One screen becoming another.
public enum Transition {
    /// The screen between `from` (at 0) and `to` (at 1); always of `to`'s size.
    ///
    /// With 256 colours or more the two are cross-faded, easing out; with fewer they dissolve, cell by cell in an
    /// even, fixed order. The same arguments give the same screen.
    public static func render(from: Buffer, to: Buffer, fraction: Double, theme: Theme) -> Buffer {
        guard fraction > 0 else { return from.size == to.size ? from : resized(from, to.size) }
        guard fraction < 1 else { return to }
        let from = from.size == to.size ? from : resized(from, to.size)
        let eased = Motion.easeOut(fraction)
        var result = to
        for row in 0..<to.size.rows {
            var column = 0
            while column < to.size.columns {
                let end = groupEnd(after: column, row: row, from, to)
                if theme.canBlend {
                    fade(column..<end, row: row, from, to, eased, theme, into: &result)
                } else if threshold(column, row) >= fraction {
                    for place in column..<end { result[place, row] = from[place, row] }
                }
                column = end
            }
        }
        return result
    }

    /// Where the next place is at which neither screen has a wide character across the border.
    private static func groupEnd(after column: Int, row: Int, _ from: Buffer, _ to: Buffer) -> Int {
        var end = column + 1
        while end < to.size.columns, from[end, row].width == 0 || to[end, row].width == 0 { end += 1 }
        return end
    }

    /// Blends both backgrounds; the glyphs are those of the side that can be seen better.
    private static func fade(
        _ columns: Range<Int>, row: Int, _ from: Buffer, _ to: Buffer, _ fraction: Double, _ theme: Theme,
        into result: inout Buffer
    ) {
        var seenFrom = 0.0
        var seenTo = 0.0
        for column in columns {
            seenFrom += visibility(from[column, row], theme) * (1 - fraction)
            seenTo += visibility(to[column, row], theme) * fraction
        }
        for column in columns {
            let (old, new) = (from[column, row], to[column, row])
            let background = theme.blend(old.background, new.background, fraction)
            var cell = seenFrom > seenTo ? old : new
            if old.glyph == new.glyph {
                cell.foreground = theme.blend(old.foreground, new.foreground, fraction)
                cell.attributes = fraction < 0.5 ? old.attributes : new.attributes
            } else {
                let own = seenFrom > seenTo ? 1 - fraction : fraction
                cell.foreground = theme.blend(background, cell.foreground, own)
            }
            cell.background = background
            result[column, row] = cell
        }
    }

    private static func visibility(_ cell: Cell, _ theme: Theme) -> Double {
        if cell.glyph == .space || cell.width == 0 { return 0 }
        return 8 + Double(abs(ColorMath.luma(theme.rgb(cell.foreground)) - ColorMath.luma(theme.rgb(cell.background))))
    }

    /// When a cell changes over, 0…1. Interleaved gradient noise: neighbours are far apart, and no pattern is seen.
    private static func threshold(_ column: Int, _ row: Int) -> Double {
        func fraction(_ value: Double) -> Double { value - value.rounded(.down) }
        return fraction(52.9829189 * fraction(0.06711056 * Double(column) + 0.00583715 * Double(row * 2)))
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
