import Dispatch
import Foundation
import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Foyer

/// Whole launches with real steps, told in lines.
@Suite(.timeLimit(.minutes(1))) struct LineLaunchTests {
    private func run(
        _ steps: [StartupStep], appID: String? = nil, places: Places? = nil, offersClose: Bool = true,
        timeout: Duration = .seconds(600)
    ) async throws -> (report: LaunchPlan.Report, lines: [String]) {
        let printed = try PrintedLines()
        let plan = LaunchPlan(
            appID: appID,
            machine: .init(schedule: try StepSchedule(steps.map(\.step)), timeout: timeout, offersClose: offersClose),
            steps: { _ in steps },
            memory: places.flatMap { places in appID.map { ProgressMemory(appID: $0, places: places) } },
            uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) }))
        let launch = LineLaunch(
            session: LaunchSession(plan), lines: LaunchLines(format: .json, language: .english),
            output: LineOutput(printed.writeEnd))
        return (await launch.run(), printed.lines)
    }

    @Test func aSuccess() async throws {
        let (report, lines) = try await run([
            StartupStep("one", label: "One") { $0.info(teaHouse) }, StartupStep("two", label: "Two") { _ in },
        ])
        #expect(report.outcome == .completed)
        #expect(lines.first == #"{"event":"progress","value":0.0,"step":"one"}"#)
        #expect(lines.last == #"{"event":"progress","value":1.0}"#)
        #expect(lines.contains { $0.contains("\"event\":\"info\"") })
    }

    @Test(arguments: [true, false]) func anErrorIsTheEnd(offersClose: Bool) async throws {
        let failure = LaunchFailure(.downloadFailed, cause: "It was cut.")
        let (report, _) = try await run(
            [StartupStep("one", label: "One") { _ in throw failure }], offersClose: offersClose)
        #expect(report.outcome == .failed(failure))
    }

    @Test func anErrorOfTheHostsOwnIsUnknown() async throws {
        struct Odd: Error, CustomStringConvertible { let description = "the cellar is flooded" }
        let (report, _) = try await run([StartupStep("one", label: "One") { _ in throw Odd() }])
        #expect(report.outcome == .failed(LaunchFailure(.unknown, cause: "the cellar is flooded")))
    }

    @Test func `a host's splash names the host before anything else is known`() throws {
        let configuration = LaunchEngine.Configuration(
            appID: "org.example.tea", steps: [StartupStep("one", label: "One") { _ in }], uiProvider: UIProvider())
        let words = try LaunchEngine.plan(configuration).preparing.english
        #expect(words.wholeMatch(of: /Starting [^ ]+ …/) != nil, "\(words)")
    }

    @Test func anErrorWithoutWordsIsNotShownAsItsType() async throws {
        struct Odd: Error { let secret = 7 }
        enum Own: Error { case cellarIsFlooded(String) }
        let foundations: [any Error] = [
            URLError(.timedOut), CocoaError(.fileNoSuchFile), POSIXError(.ENOENT), NSError(domain: "cellar", code: 7),
        ]
        for error: any Error in [Odd(), Own.cellarIsFlooded("up to here")] + foundations {
            let (report, _) = try await run([StartupStep("one", label: "Fetching letters") { _ in throw error }])
            let words = "The step \"Fetching letters\" failed without giving a reason."
            guard case .failed(let failure) = report.outcome else { throw error }
            #expect(failure.code == .unknown && failure.reason.english == words)
        }
    }

    /// Each line of the record is reported when it is written, so that a recording has its markers at the right times.
    @Test func everyStateIsToldAsItComes() async throws {
        let told = Mutex<[LaunchRecord.Line]>([])
        let failure = LaunchFailure(.downloadFailed, cause: "It was cut.")
        let steps = [
            StartupStep("one", label: "package") { _ in }, StartupStep("two", label: "Two") { _ in throw failure },
        ]
        var plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule(steps.map(\.step))), steps: { _ in steps },
            uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) }))
        plan.observe = { moment in
            if case .recorded(let line, _) = moment { told.withLock { $0.append(line) } }
        }
        let printed = try PrintedLines()
        let report = await LineLaunch(
            session: LaunchSession(plan), lines: LaunchLines(format: .json, language: .english),
            output: LineOutput(printed.writeEnd)
        ).run()
        #expect(told.withLock { $0 } == report.record.log)
        #expect("\(report.outcome)" == "failed: 10009 Mini program download failed (It was cut.)")
    }

    @Test func whatHangsTimesOutAndIsCancelled() async throws {
        let cancelled = Mutex(false)
        let (report, _) = try await run(
            [
                StartupStep("one", label: "One") { _ in
                    await Gate().wait()
                    cancelled.withLock { $0 = Task.isCancelled }
                }
            ], timeout: .milliseconds(20))
        guard case .failed(let failure) = report.outcome else {
            Issue.record("it ended in \(report.outcome)")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(cancelled.withLock { $0 }, "run returns once the steps have cleaned up")
    }

    /// An observer of the host's that hangs does not keep a launch from ending.
    @Test(.timeLimit(.minutes(1))) func anObserverThatHangsIsNotWaitedFor() async throws {
        let step = StartupStep("one", label: "One") { _ in }
        var plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule([step.step])), steps: { _ in [step] },
            uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) }))
        let held = DispatchSemaphore(value: 0)
        defer { held.signal() }
        plan.observe = { moment in if case .ended = moment { held.wait() } }
        let printed = try PrintedLines()
        let report = await LineLaunch(
            session: LaunchSession(plan), lines: LaunchLines(format: .plain, language: .english),
            output: LineOutput(printed.writeEnd)
        ).run()
        #expect(report.outcome == .completed)
    }

    /// Unread lines do not keep a launch from its deadline.
    @Test(arguments: [Int32(0), O_NONBLOCK]) func aFullPipeDoesNotHoldTheDeadlineUp(flags: Int32) async throws {
        let printed = try PrintedLines()
        printed.fill()
        _ = fcntl(printed.writeEnd, F_SETFL, flags)
        let step = StartupStep("one", label: "One") { _ in await Gate().wait() }
        let plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule([step.step]), timeout: .milliseconds(50)), steps: { _ in [step] },
            uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) }))
        let output = LineOutput(printed.writeEnd)
        let report = await LineLaunch(
            session: LaunchSession(plan), lines: LaunchLines(format: .plain, language: .english), output: output
        ).run()
        guard case .failed(let failure) = report.outcome else {
            Issue.record("it ended in \(report.outcome)")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(!output.finish(by: MonotonicClock.now + .milliseconds(1)), "nobody has made room")
        printed.drain()
        #expect(output.finish(by: nil), "whoever comes late finds every line")
        #expect(printed.lines.first == "       One")
    }

    @Test func aLineOfOursWaitsForTheEndOfACommandsLine() throws {
        let printed = try PrintedLines()
        let output = LineOutput(printed.writeEnd)
        #expect(output.offer(Array("half".utf8)) == .idle)
        output.add("ours")
        #expect(output.offer(Array(" a line\nand more".utf8)) == .idle)
        output.add("last")
        output.finish()
        #expect(printed.lines == ["half a line", "ours", "and more", "last"])
    }

    @Test func whatIsFullTakesTheRestLater() throws {
        let printed = try PrintedLines()
        printed.fill()
        let output = LineOutput(printed.writeEnd)
        #expect(output.offer([UInt8](repeating: 65, count: 100)) == .full)
        #expect(!output.finish(by: nil) { false })
        printed.drain()
        #expect(output.finish(by: nil))
        #expect(printed.lines == [String(repeating: "A", count: 100)])
    }

    @Test func stepsMayComeSideBySide() async throws {
        let (one, two) = (Gate(), Gate())
        let (report, _) = try await run([
            StartupStep("one", label: "One", after: []) { _ in
                two.open()
                await one.wait()
            },
            StartupStep("two", label: "Two", after: []) { _ in
                one.open()
                await two.wait()
            },
        ])
        #expect(report.outcome == .completed)
    }

    @Test func whatWasLearnedIsKeptWhenTheLaunchHasEnded() async throws {
        let folder = TestFolder()
        let places = folder.places
        #expect(ProgressMemory(appID: "com.example.tea", places: places).recall() == nil)
        for _ in 0..<3 {
            _ = try await run([StartupStep("one", label: "One") { _ in }], appID: "com.example.tea", places: places)
            let learned = ProgressMemory(appID: "com.example.tea", places: places).recall()
            #expect(learned?.ends.keys.sorted() == ["one"])
        }
        #expect(ProgressMemory(appID: "com.example.other", places: places).recall() == nil)
    }
}

/// The engine as hosts use it.
@Suite(.timeLimit(.minutes(1))) struct LaunchEngineTests {
    private func engine(_ steps: [StartupStep]) throws(LaunchEngineError) -> LaunchEngine {
        var display = DisplayChoices()
        display.output = .json
        return try LaunchEngine(
            .init(
                steps: steps, display: display, uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) })))
    }

    @Test func aLateDelegateIsRefused() async throws {
        let engine = try engine([])
        try engine.setSplashViewDelegate { DefaultSplashViewDelegate() }
        #expect(try await engine.run() == .completed)
        #expect(throws: LaunchEngineError.alreadyStarted(setting: "the splash view's delegate")) {
            try engine.setSplashViewDelegate { DefaultSplashViewDelegate() }
        }
    }

    @Test func aDelegateIsRefusedWhileTheEngineRuns() async throws {
        let (began, goOn) = (Gate(), Gate())
        let engine = try engine([
            StartupStep("one", label: "One") { _ in
                began.open()
                await goOn.wait()
            }
        ])
        async let outcome = engine.run()
        await began.wait()
        #expect(throws: LaunchEngineError.alreadyStarted(setting: "the splash view's delegate")) {
            try engine.setSplashViewDelegate { DefaultSplashViewDelegate() }
        }
        goOn.open()
        #expect(try await outcome == .completed)
    }

    /// A step that ignores its cancellation delays neither the result nor a user who leaves.
    @Test func aStepThatDoesNotListenIsLeftBehind() async throws {
        let held = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let step = StartupStep("deaf", label: "Deaf") { _ in
            await withCheckedContinuation { waiting in held.withLock { $0 = waiting } }
        }
        var display = DisplayChoices()
        display.output = .json
        let engine = try LaunchEngine(
            .init(
                steps: [step], timeout: .milliseconds(50), display: display,
                uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) })))
        let outcome = try await engine.run()
        held.withLock { $0 }?.resume()
        guard case .failed(let failure) = outcome else {
            Issue.record("it ended in \(outcome)")
            return
        }
        #expect(failure.code == .timedOut)
    }

    @Test func itRunsOnce() async throws {
        let engine = try engine([])
        _ = try await engine.run()
        await #expect(throws: LaunchEngineError.alreadyStarted(setting: "a second run")) { try await engine.run() }
    }

    @Test func aWrongListOfStepsIsNamed() throws {
        #expect(throws: LaunchEngineError.steps("\(StepListError.duplicate("a"))")) {
            try engine([StartupStep("a", label: "A") { _ in }, StartupStep("a", label: "A") { _ in }])
        }
    }

    @Test func aConfigurationIsCheckedWhenItIsHandedOver() throws {
        let provider = UIProvider(root: { BlankScreen(leavesAt: { _ in true }) })
        #expect(throws: LaunchEngineError.outOfRange(setting: "timeout", expected: "more than zero")) {
            try LaunchEngine(.init(steps: [], timeout: .zero, uiProvider: provider))
        }
        let engine = try engine([])
        #expect(throws: LaunchEngineError.outOfRange(setting: "timeout", expected: "more than zero")) {
            try engine.configure { $0.timeout = .seconds(-1) }
        }
    }

    @Test func aConfigurationChangesUntilTheEngineRuns() async throws {
        let engine = try engine([])
        try engine.configure { $0.offersClose = false }
        #expect(try await engine.run() == .completed)
        #expect(throws: LaunchEngineError.alreadyStarted(setting: "the configuration")) {
            try engine.configure { $0.offersClose = true }
        }
    }

    @Test func aCodeHasTheTitleThatTheHostGivesIt() async throws {
        let engine = try engine([
            StartupStep("mail", label: "Mail") { _ in throw LaunchFailure(.fetchFailed, cause: "It hung up.") }
        ])
        try engine.configure {
            $0.titles = [.fetchFailed: Phrase("No mail", [.simplifiedChinese: "无邮件", .traditionalChinese: "無郵件"])]
        }
        guard case .failed(let failure) = try await engine.run() else {
            Issue.record("it did not fail")
            return
        }
        #expect(Language.english.message(failure) == "No mail")
        #expect(Language.traditionalChinese.message(failure) == "無郵件")
    }
}
