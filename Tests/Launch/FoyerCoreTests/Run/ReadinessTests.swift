import Testing

@testable import FoyerCore

extension Readiness.Event {
    fileprivate static let line = printed(10, isQuestion: false)
}

/// When a command counts as ready: events in, verdict out, at exact instants.
struct ReadinessTests {
    private func message(_ text: String) -> NotifyMessage { NotifyMessage(Array(text.utf8)) }
    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    private func run(_ rule: ReadyRule = .automatic, _ events: [(Int, Readiness.Event)]) -> Readiness {
        var readiness = Readiness(rule)
        for (time, event) in events { readiness.handle(event, at: at(time)) }
        return readiness
    }

    @Test func aSecondOfSilenceAfterWhatItPrintedIsASign() {
        var readiness = run(.automatic, [(0, .timePassed)])
        #expect(readiness.nextDeadline == nil)
        readiness.handle(.line, at: at(100))
        #expect(readiness.nextDeadline == at(1100))
        readiness.handle(.line, at: at(900))
        #expect(readiness.nextDeadline == at(1900))
        readiness.handle(.timePassed, at: at(1899))
        #expect(readiness.verdict == nil)
        readiness.handle(.timePassed, at: at(1900))
        #expect(readiness.verdict == .ready(.quiet))
        #expect(readiness.nextDeadline == nil)
    }

    @Test func fiveSecondsOfSteadyOutputAreASign() {
        var readiness = Readiness(.automatic)
        for time in stride(from: 100, through: 4900, by: 800) { readiness.handle(.line, at: at(time)) }
        #expect(readiness.nextDeadline == at(5100))
        readiness.handle(.timePassed, at: at(5099))
        #expect(readiness.verdict == nil)
        readiness.handle(.timePassed, at: at(5100))
        #expect(readiness.verdict == .ready(.steady))
        #expect(ReadinessSignal.steady.name == "time" && ReadinessSignal.steady.isLesson)
    }

    @Test(arguments: [ReadyRule.port(80), .text("x"), .end]) func steadyOutputIsNoSignWhereTheUserNamedOne(
        _ rule: ReadyRule
    ) {
        #expect(run(rule, stride(from: 0, through: 9000, by: 500).map { ($0, .line) }).verdict == nil)
    }

    @Test func steadyOutputIsNoSignFromACommandThatReportsItsProgress() {
        let lines: [(Int, Readiness.Event)] = stride(from: 0, through: 9000, by: 500).map { ($0, .line) }
        #expect(run(.automatic, [(0, .notified(message("STATUS=building")))] + lines).verdict == nil)
    }

    @Test func timeWhileStoppedIsNoSteadyOutput() {
        var readiness = run(.automatic, [(0, .line), (900, .line), (4900, .wasStopped(.milliseconds(4000)))])
        for time in stride(from: 5000, through: 8600, by: 900) { readiness.handle(.line, at: at(time)) }
        readiness.handle(.timePassed, at: at(8999))
        #expect(readiness.verdict == nil)
        readiness.handle(.timePassed, at: at(9000))
        #expect(readiness.verdict == .ready(.steady))
    }

    @Test func anotherRunOnTheTerminalIsASignThatTeachesNothing() {
        #expect(run(.text("x"), [(0, .sharesTerminal)]).verdict == .ready(.shared))
        #expect(!ReadinessSignal.shared.isLesson)
    }

    @Test func aReadOfTheTerminalIsASignUnderAStatusLineWhateverTheRule() {
        var readiness = Readiness(.text("x"), givesWayToReads: true)
        readiness.handle(.wantsTerminal, at: at(100))
        #expect(readiness.verdict == .ready(.terminal))
    }

    @Test func timeWhileStoppedIsNoSilence() {
        var readiness = run(.automatic, [(0, .line), (5000, .wasStopped(.milliseconds(4500)))])
        #expect(readiness.verdict == nil)
        #expect(readiness.nextDeadline == at(5500))
        readiness.handle(.line, at: at(5200))
        readiness.handle(.timePassed, at: at(6200))
        #expect(readiness.verdict == .ready(.quiet))
    }

    @Test func oneThatIsToEndIsReadyByNothingElse() {
        let others: [(Int, Readiness.Event)] = [
            (0, .line), (1, .notified(message("READY=1"))), (2, .listens(80)), (5000, .timePassed),
        ]
        #expect(run(.end, others).verdict == nil)
        #expect(run(.end, others + [(5001, .ended(.status(0)))]).verdict == .ended(.status(0)))
    }

    @Test func whoAsksForAPasswordGetsTheTerminalWhateverIsWaitedFor() {
        for rule in [ReadyRule.automatic, .port(80), .text("x"), .file("y")] {
            #expect(run(rule, [(0, .line), (1, .asks)]).verdict == .ready(.terminal))
        }
        #expect(run(.end, [(0, .line), (1, .asks)]).verdict == nil)
        #expect(run(.automatic, [(0, .notified(message("STOPPING=1"))), (1, .asks)]).verdict == nil)
    }

    /// Terminal modes are looked at now and then: on a busy machine only after the silence that the wish for input brings.
    @Test(arguments: [Readiness.Event.asks, .wantsTerminal]) func theWishForTheTerminalIsTheSignEvenIfSeenLate(
        _ wish: Readiness.Event
    ) {
        #expect(run(.automatic, [(0, .line), (2000, wish)]).verdict == .ready(.terminal))
    }

    /// Whatever is waited for: somebody wants to leave.
    @Test func whoIsAskedToEndGetsTheTerminal() {
        for rule in [ReadyRule.automatic, .port(80), .text("x"), .file("y")] {
            let readiness = run(rule, [(0, .line), (1, .interrupted), (2, .ended(.signal(2)))])
            #expect(readiness.verdict == .ready(.interrupted))
            #expect(!readiness.isGuess)
        }
        #expect(run(.automatic, [(5, .ended(.signal(2))), (6, .interrupted)]).verdict == .ended(.signal(2)))
        #expect(!ReadinessSignal.interrupted.isLesson && ReadinessSignal.quiet.isLesson)
    }

    @Test func whateverComesFirstCounts() {
        #expect(run(.automatic, [(5, .notified(message("READY=1"))), (6, .listens(80))]).verdict == .ready(.notify))
        #expect(run(.automatic, [(5, .listens(80)), (6, .ended(.status(1)))]).verdict == .ready(.port(80)))
        #expect(run(.automatic, [(5, .ended(.status(0)))]).verdict == .ready(.exit))
        #expect(run(.automatic, [(5, .ended(.status(3)))]).verdict == .ended(.status(3)))
        #expect(run(.automatic, [(5, .ended(.signal(9)))]).verdict == .ended(.signal(9)))
        #expect(run(.automatic, [(0, .line), (1000, .ended(.status(3)))]).verdict == .ready(.quiet))
    }

    @Test func whatTheUserNamedWins() {
        let others: [(Int, Readiness.Event)] = [
            (0, .line), (1, .notified(message("READY=1"))), (2, .listens(80)), (5000, .timePassed),
        ]
        #expect(run(.port(81), others).verdict == nil)
        #expect(run(.port(81), others).nextDeadline == nil)
        #expect(run(.port(81), others + [(5001, .flagged)]).verdict == .ready(.flag))
        // A command that ends with 0 has succeeded, whatever it was to do first.
        #expect(run(.port(81), others + [(5001, .ended(.status(0)))]).verdict == .ready(.exit))
        #expect(run(.port(81), others + [(5001, .ended(.status(3)))]).verdict == .ended(.status(3)))
        #expect(run(.automatic, [(0, .flagged)]).verdict == nil)
    }

    @Test func silenceIsNoSignFromOneThatSaysHowFarItIs() {
        #expect(
            run(.automatic, [(0, .line), (1, .notified(message("STATUS=x"))), (5000, .timePassed)]).verdict == nil)
        let bar = run(.automatic, [(0, .line), (1, .barMoved(.fraction(0.5))), (5000, .timePassed)])
        #expect(bar.verdict == nil && bar.nextDeadline == nil)
        for end in [BarReport.removed, .fraction(1)] {
            var over = bar
            over.handle(.barMoved(end), at: at(6000))
            #expect(over.nextDeadline == at(7000))
        }
    }

    @Test func aQuestionIsSeenSoonerThanASilence() {
        let asked = run(.automatic, [(100, .printed(6, isQuestion: true))])
        #expect(asked.nextDeadline == at(300))
        #expect(run(.automatic, [(100, .printed(6, isQuestion: true)), (200, .line)]).nextDeadline == at(1200))
    }

    @Test func whoWantsTheTerminalGetsItUnlessTheUserNamedASign() {
        #expect(run(.automatic, [(1, .wantsTerminal)]).verdict == .ready(.terminal))
        #expect(run(.port(80), [(1, .wantsTerminal)]).verdict == nil)
        #expect(run(.end, [(1, .wantsTerminal)]).verdict == nil)
    }

    /// All of it is kept until then, so there has to be an end.
    @Test func whoHasWrittenAMebibyteGetsTheTerminalWhateverIsWaitedFor() {
        let half = Readiness.Event.printed(Readiness.mostWritten / 2, isQuestion: false)
        for rule in [ReadyRule.automatic, .text("x")] {
            #expect(run(rule, [(0, half)]).verdict == nil)
            #expect(run(rule, [(0, half), (1, half)]).verdict == .ready(.terminal))
        }
        #expect(run(.end, [(0, half), (1, half)]).verdict == nil)
    }

    @Test func slownessIsAFailureOnlyWhereATimeWasSet() {
        func waited(_ patience: Readiness.Patience, _ events: [(Int, Readiness.Event)]) -> Readiness {
            var readiness = Readiness(.text("x"), patience: patience, at: at(1000))
            for (time, event) in events { readiness.handle(event, at: at(time)) }
            return readiness
        }
        #expect(waited(.standard, [(30_999, .timePassed)]).verdict == nil)
        #expect(waited(.standard, [(31_000, .timePassed)]).verdict == .ready(.time))
        #expect(waited(.fails(.seconds(2)), [(3000, .timePassed)]).verdict == .late)
        #expect(waited(.endless, [(86_400_000, .timePassed)]).verdict == nil)
        let more = waited(.fails(.seconds(2)), [(2000, .notified(message("EXTEND_TIMEOUT_USEC=5000000")))])
        #expect(more.nextDeadline == at(7000))
        let stopped = waited(.fails(.seconds(2)), [(2000, .wasStopped(.seconds(7)))])
        #expect(stopped.nextDeadline == at(10_000))
    }

    @Test func oneThatIsStoppingIsReadyNoMore() {
        let events: [(Int, Readiness.Event)] = [
            (0, .notified(message("STOPPING=1"))), (1, .notified(message("READY=1"))), (2, .listens(80)),
        ]
        #expect(run(.automatic, events).verdict == nil)
    }

    @Test func messagesAreReadLineByLineAndMadeSafe() {
        let said = message(
            "STATUS=a\u{1B}]0;x\u{7}b\nERRNO=2\nEXTEND_TIMEOUT_USEC=1500000\nX_FOYER_PROGRESS=1.5\nno\n=\n")
        #expect(said.status?.string.contains("\u{1B}") == false)
        #expect(said.errorNumber == 2)
        #expect(said.timeExtension == .milliseconds(1500))
        #expect(said.progress == 1)
        #expect(!said.isReady && !said.isStopping)
        let wrong = message(
            "READY=2\nERRNO=-1\nERRNO=x\nEXTEND_TIMEOUT_USEC=-5\nX_FOYER_PROGRESS=nan\nX_FOYER_PROGRESS=")
        #expect(wrong == NotifyMessage())
        #expect(message("EXTEND_TIMEOUT_USEC=9223372036854775807").timeExtension == .seconds(86_400))
        #expect(message("STATUS=a\nSTATUS=").status == "")
    }

    @Test func newsComeTenTimesASecondAtMostAndTheLatestCounts() {
        var limit = CommandNewsLimit()
        #expect(limit.nextDeadline == nil)
        limit.add(message("STATUS=a\nEXTEND_TIMEOUT_USEC=1000000"), at: at(10))
        let first = limit.take(at: at(10))
        #expect(first?.status == "a" && first?.deadline == at(1010))
        limit.add(message("STATUS=b"), at: at(20))
        limit.add(.fraction(0.25))
        limit.add(message("STATUS=c"), at: at(30))
        #expect(limit.take(at: at(109)) == nil && limit.nextDeadline == at(110))
        let second = limit.take(at: at(110))
        #expect(second?.status == "c" && second?.progress == 0.25 && second?.deadline == nil)
        #expect(limit.take(at: at(500)) == nil)
    }
}
