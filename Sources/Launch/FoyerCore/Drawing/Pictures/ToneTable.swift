/// The best approximations of a colour in a palette: the nearest colour, and the nearest tone, which may be a shade of
/// two.
///
/// Results are computed on demand: a picture needs a few hundred of all.
struct ToneTable {
    /// The nearest single colour, and the squared error of a subpixel shown in it.
    struct Solid {
        let index: Int32
        let error: Int32
    }

    /// Ink on ground, in dots too fine to see, or only ink.
    struct Tone {
        var glyph = Glyph.space
        var ink: Int
        var ground: Int
        /// The squared error of a subpixel.
        var error: Int
    }

    private static let shades = [(Glyph("░"), 1), (Glyph("▒"), 2), (Glyph("▓"), 3)]
    /// The advantage that a tone needs over one without dots, as a squared error, to avoid unnecessary dots.
    private static let handicap: Float = 60

    let palette: TonePalette
    private let hasShades: Bool
    private var solids = Answers<Solid>()
    private var tones = Answers<Tone>()
    private var candidates: [Int] = []

    init(_ palette: TonePalette, hasShades: Bool) {
        self.palette = palette
        self.hasShades = hasShades
    }

    /// For a mean: `sum` times `reciprocal`, which is scaled by 65,536.
    mutating func solid(for sum: ColorSum, reciprocal: Int) -> Solid {
        let key = ColorKey(sum, reciprocal)
        return solids[key] ?? addSolid(key)
    }

    mutating func tone(for sum: ColorSum, reciprocal: Int) -> Tone {
        let key = ColorKey(sum, reciprocal)
        return tones[key] ?? addTone(key)
    }

    private mutating func addSolid(_ key: ColorKey) -> Solid {
        findCandidates(key)
        let wanted = PerceivedColor(key.color)
        var best = 0
        var least = Float.infinity
        for index in candidates {
            let error = wanted.distance(to: palette.perceived[index])
            if error < least { (best, least) = (index, error) }
        }
        let solid = Solid(index: Int32(best), error: Int32(least))
        solids.add(solid, for: key)
        return solid
    }

    private mutating func addTone(_ key: ColorKey) -> Tone {
        let solid = solids[key] ?? addSolid(key)
        var tone = Tone(ink: Int(solid.index), ground: Int(solid.index), error: Int(solid.error))
        if hasShades {
            findCandidates(key)
            improve(&tone, for: PerceivedColor(key.color))
        }
        tones.add(tone, for: key)
        return tone
    }

    private mutating func findCandidates(_ key: ColorKey) {
        candidates.removeAll(keepingCapacity: true)
        palette.addCandidates(key.color, &candidates)
    }

    /// Takes a shade of two candidates if one is nearer.
    private func improve(_ tone: inout Tone, for wanted: PerceivedColor) {
        var least = Float(tone.error)
        for (place, ink) in candidates.enumerated() {
            for ground in candidates[..<place] {
                let (dots, rest) = (palette.perceived[ink], palette.perceived[ground])
                let noise = rest.noise(of: dots)
                for (glyph, quarters) in Self.shades {
                    let glare = noise * Float(quarters * (4 - quarters)) / 4 + Self.handicap
                    guard glare < least else { continue }
                    let error = wanted.distance(to: palette.mixed(ink, into: ground, quarters: quarters)) + glare
                    guard error < least else { continue }
                    least = error
                    tone = Tone(glyph: glyph, ink: ink, ground: ground, error: Int(error))
                }
            }
        }
    }
}

/// The key of a colour: five bits of each channel.
struct ColorKey {
    static let count = 1 << 15

    let index: Int

    init(_ sum: ColorSum, _ reciprocal: Int) {
        func mean(_ sum: Int) -> Int { max(0, min(255, (sum &* reciprocal &+ 32_768) >> 16)) >> 3 }
        index = mean(sum.red) << 10 | mean(sum.green) << 5 | mean(sum.blue)
    }

    /// A representative of the colours with the same key: black and white stand for themselves.
    var color: ColorSum {
        func widened(_ shift: Int) -> Int {
            let value = index >> shift & 31
            return value << 3 | value >> 2
        }
        return ColorSum(widened(10), widened(5), widened(0))
    }
}

/// Results for some of all colours.
private struct Answers<Answer> {
    /// By colour: the index of its result, counted from 1; 0 if there is none.
    private var places = [UInt16](repeating: 0, count: ColorKey.count)
    private var found: [Answer] = []

    subscript(key: ColorKey) -> Answer? {
        let place = Int(places[key.index])
        return place > 0 ? found[place - 1] : nil
    }

    mutating func add(_ answer: Answer, for key: ColorKey) {
        found.append(answer)
        places[key.index] = UInt16(found.count)
    }
}
