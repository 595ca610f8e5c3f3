import Foyer
import FoyerSystem
import Testing

@testable import FoyerFlows

/// When a program has answered what it was sent: on a clock of the test's own.
@Suite struct ResponseWaitTests {
    /// A program that does as the test says, from the instant zero on, when it is sent a key.
    private struct Script {
        var readsAt: Duration? = .zero
        /// When its screen changes.
        var changesAt: [Duration] = []
        /// What it does from these times on.
        var states: [(from: Duration, state: ForegroundState?)] = [(.zero, ForegroundState(.reading))]

        func evidence(at now: Instant) -> ResponseWait.Evidence {
            let age = now - .zero
            let read = readsAt.map { min($0, age) } ?? age
            let changed = Instant.zero + (changesAt.last { $0 <= age } ?? .zero)
            return .init(unread: .zero + read, changed: changed, wrote: changed) {
                states.last { $0.from <= age }?.state ?? nil
            }
        }
    }

    /// How long it is waited for, and whether it counts as answered.
    private func play(_ script: Script) -> (after: Duration, isAnswered: Bool) {
        var (wait, now) = (ResponseWait(sent: .zero), Instant.zero + .milliseconds(1))
        while true {
            switch wait.decide(script.evidence(at: now), at: now) {
            case .wait(let until):
                #expect(until > now, "no step in time at \(now)")
                now = until
            case .over(let isAnswered): return (now - .zero, isAnswered)
            }
        }
    }

    private static func waiting(_ sleeps: UInt64) -> ForegroundState { .init(.waiting, sleeps: [1: sleeps]) }

    @Test func `a program that reads and waits for input has answered after 120 ms`() {
        let (after, isAnswered) = play(Script())
        #expect(after == .milliseconds(120) && isAnswered)
    }

    @Test func `an echo within 100 ms is waited for`() {
        let (after, isAnswered) = play(Script(changesAt: [.milliseconds(50)]))
        #expect(after == .milliseconds(170) && isAnswered)
    }

    @Test func `unread input is waited for until it is read`() {
        let (after, isAnswered) = play(Script(readsAt: .milliseconds(700)))
        #expect(after >= .milliseconds(820) && after <= .milliseconds(840) && isAnswered)
    }

    @Test func `input that is never read is waited for 5 s`() {
        let (after, isAnswered) = play(Script(readsAt: nil))
        #expect(after >= .seconds(5) && after <= .milliseconds(5_010) && !isAnswered)
    }

    @Test func `a program that sleeps over its answer is waited for`() {
        var script = Script(changesAt: [.milliseconds(700)])
        script.states = [(.zero, Self.waiting(1)), (.milliseconds(700), ForegroundState(.polling))]
        let (after, isAnswered) = play(script)
        #expect(after == .milliseconds(820) && isAnswered)
    }

    /// It reads again before what it wrote has arrived.
    @Test func `an answer on its way is waited for`() {
        var script = Script(changesAt: [.milliseconds(330)])
        script.states = [(.zero, Self.waiting(1)), (.milliseconds(300), ForegroundState(.reading))]
        let (after, isAnswered) = play(script)
        #expect(after == .milliseconds(450) && isAnswered)
    }

    @Test func `a loop that asks for input and sleeps has answered`() {
        var script = Script()
        script.states = (0..<200).map { (.milliseconds(50) * $0, Self.waiting(UInt64($0))) }
        let (after, isAnswered) = play(script)
        #expect(after <= .milliseconds(400) && isAnswered)
    }

    private static func polling(_ sleeps: UInt64, timer: Duration?) -> ForegroundState {
        .init(.polling, sleeps: [1: sleeps], timer: timer)
    }

    /// It waits for keys and for a timer at once, such as `select` with a time limit.
    @Test func `a change by a timer within 500 ms is waited for`() {
        var script = Script(changesAt: [.milliseconds(250)])
        script.states = [
            (.zero, Self.polling(1, timer: .milliseconds(250))), (.milliseconds(250), Self.polling(2, timer: nil)),
        ]
        let (after, isAnswered) = play(script)
        #expect(after == .milliseconds(370) && isAnswered)
    }

    @Test func `a timer that changes nothing is waited for once`() {
        var script = Script()
        script.states = (0..<20).map { (.milliseconds(200) * $0, Self.polling(UInt64($0), timer: .milliseconds(200))) }
        let (after, isAnswered) = play(script)
        #expect(after <= .milliseconds(260) && isAnswered)
    }

    @Test func `a timer that is due after 500 ms is not waited for`() {
        var script = Script()
        script.states = [(.zero, Self.polling(1, timer: .seconds(1)))]
        let (after, isAnswered) = play(script)
        #expect(after == .milliseconds(120) && isAnswered)
    }

    @Test func `a timer that changes the screen again and again is waited for 1 s`() {
        var script = Script(changesAt: (0..<50).map { .milliseconds(200) * $0 })
        script.states = (0..<50).map { (.milliseconds(200) * $0, Self.polling(UInt64($0), timer: .milliseconds(200))) }
        let (after, _) = play(script)
        #expect(after <= .milliseconds(1_130))
    }

    @Test func `a screen that is never still is waited for 1 s`() {
        let (after, isAnswered) = play(Script(changesAt: (0..<100).map { .milliseconds(40) * $0 }))
        #expect(after >= .seconds(1) && after <= .milliseconds(1_010) && !isAnswered)
    }

    @Test func `a program of which nothing is known has answered once it is still`() {
        let (after, isAnswered) = play(Script(states: []))
        #expect(after == .milliseconds(100) && isAnswered)
    }
}
