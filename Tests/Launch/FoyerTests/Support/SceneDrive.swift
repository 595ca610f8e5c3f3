import Foundation
import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization
import TestSupport

@testable import Foyer

/// A launch on a screen of the test's own: the real scene in the real program, with virtual time and no terminal.
///
/// The steps do nothing until they are cancelled; the test reports on their behalf.
final class SceneDrive {
    let transcript = Transcript()
    private(set) var program: ScreenProgram
    private let mailbox: Mailbox<ScreenMessage>
    private let inbox: Inbox<EngineEvent>
    private let session: LaunchSession
    private let lessons: Lessons
    private(set) var now = Instant.zero
    var size = CellSize(columns: 80, rows: 24)
    private(set) var buffer = Buffer(size: CellSize(columns: 80, rows: 24))

    /// The learned times.
    private final class Lessons: Sendable {
        let kept = Mutex<LearnedProgress?>(nil)
    }

    static let steps = [
        LaunchStep("metadata", words: .stepMetadata, weight: 1),
        LaunchStep("package", words: .stepPackage, weight: 8),
        LaunchStep("ready", words: .stepOpening, weight: 1),
    ]

    init(
        delegate: (@Sendable (Transcript) -> any SplashViewDelegate)? = nil, theme: DisplayTheme = DisplayTheme(),
        offersClose: Bool = true, timeout: Duration = LaunchMachine.Configuration.standardTimeout,
        fade: Duration = LaunchMachine.Configuration.standardFade, learned: LearnedProgress? = nil,
        language: Language = .english, known: LaunchPlan.Known? = nil,
        splash: SplashRule = SplashRule(isDueAtOnce: true),
        leavesDetailsKey: Bool = false, diagnosis: DiagnosisKeeper? = nil, titles: [LaunchCode: Phrase] = [:],
        keyboard: KeyboardAccess? = nil
    ) throws {
        let (lessons, transcript) = (Lessons(), transcript)
        self.lessons = lessons
        mailbox = try Mailbox<ScreenMessage>()
        let schedule = try StepSchedule(Self.steps)
        var plan = LaunchPlan(
            appID: "com.example.tea",
            machine: LaunchMachine.Configuration(
                schedule: schedule, timeout: timeout, offersClose: offersClose, fade: fade, titles: titles),
            steps: { _ in
                Self.steps.map { step in
                    StartupStep(step.id, label: step.label, weight: step.weight) { _ in await Gate().wait() }
                }
            },
            known: known,
            memory: ProgressMemory(
                recall: {
                    transcript.lines.append("recall")
                    return learned
                },
                keep: { lesson in
                    lessons.kept.withLock { $0 = lesson }
                    return Task {}
                }),
            uiProvider: UIProvider(
                splashViewDelegate: { delegate?(transcript) ?? DefaultSplashViewDelegate() },
                root: { ScriptedRoot(transcript, leavesDetailsKey: leavesDetailsKey) }))
        plan.splash = splash
        plan.diagnosis = diagnosis
        plan.keyboard = keyboard
        session = LaunchSession(plan)
        let scene = LaunchScene(session)
        inbox = scene.inbox
        program = ScreenProgram(first: scene, theme: theme, language: language, mailbox: mailbox, at: .zero)
    }

    deinit { program.handle(.input(.endOfInput), at: now) }

    var failures: [LaunchCode] {
        session.machine.record.log.compactMap { if case .failed(let code) = $0.entry { code } else { nil } }
    }
    var outcome: LaunchOutcome? { session.report?.outcome }
    var kept: LearnedProgress? { lessons.kept.withLock { $0 } }
    var isOver: Bool { program.outcome != nil }
    var text: String { buffer.text }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    var footer: String { lines.last { !$0.isEmpty } ?? "" }
    var taskbar: TaskbarProgress { program.render(size: size, at: now).taskbar }
    var copied: ClipboardText? { program.render(size: size, at: now).copied }

    // MARK: - What the loop does

    func draw() {
        let frame = program.render(size: size, at: now)
        var next = Buffer(size: frame.size)
        for (index, cell) in frame.cells.enumerated() {
            next[index % frame.size.columns, index / frame.size.columns] = cell
        }
        buffer = next
    }

    /// The first frame goes out, and the program is told so.
    func start() {
        draw()
        firstFrameIsOut()
    }

    func firstFrameIsOut() {
        program.handle(.started, at: now)
        draw()
    }

    func input(_ event: InputEvent) {
        if case .resized(let size) = event { self.size = size }
        program.handle(.input(event), at: now)
        drain()
    }

    func press(_ keys: KeyEvent...) {
        for key in keys { input(.key(key)) }
    }

    func click(_ word: String) {
        for (row, line) in lines.enumerated() {
            guard let range = line.range(of: word) else { continue }
            let column = line.unicodeScalars.distance(
                from: line.unicodeScalars.startIndex, to: range.lowerBound)
            return input(.mouse(MouseEvent(.click, column: column, row: row)))
        }
        transcript.lines.append("there is no \(word) to click")
    }

    /// What a hand on the mouse sends.
    func hand(_ word: String) {
        for (row, line) in lines.enumerated() {
            guard let range = line.range(of: word) else { continue }
            let column = line.unicodeScalars.distance(
                from: line.unicodeScalars.startIndex, to: range.lowerBound)
            for kind in [MouseEvent.Kind.press, .release, .click] {
                input(.mouse(MouseEvent(kind, column: column, row: row)))
            }
            return
        }
        transcript.lines.append("there is no \(word) to click")
    }

    /// What other threads posted, then a frame.
    func drain() {
        for message in mailbox.drain() { program.handle(.posted(message), at: now) }
        draw()
    }

    /// Waits for what tasks post, round by round, until it is shown.
    func wait(until isShown: (SceneDrive) -> Bool) async throws {
        drain()
        while !isShown(self) {
            try Task.checkCancellation()
            await waitUntilReadable(mailbox.descriptor)
            drain()
        }
    }

    /// Lets time go by from deadline to deadline, as the loop does.
    func advance(_ duration: Duration) {
        let end = now + duration
        var count = 0
        while let deadline = program.nextDeadline, deadline <= end {
            count += 1
            precondition(count < 100_000, "a deadline that does not move would spin the loop")
            now = max(now, deadline)
            program.handle(.deadline, at: now)
            drain()
        }
        now = end
        draw()
    }

    /// The terminal takes so long for the last frame; nothing is drawn meanwhile.
    func pause(_ duration: Duration) {
        now += duration
        program.handle(.frameTaken(duration), at: now)
        drain()
    }

    // MARK: - What steps report

    func post(_ event: EngineEvent) {
        handleWithoutDrawing(event)
        drain()
    }

    /// As when more has come before the next frame.
    func handleWithoutDrawing(_ event: EngineEvent) {
        inbox.add(event)
        program.handle(.posted(ScreenMessage(.wake(screen: 1, isGradual: false))), at: now)
    }

    func post(_ event: LaunchEvent) { post(.launch(event)) }

    func end(_ steps: String..., attempt: Int = 1) {
        for step in steps { post(.reported(.stepEnded(step), attempt: attempt)) }
    }

    func fail(
        _ code: LaunchCode, cause: String = "The connection was reset.", step: String = "metadata",
        attempt: Int = 1
    ) {
        post(.reported(.stepFailed(step, LaunchFailure(code, cause: cause)), attempt: attempt))
    }

    func inform(attempt: Int = 1) {
        post(.reported(.infoArrived(teaHouse), attempt: attempt))
    }
}

let teaHouse = SplashInfo(
    appID: "com.example.tea", appName: "Tea House", iconURL: "http://127.0.0.1/tea.png",
    description: "Order ahead", slogan: "A cup in five minutes")
