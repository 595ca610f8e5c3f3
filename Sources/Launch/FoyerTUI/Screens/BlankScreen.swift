import FoyerCore

/// A screen with nothing on it, where there is nothing to show.
package final class BlankScreen: Screen {
    private let leavesAt: (ScreenEvent) -> Bool

    /// - Parameter leavesAt: whether it leaves at an event; by default it stays.
    package init(leavesAt: @escaping (ScreenEvent) -> Bool = { _ in false }) {
        self.leavesAt = leavesAt
    }

    /// One that leaves at the first press.
    package static var untilPress: BlankScreen {
        BlankScreen { if case .input(let input) = $0 { input.isPress } else { false } }
    }

    package func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        leavesAt(event) ? .leave : .stay
    }
}
