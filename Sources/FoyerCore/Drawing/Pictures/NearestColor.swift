/// Finds the palette's nearest colour.
struct NearestColor {
    /// The colours by index.
    let colors: [ColorSum]
    private let table: [UInt16]
    private let method: Method

    private enum Method {
        /// The cube and the greys lie regularly: two steps of arithmetic find the nearest.
        case cube
        /// The table holds an answer for each of 16 × 16 × 16 boxes.
        case boxes
    }

    /// The fixed colours 16…255 of a 256-colour terminal.
    static func indexed256() -> NearestColor {
        let levels = TerminalPalette.cubeLevels.map(Int.init)
        var colors: [ColorSum] = []
        for red in levels {
            for green in levels {
                for blue in levels { colors.append(ColorSum(red, green, blue)) }
            }
        }
        colors += TerminalPalette.greys.map { ColorSum(Int($0), Int($0), Int($0)) }
        let table = (0..<256).map { value in UInt16(nearest(to: value, in: levels)) }
        return NearestColor(colors: colors, table: table, method: .cube)
    }

    /// The first eight of the basic colours, as xterm shows them.
    static func ansi8() -> NearestColor {
        let colors = TerminalPalette.basic.prefix(8).map {
            ColorSum(Int($0 >> 16), Int($0 >> 8 & 0xFF), Int($0 & 0xFF))
        }
        let table = (0..<4096).map { box in
            let center = ColorSum((box >> 8) * 16 + 8, (box >> 4 & 15) * 16 + 8, (box & 15) * 16 + 8)
            let index = colors.indices.min { distance(colors[$0], center) < distance(colors[$1], center) }
            return UInt16(index ?? 0)
        }
        return NearestColor(colors: colors, table: table, method: .boxes)
    }

    /// The index of the colour nearest to a mean: `sum` times `reciprocal`, which is scaled by 65,536.
    @inline(__always)
    func index(of sum: ColorSum, reciprocal: Int) -> Int {
        let red = Self.mean(sum.red, reciprocal)
        let green = Self.mean(sum.green, reciprocal)
        let blue = Self.mean(sum.blue, reciprocal)
        return table.withUnsafeBufferPointer { table in
            switch method {
            case .boxes:
                return Int(table[(red >> 4) << 8 | (green >> 4) << 4 | blue >> 4])
            case .cube:
                let cube = Int(table[red]) * 36 + Int(table[green]) * 6 + Int(table[blue])
                let grey = 216 + max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
                let mean = ColorSum(red, green, blue)
                return colors.withUnsafeBufferPointer { colors in
                    Self.distance(colors[grey], mean) < Self.distance(colors[cube], mean) ? grey : cube
                }
            }
        }
    }

    @inline(__always)
    private static func mean(_ sum: Int, _ reciprocal: Int) -> Int {
        max(0, min(255, (sum &* reciprocal &+ 32_768) >> 16))
    }

    @inline(__always)
    private static func distance(_ left: ColorSum, _ right: ColorSum) -> Int {
        let gap = left - right
        return gap.red &* gap.red &+ gap.green &* gap.green &+ gap.blue &* gap.blue
    }

    private static func nearest(to value: Int, in levels: [Int]) -> Int {
        levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
}
