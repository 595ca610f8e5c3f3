import FoyerCore

/// A bar that fills from the left by eighths of a cell, with a light that passes over it slowly to show that the
/// program is not stuck. Where nobody knows how long the work takes, a wave runs through what is empty, and nothing fills.
public struct ProgressBar: Widget, Equatable, Sendable {
    /// 0…1; values outside are clamped, NaN counts as 0.
    public var fraction: Double
    /// Whether the fraction tells how far the work is.
    public var isMeasured: Bool
    /// When the light first started.
    public var startedAt: Instant

    /// The time that the light takes to cross the bar, and its pause before the next pass.
    private static let sweep = Duration.milliseconds(2200)
    private static let rest = Duration.milliseconds(600)
    /// The light over the filled part on a light ground.
    private static let lightByDay = CellColor.hex(0xF2B05E)
    /// The columns over which the light fades, on either side.
    private static let glow = 3.0

    /// A bar at a fraction, 0…1.
    public init(fraction: Double, isMeasured: Bool = true, startedAt: Instant = .zero) {
        self.fraction = fraction
        self.isMeasured = isMeasured
        self.startedAt = startedAt
    }

    /// Draws the bar over the first row of a rectangle.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty else { return }
        let columns = rect.columns
        let filled = eighths(columns: columns)
        let light = isMeasured ? lightPosition(columns: columns, at: now, theme: canvas.theme) : nil
        let wave = isMeasured ? nil : Wave((filled + 7) / 8..<columns, begun: startedAt, at: now, canvas.theme)
        let track = canvas.theme.blend(.raised, .faint, 0.35)
        for column in 0..<columns {
            let part = min(max(filled - column * 8, 0), 8)
            let glow = light.map { brightness(column: column, light: $0) } ?? 0
            let place = columns > 1 ? Double(column) / Double(columns - 1) : 1
            let cell =
                part == 0 && wave != nil
                ? Self.cell(under: wave?.height(at: column) ?? 0, track: track, theme: canvas.theme)
                : cell(part: part, place: place, glow: glow, track: track, theme: canvas.theme)
            canvas.put(cell, column: rect.column + column, row: rect.row)
        }
    }

    /// Filled eighths of cells in a bar of this width; all of them only at fraction 1.
    package func eighths(columns: Int) -> Int {
        let fraction = self.fraction.isNaN ? 0 : min(max(self.fraction, 0), 1)
        return Int(fraction * Double(columns * 8))
    }

    /// The next instant at which the light has moved; `nil` if nothing may move.
    public func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        guard !theme.reducesMotion else { return nil }
        guard now >= startedAt else { return startedAt }
        guard isMeasured else { return Motion.nextFrame(from: startedAt, after: now) }
        let elapsed = (now - startedAt).saturatedNanoseconds % Self.period
        if elapsed < Self.sweep.saturatedNanoseconds { return Motion.nextFrame(from: startedAt, after: now) }
        return now + .nanoseconds(Self.period - elapsed)
    }

    private static var period: Int64 { (sweep + rest).saturatedNanoseconds }

    /// The light's place; `nil` while it pauses or if nothing may move.
    private func lightPosition(columns: Int, at now: Instant, theme: DisplayTheme) -> Double? {
        guard !theme.reducesMotion, now >= startedAt else { return nil }
        let frame = Motion.frame.saturatedNanoseconds
        let elapsed = (now - startedAt).saturatedNanoseconds / frame * frame % Self.period
        let fraction = Double(elapsed) / Double(Self.sweep.saturatedNanoseconds)
        guard fraction < 1 else { return nil }
        let margin = Self.glow * 2
        let eased = fraction * fraction * (3 - 2 * fraction)
        return -margin + eased * (Double(columns) + 2 * margin)
    }

    private func brightness(column: Int, light: Double) -> Double {
        let distance = abs(Double(column) + 0.5 - light) / (Self.glow * 2)
        guard distance < 1 else { return 0 }
        let falloff = 1 - distance * distance
        return falloff * falloff
    }

    private func cell(part: Int, place: Double, glow: Double, track: CellColor, theme: DisplayTheme) -> ScreenCell {
        guard theme.canBlend else { return plainCell(part: part, place: place, glow: glow, theme: theme) }
        // On a light ground, the light is warm: one that is paler than the bar would wash it out.
        let background = theme.blend(track, theme.palette.isLight ? .accentDeep : .quiet, glow * 0.22)
        // The foreground of an empty cell is not visible.
        if part == 0 { return ScreenCell(Glyph(theme.glyphs.bar[0]), background: background) }
        let fill = fillColor(place: place, glow: glow, theme: theme)
        return ScreenCell(Glyph(theme.glyphs.bar[part]), foreground: fill, background: background)
    }

    private func fillColor(place: Double, glow: Double, theme: DisplayTheme) -> CellColor {
        let ramp = theme.palette.barRamp
        guard theme.depth == .indexed256, !ramp.isEmpty else {
            let light = theme.palette.isLight ? Self.lightByDay : .text
            return theme.blend(theme.blend(.accentDeep, .accent, place), light, glow * 0.55)
        }
        if glow > 0.35 { return .hex(theme.palette.barGlow[glow > 0.75 ? 1 : 0]) }
        return .hex(ramp[min(Int(place * Double(ramp.count)), ramp.count - 1)])
    }

    private func plainCell(part: Int, place: Double, glow: Double, theme: DisplayTheme) -> ScreenCell {
        let isLit = glow > 0.4
        let glyphs = theme.glyphs
        if part == 0 {
            return ScreenCell(Glyph(isLit ? glyphs.litTrack : glyphs.track), foreground: isLit ? .quiet : .faint)
        }
        let glyph = part == 8 && isLit ? glyphs.litBar : glyphs.bar[part]
        return ScreenCell(Glyph(glyph), foreground: theme.blend(.accentDeep, .accent, place + 0.1))
    }

    private static func cell(under height: Double, track: CellColor, theme: DisplayTheme) -> ScreenCell {
        let glyphs = theme.glyphs
        guard theme.canBlend else {
            let isLit = height > 0.25
            return ScreenCell(Glyph(isLit ? glyphs.litTrack : glyphs.track), foreground: isLit ? .accent : .faint)
        }
        return ScreenCell(Glyph(glyphs.bar[0]), background: theme.blend(track, .accent, height * 0.8))
    }
}

/// What runs through the empty part of a bar whose length nobody knows: from the left, again and again. Where nothing may
/// move, it lies flat and covers all.
private struct Wave {
    /// The time of one crossing.
    private static let crossing = Duration.milliseconds(1600)
    private static let flat = 0.3

    private let crest: Double?
    private let reach: Double

    init(_ columns: Range<Int>, begun: Instant, at now: Instant, _ theme: DisplayTheme) {
        reach = max(2, Double(columns.count) * 0.16)
        guard !theme.reducesMotion else {
            crest = nil
            return
        }
        let frame = Motion.frame.saturatedNanoseconds
        let elapsed = max(0, (now - begun).saturatedNanoseconds) / frame * frame
        let fraction = Double(elapsed % Self.crossing.saturatedNanoseconds) / Double(Self.crossing.saturatedNanoseconds)
        let eased = fraction * fraction * (3 - 2 * fraction)
        crest = Double(columns.lowerBound) - reach + eased * (Double(columns.count) + 2 * reach)
    }

    /// 0…1.
    func height(at column: Int) -> Double {
        guard let crest else { return Self.flat }
        let distance = abs(Double(column) + 0.5 - crest) / reach
        guard distance < 1 else { return 0 }
        let slope = 1 - distance * distance
        return slope * slope
    }
}
