import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization
import Testing

@testable import Foyer

/// A launch without a screen, and what it leaves for the screen that follows.
@Suite(.timeLimit(.minutes(1))) struct LaunchDriverTests {
    private func driver(_ steps: [StartupStep]) throws -> LaunchDriver {
        let plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule(steps.map(\.step))), steps: { _ in steps },
            uiProvider: UIProvider(root: { BlankScreen(leavesAt: { _ in true }) }))
        return try LaunchDriver(LaunchSession(plan))
    }

    /// A step that reports a status, and runs until it is cancelled.
    private static let endless = StartupStep("one", label: "One") { reporter in
        reporter.status("2 of 5")
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
    }

    private func left(by driver: LaunchDriver) -> [EngineEvent] {
        driver.end()
        let events = Mutex<[EngineEvent]>([])
        driver.session.connect { event in events.withLock { $0.append(event) } }
        return events.withLock { $0 }
    }

    @Test func `the status of a running step is known, and left for the screen`() async throws {
        let driver = try driver([Self.endless])
        await BlockingThread.run {
            driver.begin(isAtOnce: true, at: MonotonicClock.now) { _ in }
            while driver.status == nil {
                driver.wait(until: nil)
                driver.step(at: MonotonicClock.now) { _ in }
            }
        }
        #expect(driver.status == "2 of 5")
        let statuses = left(by: driver).filter { if case .status("2 of 5", "one", 1) = $0 { true } else { false } }
        #expect(statuses.count == 1)
        driver.session.leave()
        _ = await driver.session.settle()
    }

    @Test func `what comes after the last event that is wanted is left for the screen`() async throws {
        let driver = try driver([])
        driver.begin(isAtOnce: false, at: MonotonicClock.now) { _ in }
        driver.post(.closeRequested)
        driver.post(.reloadRequested)
        var handled = 0
        let isEnough = {
            defer { handled += 1 }
            return handled == 1
        }
        driver.step(at: MonotonicClock.now, until: isEnough) { _ in }
        let events = left(by: driver)
        #expect(events.count == 1)
        guard case .launch(.reloadRequested) = events.first else {
            Issue.record("\(events)")
            return
        }
        _ = await driver.session.settle()
    }
}
