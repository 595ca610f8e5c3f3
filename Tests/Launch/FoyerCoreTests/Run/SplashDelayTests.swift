import Testing

@testable import FoyerCore

/// Whether and when a command's splash appears.
struct SplashDelayTests {
    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    private func learned(_ seconds: Double, runs: Int = 3, kind: String = "quiet") -> LearnedProgress {
        LearnedProgress(duration: seconds, ends: [:], kind: kind, runs: runs)
    }

    @Test func nothingIsSeenOfWhatIsOverWithinThreeTenthsOfASecond() {
        for (event, phase) in [(SplashDelay.Event.ready, SplashDelay.Phase.handedOver), (.ended, .ended)] {
            var show = SplashDelay(at: .zero)
            show.handle(.timePassed, at: at(299))
            #expect(show.phase == .unseen)
            show.handle(event, at: at(299))
            #expect(show.phase == phase && show.nextDeadline == nil)
        }
        var show = SplashDelay(at: .zero)
        show.handle(.timePassed, at: at(300))
        #expect(show.phase == .splash)
        show.handle(.ended, at: at(301))
        #expect(show.phase == .splash, "it has been seen")
    }

    @Test func timeWhileStoppedIsNotWaitedFor() {
        var show = SplashDelay(at: .zero)
        show.handle(.wasStopped(.seconds(7)), at: at(7100))
        show.handle(.timePassed, at: at(7200))
        #expect(show.phase == .unseen && show.nextDeadline == at(7300))
    }

    @Test func whoIsKnownToBeSlowHasItAtOnce() {
        #expect(SplashDelay(learned: learned(1), at: .zero).nextDeadline == at(100))
        #expect(SplashDelay(learned: learned(1, runs: 2), at: .zero).nextDeadline == at(300))
        #expect(SplashDelay(.always, at: .zero).nextDeadline == at(0))
    }

    @Test func aSlowCommandThatEndsAtOnceHasNoSplash() {
        var show = SplashDelay(learned: learned(3), at: .zero)
        show.handle(.timePassed, at: at(60))
        show.handle(.ended, at: at(60))
        #expect(show.phase == .ended)
        var slow = SplashDelay(learned: learned(3), at: .zero)
        slow.handle(.timePassed, at: at(100))
        #expect(slow.phase == .splash)
    }

    @Test func whoIsNearlyReadyIsWaitedFor() {
        for (usual, next) in [(0.5, 500), (0.2, nil), (0.7, nil)] as [(Double, Int?)] {
            var show = SplashDelay(learned: learned(usual), at: .zero)
            show.handle(.timePassed, at: at(300))
            #expect(show.nextDeadline == next.map { at($0) }, "\(usual)")
        }
    }

    @Test func whoIsQuickOrWantsTheTerminalNeedsNone() {
        #expect(learned(0.2, kind: "exit").needsNoSplash && learned(0.2, kind: "terminal").needsNoSplash)
        #expect(!learned(0.2, kind: "quiet").needsNoSplash && !learned(0.2, runs: 2, kind: "exit").needsNoSplash)
        #expect(!learned(0.4, kind: "exit").needsNoSplash)
    }
}
