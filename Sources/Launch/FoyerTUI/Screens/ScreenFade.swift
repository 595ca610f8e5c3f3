import FoyerCore

/// The last cells of a screen, which give way to what lies beneath them.
package struct ScreenFade {
    /// Makes one frame: of the cells that go, the canvas beneath, and how much of the time is over, 0…1.
    package typealias Blend = (_ from: Canvas, _ to: Canvas, _ fraction: Double) -> Canvas

    private let from: Canvas
    private let (since, until): (Instant, Instant)
    private let blend: Blend

    package init(from canvas: Canvas, since: Instant, until: Instant, blend: @escaping Blend = ScreenFade.crossFade) {
        (from, self.since, self.until, self.blend) = (canvas, since, until, blend)
    }

    /// Cross-fades the colours, or cuts where there are too few.
    @Sendable package static func crossFade(_ from: Canvas, _ to: Canvas, _ fraction: Double) -> Canvas {
        var canvas = Canvas(
            Transition.render(from: from.buffer, to: to.buffer, fraction: fraction, theme: to.theme), theme: to.theme)
        if from.size == to.size, !Transition.hasBegun(fraction, theme: to.theme) { canvas.keep(picturesOf: from) }
        return canvas
    }

    package func isOver(at now: Instant) -> Bool { now >= until }

    package func nextFrame(after now: Instant) -> Instant? {
        isOver(at: now) ? nil : min(Motion.nextFrame(from: since, after: now), until)
    }

    /// Cells of another size cannot be blended: a resize settles it.
    package func render(over canvas: inout Canvas, at now: Instant) {
        guard !isOver(at: now), from.size == canvas.size else { return }
        let beneath = canvas
        canvas = blend(from, beneath, Motion.fraction(from: since, lasting: until - since, at: now))
        canvas.expect(picturesOf: beneath)
    }
}
