import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Runs a launch without a screen: receives the reports of its steps and watches its deadline. Its owner prints lines or a
/// status line, or opens the screen later.
final class LaunchDriver: Sendable {
    /// The most events that are kept for a screen that may follow. The latest stay.
    private static let mostOthers = 1000

    let session: LaunchSession
    private let mailbox: Mailbox<EngineEvent>
    private let others = Mutex<[EngineEvent]>([])

    /// Becomes readable when there is something to handle.
    var descriptor: Int32 { mailbox.descriptor }
    /// When the launch moves by itself.
    var nextDeadline: Instant? { session.machine.nextDeadline }

    init(_ session: LaunchSession) throws(TerminalError) {
        self.session = session
        mailbox = try Mailbox<EngineEvent>(isGradual: { $0.isGradual })
        session.connect { [mailbox] in mailbox.post($0) }
    }

    /// The launch begins: hidden, unless its splash is due at once.
    func begin(isAtOnce: Bool, at now: Instant, _ show: (LaunchEffect) -> Void) {
        let learned = session.recall()
        let events: [LaunchEvent] = isAtOnce ? [.opened, .presented(learned: learned)] : [.began(learned: learned)]
        for event in events { session.handle(event, at: now, show: show) }
    }

    /// Handles what has come and what is due.
    ///
    /// - Parameter isEnough: asked after each event of the launch; the rest is left for the screen.
    func step(at now: Instant, until isEnough: () -> Bool = { false }, _ show: (LaunchEffect) -> Void) {
        var events = mailbox.drain()
        if let deadline = nextDeadline, now >= deadline { events.append(.launch(.deadlineReached)) }
        for event in events {
            if case .launch(let event) = event, !isEnough() {
                session.handle(event, at: now, show: show)
            } else {
                keep(event)
            }
        }
    }

    func post(_ event: LaunchEvent) { mailbox.post(.launch(event)) }

    func wait(until deadline: Instant?) { mailbox.wait(until: deadline) }

    /// - Parameter isMoving: whether `step` follows soon anyway, so that a step's progress need not wake its owner.
    func expect(_ isMoving: Bool) { mailbox.expect(isMoving) }

    /// The latest status text of a running step.
    var status: SafeText? {
        let machine = session.machine
        let running = Set(machine.record.steps.filter { [.waiting, .running].contains($0.state) }.map(\.id))
        return others.withLock { others in
            for case .status(let text, let step, machine.attempt) in others.reversed() where running.contains(step) {
                return text
            }
            return nil
        }
    }

    /// A screen may follow.
    func end() { session.disconnect { others.withLock { $0 } + mailbox.drain() } }

    private func keep(_ event: EngineEvent) {
        others.withLock { others in
            if others.count == Self.mostOthers { others.removeFirst() }
            others.append(event)
        }
    }
}
