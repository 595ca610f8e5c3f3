import Testing

@testable import FoyerCore

/// What is learned of a command after its hand-over, as transcripts: events at milliseconds, and what came of them.
struct SignWatchTests {
    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    /// The command began at zero and was handed over at 1,200 ms.
    private func watch(_ events: [(Int, LateSignalWatch.Event)]) -> LateSignalWatch {
        var watch = LateSignalWatch(began: .zero, at: at(1200))
        for (time, event) in events { watch.handle(event, at: at(time)) }
        return watch
    }

    @Test func eachSignIsFoundWithItsTime() {
        let ready = NotifyMessage(Array("READY=1".utf8))
        #expect(watch([(4000, .listens(5173))]).found == LearnedSignal(.port(5173), after: 4))
        #expect(watch([(4000, .notified(ready))]).found == LearnedSignal(.notify, after: 4))
        #expect(
            watch([(2000, .barMoved(.fraction(0.2))), (3000, .barMoved(.removed))]).found
                == LearnedSignal(.bar, after: 3))
        #expect(
            watch([(2000, .barMoved(.indeterminate)), (2500, .barMoved(.fraction(1)))]).found
                == LearnedSignal(.bar, after: 2.5))
        #expect(
            watch([(5000, .wroteAddress), (5600, .timePassed)]).found == LearnedSignal(.address, after: 5))
    }

    @Test func aPortJustAfterItsAddressSaysMore() {
        let heard = watch([(5000, .wroteAddress)])
        #expect(heard.found == nil && !heard.isOver && heard.nextDeadline == at(5600))
        #expect(watch([(5000, .wroteAddress), (5250, .listens(80))]).found == LearnedSignal(.port(80), after: 5))
        #expect(watch([(5000, .wroteAddress), (5700, .listens(80))]).found == LearnedSignal(.address, after: 5))
    }

    @Test func nothingIsGuessedOfOneThatAsks() {
        let asked = watch([(3000, .typed), (3100, .listens(80))])
        #expect(asked.found == nil && asked.isOver && asked.nextDeadline == nil)
        #expect(watch([(3000, .wroteAddress), (3100, .typed), (4000, .timePassed)]).found == nil)
        #expect(watch([(3000, .lost), (3100, .listens(80))]).found == nil)
    }

    @Test func aMinuteIsTheLimit() {
        #expect(watch([]).nextDeadline == at(61_200))
        #expect(watch([(61_199, .listens(80))]).found?.kind == .port(80))
        let late = watch([(61_200, .listens(80))])
        #expect(late.found == nil && late.isOver)
    }

    @Test func aBarThatWasNeverUnderWayHasNotEnded() {
        #expect(!watch([(2000, .barMoved(.removed)), (2100, .barMoved(.fraction(1)))]).isOver)
    }

    @Test(arguments: [
        ("  ➜  Local:   http://localhost:5173/", true), ("http://127.0.0.1:8000", true), ("on https://localhost", true),
        ("Serving (http://0.0.0.0:8000/) ...", true), ("http://[::1]:80/x", true), ("http://[::]:80", true),
        ("see http://localhost.example.com/", false), ("http://127.0.0.12/", false), ("http://example.com:80/", false),
        ("localhost:5173", false), ("", false), ("http://", false), ("http://localhosté", false),
    ])
    func addressesOfThisMachine(line: String, isOne: Bool) {
        #expect(LocalAddress.isIn(SafeText(line)) == isOne)
    }
}

struct LearnedSignTests {
    private let port = LearnedSignal(.port(5173), after: 4)

    @Test func whatCameAgainIsLearnedBetter() {
        #expect(port.followed(by: .port(5173), after: .seconds(6)) == LearnedSignal(.port(5173), after: 5))
        #expect(
            port.followed(by: .port(5174), after: .seconds(6)) == LearnedSignal(.port(5174), after: 5), "it has moved")
        #expect(port.followed(by: .notify, after: .seconds(6)) == LearnedSignal(.notify, after: 6))
        #expect(port.followed(by: .terminal, after: .seconds(1)) == port)
        #expect(port.followed(by: .exit, after: .seconds(1)) == port)
    }

    @Test func whatFailsToComeTwiceIsForgotten() throws {
        let missed = try #require(port.followed(by: .quiet, after: .seconds(12)))
        #expect(missed == LearnedSignal(.port(5173), after: 4, misses: 1))
        #expect(missed.followed(by: .time, after: .seconds(30)) == nil)
        #expect(missed.followed(by: .port(1), after: .seconds(2))?.misses == 0)
    }

    @Test func whatWasLearnedUntilTheSilenceIsStretchedToTheSign() {
        let quiet = LearnedProgress(duration: 1, ends: ["start": 0.1, "ready": 1], kind: "quiet", runs: 3)
        let whole = quiet.stretched(to: port)
        #expect(whole == LearnedProgress(duration: 4, ends: ["start": 0.025, "ready": 1], kind: "port"))
        #expect(whole.stretched(to: LearnedSignal(.port(1), after: 9)) == whole, "it is about the sign already")
    }

    @Test func aFileMayHoldAnything() {
        #expect(LearnedSignal(.bar, after: .nan).after == LearnedSignal.latest)
        #expect(LearnedSignal(.bar, after: -3, misses: -1) == LearnedSignal(.bar, after: 0))
    }
}

/// A start whose sign is known from the last one: it is waited for three times as long as it took.
struct ExpectedSignTests {
    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    private func run(
        _ kind: LearnedSignal.Kind, _ events: [(Int, Readiness.Event)], patience: Readiness.Patience = .standard,
        after: Double = 4
    ) -> Readiness {
        var readiness = Readiness(.automatic, patience: patience, expecting: LearnedSignal(kind, after: after))
        for (time, event) in events { readiness.handle(event, at: at(time)) }
        return readiness
    }
    private let line = Readiness.Event.printed(10, isQuestion: false)

    @Test func silenceIsNoSignBeforeThat() {
        let silent = run(.port(5173), [(100, line), (5000, .timePassed)])
        #expect(silent.verdict == nil && silent.nextDeadline == at(12_000))
        #expect(run(.port(5173), [(100, line), (4200, .listens(5173))]).verdict == .ready(.port(5173)))
        #expect(run(.port(5173), [(100, line), (4200, .listens(9))]).verdict == .ready(.port(9)), "it has moved")
        #expect(run(.port(5173), [(100, line), (12_000, .timePassed)]).verdict == .ready(.quiet))
        let late = run(.port(5173), [(100, line), (11_500, line), (12_000, .timePassed)])
        #expect(late.verdict == nil && late.nextDeadline == at(12_500))
    }

    @Test func aQuestionIsAnsweredAtOnce() {
        let asking = run(.port(1), [(100, .printed(5, isQuestion: true)), (300, .timePassed)])
        #expect(asking.verdict == .ready(.quiet) && !asking.isGuess)
        #expect(run(.port(1), [(100, line), (300, .wantsTerminal)]).verdict == .ready(.terminal))
    }

    @Test func addressesAndBarsCountOnlyWhereTheyCameTheLastTime() {
        #expect(run(.address, [(100, line), (2000, .wroteAddress)]).verdict == .ready(.address))
        #expect(run(.port(1), [(100, line), (2000, .wroteAddress)]).verdict == nil)
        let bar: [(Int, Readiness.Event)] = [
            (100, line), (1500, .barMoved(.fraction(0.5))), (3000, .barMoved(.removed)),
        ]
        #expect(run(.bar, bar).verdict == .ready(.bar))
        #expect(run(.port(1), bar).verdict == nil)
    }

    @Test func whoTakesLongIsGivenThatTime() {
        let slow = run(.port(1), [(100, line), (31_000, .timePassed)], after: 20)
        #expect(slow.verdict == nil && slow.nextDeadline == at(60_000))
        let limited = run(.port(1), [(100, line), (31_000, .timePassed)], patience: .fails(.seconds(30)), after: 20)
        #expect(limited.verdict == .late)
    }

    @Test func onlySilenceIsAGuess() {
        var readiness = Readiness(.automatic)
        readiness.handle(line, at: at(0))
        #expect(!readiness.isGuess)
        readiness.handle(.timePassed, at: at(1000))
        #expect(readiness.isGuess)
        #expect(!run(.port(1), [(0, .listens(1))]).isGuess)
    }

    @Test func timeWhileStoppedDoesNotCount() {
        let stopped = run(.port(1), [(100, line), (10_000, .wasStopped(.seconds(8)))])
        #expect(stopped.nextDeadline == at(20_000))
    }
}
