import FoyerCore
import FoyerSystem
import FoyerTUI
import TestSupport

@testable import Foyer

/// A launch in accessible lines, with virtual time and without input or output.
///
/// The steps do nothing until they are cancelled; the test reports on their behalf.
final class TalkDrive {
    /// Every line said so far.
    private(set) var lines: [String] = []
    private(set) var now = Instant.zero
    private var program: SpokenProgram
    private let mailbox: Mailbox<ScreenMessage>
    private let inbox: Inbox<EngineEvent>
    private var read = 0

    init(
        language: Language = .english, known: LaunchPlan.Known? = nil, interval: Duration = LaunchNarrator.signInterval,
        offersClose: Bool = true, splash: DefaultSplashViewDelegate.ErrorStyle = .page,
        root: @escaping @Sendable () -> any Screen = {
            BlankScreen(leavesAt: { if case .presented = $0 { true } else { false } })
        }
    ) throws {
        let mailbox = try Mailbox<ScreenMessage>()
        self.mailbox = mailbox
        var machine = LaunchMachine.Configuration(schedule: try StepSchedule(SceneDrive.steps), fade: .zero)
        machine.offersClose = offersClose
        var plan = LaunchPlan(
            appID: "com.example.tea", machine: machine,
            steps: { _ in
                SceneDrive.steps.map { step in
                    StartupStep(step.id, label: step.label, weight: step.weight) { _ in await Gate().wait() }
                }
            }, known: known,
            uiProvider: UIProvider(
                splashViewDelegate: { DefaultSplashViewDelegate(errorStyle: splash) }, root: root))
        plan.splash.wish = .always
        plan.signInterval = interval
        let scene = LaunchScene(LaunchSession(plan))
        inbox = scene.inbox
        program = SpokenProgram(
            first: scene, theme: DisplayTheme(reducesMotion: true), language: language, at: .zero,
            post: { mailbox.post($0) })
        settle()
    }

    /// The same for any first screen.
    init(showing screen: any Screen, language: Language = .english) throws {
        let mailbox = try Mailbox<ScreenMessage>()
        self.mailbox = mailbox
        inbox = Inbox()
        program = SpokenProgram(
            first: screen, theme: DisplayTheme(reducesMotion: true), language: language, at: .zero,
            post: { mailbox.post($0) })
        settle()
    }

    deinit { program.leave() }

    var isOver: Bool { program.isOver }

    /// The lines said since the last call.
    func takeLines() -> [String] {
        defer { read = lines.count }
        return Array(lines[read...])
    }

    func hear(_ answers: String...) {
        for answer in answers {
            lines += program.hear(answer, at: now)
            settle()
        }
    }

    func endInput() {
        program.end()
        settle()
    }

    func post(_ events: LaunchEvent...) {
        for event in events {
            inbox.add(.launch(event))
            program.take(ScreenMessage(.wake(screen: 1, isGradual: false)), at: now)
            settle()
        }
    }

    /// Lets time go by from deadline to deadline, as the loop does.
    func advance(_ duration: Duration) {
        let end = now + duration
        while !program.isOver, let deadline = program.nextDeadline, deadline <= end {
            now = max(deadline, now + .nanoseconds(1))
            program.deadlineReached(at: now)
            settle()
        }
        now = max(now, end)
    }

    /// What the loop does until there is nothing left to do but wait.
    private func settle() {
        for _ in 0..<100 {
            while take() {}
            lines += program.say(at: now)
            program.written(at: now)
            if take() { continue }
            guard let said = program.answer(at: now) else { break }
            lines += said
        }
    }

    private func take() -> Bool {
        let posted = mailbox.drain()
        for message in posted { program.take(message, at: now) }
        return !posted.isEmpty
    }
}
