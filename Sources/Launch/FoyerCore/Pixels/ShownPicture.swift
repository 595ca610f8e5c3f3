/// The visible part of a picture in a frame.
package struct ShownPicture: Hashable, Sendable {
    package let source: PixelSource
    /// The place of its upper left cell on the screen.
    package let column: Int
    package let row: Int
    /// Veils over it, the lowest first.
    package let shades: [PixelShade]
    /// The cells that show it, counted from its upper left one.
    package let parts: [CellArea]

    package init(source: PixelSource, column: Int, row: Int, shades: [PixelShade] = [], parts: [CellArea]) {
        (self.source, self.column, self.row, self.shades, self.parts) = (source, column, row, shades, parts)
    }

    /// The rows of the screen that it touches.
    package var rows: Range<Int> { row..<row + source.size.rows }

    /// The whole picture's pixels, under its veils.
    package func pixels(cell: TerminalAnswers.PixelSize) -> Pixels? {
        guard let pixels = source.pixels(cell: cell) else { return nil }
        return shades.isEmpty ? pixels : pixels.shaded(by: shades, cell: cell)
    }
}

/// A veil over a part of a picture.
package struct PixelShade: Hashable, Sendable {
    /// Counted from the picture's upper left cell.
    package let area: CellArea
    /// 0…1.
    package let strength: Double
    /// An exact colour.
    package let color: CellColor

    package init(area: CellArea, strength: Double, color: CellColor) {
        (self.area, self.strength, self.color) = (area, strength, color)
    }

    /// The veil over the whole picture of which only a part is in view: if it covers that part from side to side, it goes
    /// on to the picture's edges. So a picture that slides under a veil is the same image at every offset.
    package func extended(beyond seen: CellArea, to size: CellSize) -> PixelShade {
        var area = area
        if area.column <= seen.column, area.column + area.columns >= seen.column + seen.columns {
            (area.column, area.columns) = (0, size.columns)
        }
        if area.row <= seen.row, area.row + area.rows >= seen.row + seen.rows {
            (area.row, area.rows) = (0, size.rows)
        }
        return PixelShade(area: area, strength: strength, color: color)
    }
}

extension Pixels {
    func shaded(by shades: [PixelShade], cell: TerminalAnswers.PixelSize) -> Pixels {
        var bytes = bytes
        for shade in shades {
            let rect = shade.area.pixels(cell: cell)
            let part = Int((max(0, min(1, shade.strength)) * 256).rounded())
            let color = [Int(shade.color.red) * part, Int(shade.color.green) * part, Int(shade.color.blue) * part]
            for row in max(0, rect.y)..<max(0, min(height, rect.y + rect.height)) {
                for column in max(0, rect.x)..<max(0, min(width, rect.x + rect.width)) {
                    let place = (row * width + column) * 4
                    for channel in 0..<3 {
                        let value = Int(bytes[place + channel]) * (256 - part) + color[channel]
                        bytes[place + channel] = UInt8(truncatingIfNeeded: (value + 128) >> 8)
                    }
                }
            }
        }
        return Pixels(width: width, height: height, bytes: bytes) ?? self
    }

    /// A part of the picture; nil if it reaches outside.
    package func cropped(to rect: PixelRect) -> Pixels? {
        guard rect.x >= 0, rect.y >= 0, rect.x + rect.width <= width, rect.y + rect.height <= height else {
            return nil
        }
        if rect.width == width, rect.height == height { return self }
        var part: [UInt8] = []
        part.reserveCapacity(rect.width * rect.height * 4)
        for row in rect.y..<rect.y + rect.height {
            let start = (row * width + rect.x) * 4
            part += bytes[start..<start + rect.width * 4]
        }
        return Pixels(width: rect.width, height: rect.height, bytes: part)
    }
}
