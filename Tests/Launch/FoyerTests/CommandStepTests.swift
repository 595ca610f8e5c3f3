import FoyerCore
import Synchronization
import TestSupport
import Testing

@testable import Foyer

/// Commands as steps of a start-up.
@Suite(.timeLimit(.minutes(1))) struct CommandStepTests {
    private final class Told: Sendable {
        let events = Mutex<[EngineEvent]>([])
    }

    private func run(_ arguments: [String]) async -> [EngineEvent] {
        let told = Told()
        let reporter = StepReporter(
            step: "x", attempt: 1, clock: { .zero },
            post: { event in
                told.events.withLock { $0.append(event) }
            })
        await CommandStep("x", label: "X", run: arguments).startupStep.run(reporter)
        return told.events.withLock { $0 }
    }

    private func shell(_ script: String) async -> [EngineEvent] { await run(["/bin/sh", "-c", script]) }

    private func failure(_ events: [EngineEvent]) -> LaunchFailure? {
        if case .launch(.reported(.stepFailed("x", let failure), attempt: 1)) = events.last { failure } else { nil }
    }

    @Test func itsLastLineIsTheStatusAndZeroIsTheEnd() async {
        let events = await shell(#"echo one; echo two; printf '\033]9;4;1;42\033\\'; sleep 0.3"#)
        let statuses = events.compactMap { if case .status(let text, _, _) = $0 { text.string } else { nil } }
        let notes = events.compactMap { if case .note(let text) = $0 { text.string } else { nil } }
        let bars = events.compactMap { event -> Double? in
            if case .launch(.reported(.stepProgressed(_, let fraction), _)) = event { fraction } else { nil }
        }
        #expect(statuses.last == "two")
        #expect(notes == ["one", "two"])
        #expect(bars == [0.42])
        guard case .launch(.reported(.stepEnded("x"), attempt: 1)) = events.last else {
            Issue.record("it ended with \(String(describing: events.last))")
            return
        }
    }

    @Test func anyOtherStatusIsAFailureWithItsLastLine() async {
        let failure = failure(await shell("echo one; echo no table mail; exit 3"))
        #expect(failure?.code == .unknown)
        #expect(failure?.cause == "/bin/sh ended with status 3. It wrote last: no table mail")
        #expect(self.failure(await shell("kill -9 $$"))?.cause == "/bin/sh was ended by signal 9 (KILL).")
    }

    @Test func whatCannotBeStartedSaysWhy() async {
        #expect(
            failure(await run(["/nonexistent/migrate"]))?.cause
                == "/nonexistent/migrate could not be started: there is no such command.")
    }

    @Test func aCloseStopsIt() async {
        let begun = Gate()
        let reporter = StepReporter(
            step: "x", attempt: 1, clock: { .zero },
            post: { event in
                if case .note = event { begun.open() }
            })
        let step = CommandStep("x", label: "X", run: ["/bin/sh", "-c", "echo up; sleep 600"]).startupStep
        let task = Task { await step.run(reporter) }
        await begun.wait()
        task.cancel()
        await task.value
    }
}
