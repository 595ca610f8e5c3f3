import FoyerCore

/// Events from the loop to its program.
package enum LoopEvent<Posted: Sendable>: Sendable {
    /// The first frame is on its way to the terminal; the work may begin.
    case started
    case input(InputEvent)
    case posted(Posted)
    /// `nextDeadline` has come.
    case deadline
    /// The terminal has taken the last frame, and was busy with it for so long.
    case frameTaken(Duration)
}

extension LoopEvent: Equatable where Posted: Equatable {}

/// A program on the screen: a state that handles events and can be drawn.
package protocol LoopProgram {
    /// Events posted by other threads.
    associatedtype Posted: Sendable
    /// The result that it ends with.
    associatedtype Outcome: Sendable

    /// Handles an event and performs what follows from it; must not block.
    mutating func handle(_ event: LoopEvent<Posted>, at now: Instant)
    /// The present screen. A frame of another size is cut or filled up.
    mutating func render(size: CellSize, at now: Instant) -> Frame
    /// When it next wants to be told the time; nil if nothing moves. A past instant is reported at once.
    var nextDeadline: Instant? { get }
    /// Once set, the loop ends.
    var outcome: Outcome? { get }
}

/// Draw, wait, handle: the loop. It runs on the thread that calls it, and nothing else wakes it.
package enum EventLoop {
    package static func run<Program: LoopProgram>(
        _ program: inout Program, on display: some Display, mailbox: Mailbox<Program.Posted>
    ) -> Program.Outcome {
        var hasStarted = false
        // When a frame is due: set once something has happened that no frame shows yet, not because the terminal is
        // ready.
        var due: Instant? = .zero
        var shown = Instant.zero
        var isBusy = false
        while true {
            if let outcome = program.outcome { return outcome }
            if isBusy, display.isReady {
                isBusy = false
                program.handle(.frameTaken(display.now - shown), at: display.now)
            }
            // A terminal that is still busy with the last frame later gets only the newest one.
            if let instant = due, instant <= display.now, display.isReady {
                shown = display.now
                display.present(program.render(size: display.size, at: shown))
                due = nil
                isBusy = !display.isReady
            }
            // Ready again: the first frame is complete on the terminal, and the work may begin.
            if !hasStarted, display.isReady {
                hasStarted = true
                due = .zero
                program.handle(.started, at: display.now)
                continue
            }
            // Drawing may have ended the program.
            if program.outcome != nil { continue }
            switch waitAndHandle(&program, on: display, mailbox: mailbox, frame: display.isReady ? due : nil) {
            case .nothing: break
            case .gradual: due = min(due ?? shown + Motion.frame, shown + Motion.frame)
            case .urgent: due = .zero
            }
        }
    }

    /// How soon a frame must show what has come.
    private enum News { case nothing, gradual, urgent }

    /// Waits for events, until the next frame or the program's deadline, and passes them on.
    ///
    /// - Parameter frame: when a frame is due; `nil` if none is, or the terminal is not ready for one.
    private static func waitAndHandle<Program: LoopProgram>(
        _ program: inout Program, on display: some Display, mailbox: Mailbox<Program.Posted>, frame: Instant?
    ) -> News {
        let deadline = [program.nextDeadline, frame].compactMap { $0 }.min()
        mailbox.expect(frame != nil)
        let inputs = display.wait(until: deadline, mailbox: mailbox.descriptor)
        let now = display.now
        for input in inputs { program.handle(.input(input), at: now) }
        let posted = mailbox.drain()
        for event in posted { program.handle(.posted(event), at: now) }
        let isDue = program.nextDeadline.map { $0 <= now } ?? false
        if isDue { program.handle(.deadline, at: now) }
        if isDue || !inputs.isEmpty || posted.contains(where: { !mailbox.isGradual($0) }) { return .urgent }
        return posted.isEmpty ? .nothing : .gradual
    }
}

/// What the loop draws on and listens to.
package protocol Display: AnyObject {
    /// The screen's size in cells, at least 1×1.
    var size: CellSize { get }
    /// The clock for deadlines.
    var now: Instant { get }
    /// False until the terminal has taken the last frame; drawing would be in vain.
    var isReady: Bool { get }
    func present(_ frame: Frame)
    /// Waits until there is input, the mailbox has something, the last frame has gone out, or the deadline has come.
    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent]
}
