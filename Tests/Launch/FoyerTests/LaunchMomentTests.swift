import FoyerCore
import FoyerSystem
import Synchronization
import Testing

@testable import Foyer

/// What a host's observer hears.
@Suite struct LaunchMomentTests {
    private let heard = Heard()

    private final class Heard: Sendable {
        private let list = Mutex<[LaunchMoment]>([])
        var moments: [LaunchMoment] { list.withLock { $0 } }
        func hear(_ moment: LaunchMoment) { list.withLock { $0.append(moment) } }
    }

    private static func untilItIsCancelled() async {
        let (nothing, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in nothing {}
        end.finish()
    }

    /// A launch whose second attempt is complete, on a clock that the test moves.
    @Test func eachMomentComesOnceInOrderWithItsAttempt() throws {
        let now = Mutex(Instant.zero)
        let failure = LaunchFailure(.fetchFailed, cause: "No line.")
        let steps = [StartupStep("one", label: "One") { _ in await Self.untilItIsCancelled() }]
        var plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule(steps.map(\.step)), fade: .zero), steps: { _ in steps },
            uiProvider: UIProvider())
        plan.system.clock = { now.withLock { $0 } }
        plan.tell { [heard] in heard.hear($0) }
        let session = LaunchSession(plan)
        func send(_ event: LaunchEvent, at milliseconds: Int) {
            now.withLock { $0 = .zero + .milliseconds(milliseconds) }
            session.handle(event, at: now.withLock { $0 }) { _ in }
        }
        send(.opened, at: 1_000)
        send(.presented(learned: nil), at: 1_100)
        send(.reported(.stepFailed("one", failure), attempt: 1), at: 1_300)
        send(.reloadRequested, at: 2_100)
        send(.reported(.stepEnded("one"), attempt: 2), at: 2_600)
        session.leave()

        let wanted: [(LaunchMoment.Event, Int, Int)] = [
            (.attemptBegan, 1, 0), (.stepBegan("one"), 1, 0), (.stepFailed("one", cause: "No line."), 1, 200),
            (.failed(failure), 1, 200), (.attemptBegan, 2, 1_000), (.stepBegan("one"), 2, 1_000),
            (.stepEnded("one"), 2, 1_500), (.ready, 2, 1_500), (.ended(.completed), 2, 1_500),
        ]
        #expect(heard.moments == wanted.map { LaunchMoment(event: $0, attempt: $1, time: .milliseconds($2)) })
    }

    @Test func aLaunchThatIsClosedEndsOnce() throws {
        let steps = [StartupStep("one", label: "One") { _ in await Self.untilItIsCancelled() }]
        var plan = LaunchPlan(
            machine: .init(schedule: try StepSchedule(steps.map(\.step))), steps: { _ in steps },
            uiProvider: UIProvider())
        plan.system.clock = { .zero }
        plan.tell { [heard] in heard.hear($0) }
        let session = LaunchSession(plan)
        for event in [LaunchEvent.opened, .presented(learned: nil), .closeRequested] {
            session.handle(event, at: .zero) { _ in }
        }
        session.leave()
        #expect(heard.moments.map(\.event) == [.attemptBegan, .stepBegan("one"), .ended(.closed)])
    }
}
