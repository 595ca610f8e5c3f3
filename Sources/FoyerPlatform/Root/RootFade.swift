import Foyer
import FoyerCore
import FoyerTUI

/// The splash's last cells, which fade into the root: as a launch's do into its program.
struct RootFade {
    private let from: Buffer
    private let since: Instant
    private static let time = Motion.fade

    /// `nil` where nothing is to move.
    init?(from splash: any Screen, _ context: ScreenContext) {
        guard !context.theme.reducesMotion else { return nil }
        var canvas = Canvas(size: context.size, theme: context.theme)
        splash.draw(in: &canvas, context: context)
        from = canvas.buffer
        since = context.now
    }

    func isOver(at now: Instant) -> Bool { now >= since + Self.time }

    func nextFrame(after now: Instant) -> Instant? {
        isOver(at: now) ? nil : min(Motion.nextFrame(from: since, after: now), since + Self.time)
    }

    /// Cells of another size cannot be blended: a resize settles it.
    func render(over canvas: inout Canvas, at now: Instant) {
        guard !isOver(at: now), from.size == canvas.size else { return }
        let fraction = Motion.fraction(from: since, lasting: Self.time, at: now)
        canvas = Canvas(
            Transition.render(from: from, to: canvas.buffer, fraction: fraction, theme: canvas.theme),
            theme: canvas.theme)
    }
}
