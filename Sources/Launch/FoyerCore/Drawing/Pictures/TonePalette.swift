/// The colours of a terminal, and which of them come close to a given one.
struct TonePalette {
    let colors: [ColorSum]
    let perceived: [PerceivedColor]
    /// Adds the indexes of colours worth comparing: the neighbours on all sides, which also mix to the colours in
    /// between.
    let addCandidates: @Sendable (_ color: ColorSum, _ indexes: inout [Int]) -> Void
    /// What any two colours mix to, by quarters; empty if there are too many.
    private let mixed: [PerceivedColor]

    private init(
        _ colors: [ColorSum], mixesExactly: Bool,
        addCandidates: @escaping @Sendable (_ color: ColorSum, _ indexes: inout [Int]) -> Void
    ) {
        self.colors = colors
        self.addCandidates = addCandidates
        perceived = colors.map { PerceivedColor($0) }
        mixed = mixesExactly ? Self.mixed(colors) : []
    }

    private static func mixed(_ colors: [ColorSum]) -> [PerceivedColor] {
        colors.flatMap { ink in
            colors.flatMap { ground in
                (0..<4).map { quarters in
                    func mix(_ ink: Int, _ ground: Int) -> Int { (ink * quarters + ground * (4 - quarters)) / 4 }
                    return PerceivedColor(
                        ColorSum(mix(ink.red, ground.red), mix(ink.green, ground.green), mix(ink.blue, ground.blue)))
                }
            }
        }
    }

    /// The colour of dots of ink that cover some quarters, 0…3, of a ground.
    func mixed(_ ink: Int, into ground: Int, quarters: Int) -> PerceivedColor {
        if !mixed.isEmpty { return mixed[(ink * colors.count + ground) * 4 + quarters] }
        // Between neighbours the line is nearly straight.
        return perceived[ink].mixed(into: perceived[ground], share: Float(quarters) / 4)
    }

    /// The fixed colours 16…255 of a 256-colour terminal: the corners of the cube around a colour, and the greys.
    static let indexed256: TonePalette = {
        let levels = TerminalPalette.cubeLevels.map(Int.init)
        var colors: [ColorSum] = []
        for red in levels {
            for green in levels {
                for blue in levels { colors.append(ColorSum(red, green, blue)) }
            }
        }
        let firstGrey = colors.count
        colors += TerminalPalette.greys.map { ColorSum(Int($0), Int($0), Int($0)) }
        /// The highest level that is not above each value, except the last.
        let steps = (0...255).map { value in (levels.dropLast().lastIndex { $0 <= value }) ?? 0 }
        return TonePalette(colors, mixesExactly: false) { color, indexes in
            let low = (steps[color.red], steps[color.green], steps[color.blue])
            for corner in 0..<8 {
                let (red, green, blue) = (low.0 + corner >> 2, low.1 + corner >> 1 & 1, low.2 + corner & 1)
                indexes.append(red * 36 + green * 6 + blue)
            }
            let luminance = (color.red * 54 + color.green * 183 + color.blue * 19) >> 8
            let grey = max(1, min(TerminalPalette.greys.count - 2, (luminance - 3) / 10))
            for index in grey - 1...grey + 1 { indexes.append(firstGrey + index) }
        }
    }()

    /// The first eight of the basic colours, as xterm shows them, which every terminal with colours has.
    ///
    /// The bright eight are left out: many terminals show them only as bold ink, and some not at all.
    static let ansi8: TonePalette = {
        let colors = TerminalPalette.basic.prefix(8).map {
            ColorSum(Int($0 >> 16), Int($0 >> 8 & 0xFF), Int($0 & 0xFF))
        }
        return TonePalette(colors, mixesExactly: true) { _, indexes in indexes.append(contentsOf: 0..<8) }
    }()
}
