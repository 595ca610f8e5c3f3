import FoyerCore
import Testing

/// A launch that runs unseen until its splash is due.
@Suite struct HiddenLaunchTests {
    private func launch(_ start: SplashRule.Start = .after(.milliseconds(300))) throws -> LaunchTranscript {
        var launch = try LaunchTranscript()
        launch.machine.configuration.start = start
        return launch
    }

    private let work = LaunchEffect.startStep("work", attempt: 1)

    @Test func whatIsReadyWithin300MillisecondsShowsItsRootDirectly() throws {
        var launch = try launch()
        #expect(launch.send(.began(learned: nil)) == [work])
        #expect(launch.machine.isHidden)
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 1)) == [])
        let effects = launch.send(.reported(.stepEnded("work"), attempt: 1), after: .milliseconds(290))
        guard case .learn? = effects.first else { throw LaunchFailure(.unknown, cause: "nothing was learned") }
        #expect(effects.dropFirst() == [.showRoot, .end(.completed)])
        #expect(launch.machine.nextDeadline == nil)
    }

    /// A command that takes a second has run 300 ms before the launch begins.
    @Test func theTimeBeforeTheLaunchIsLearnedToo() throws {
        var launch = try LaunchTranscript()
        let began = launch.now
        launch.machine.configuration.begun["work"] = began
        launch.now += .milliseconds(300)
        _ = launch.start()
        let effects = launch.send(.reported(.stepEnded("work"), attempt: 1), after: .milliseconds(700))
        let lessons = effects.compactMap { if case .learn(let lesson) = $0 { lesson.duration } else { nil } }
        #expect(lessons.count == 1 && abs(lessons[0] - 1) < 0.001, "\(effects)")
        #expect(launch.machine.record.began == began && launch.machine.record.steps[0].began == began)
    }

    /// A later attempt starts its own command.
    @Test func theTimeBeforeTheLaunchIsThatOfTheFirstAttempt() throws {
        var launch = try LaunchTranscript()
        launch.machine.configuration.begun["work"] = launch.now
        launch.now += .milliseconds(300)
        _ = launch.start()
        let failure = LaunchFailure(.unknown, cause: "no")
        _ = launch.send(.reported(.stepFailed("work", failure), attempt: 1))
        _ = launch.send(.reloadRequested, after: .seconds(1))
        #expect(launch.machine.record.began == launch.now && launch.machine.record.steps[0].began == launch.now)
    }

    @Test func theSplashComesAfter300MillisecondsAndIsToldWhatItMissed() throws {
        var launch = try launch()
        _ = launch.send(.began(learned: nil))
        _ = launch.send(.reported(.infoArrived(sampleInfo), attempt: 1))
        _ = launch.send(.reported(.stepProgressed("work", fraction: 0.25), attempt: 1))
        #expect(launch.machine.nextDeadline == launch.now + .milliseconds(300))
        #expect(
            launch.run(until: launch.now + .milliseconds(300))
                == [.createView, .updateProgress(0), .updateInfo(sampleInfo), .updateProgress(0.25)])
        #expect(!launch.machine.isHidden)
    }

    @Test func theFadeIsAsLongAsTheSplashWasSeen() throws {
        var launch = try launch()
        _ = launch.send(.began(learned: nil))
        _ = launch.run(until: launch.now + .milliseconds(300))
        _ = launch.send(.reported(.stepEnded("work"), attempt: 1), after: .milliseconds(400))
        #expect(launch.machine.nextDeadline == launch.now + .milliseconds(400))
    }

    @Test func aLaunchThatIsNearlyReadyGetsALittleLonger() throws {
        var launch = try launch()
        _ = launch.send(.began(learned: LearnedProgress(duration: 0.4, ends: ["work": 1])))
        #expect(launch.run(until: launch.now + .milliseconds(390)) == [])
        #expect(launch.machine.isHidden)
        let late = launch.run(until: launch.now + .milliseconds(300))
        #expect(late.first == .createView, "it is late: after 600 ms the splash waits no longer")
    }

    @Test func aFailureIsShownWheneverItComes() throws {
        for start in [SplashRule.Start.after(.milliseconds(300)), .never] {
            var launch = try launch(start)
            _ = launch.send(.began(learned: nil))
            let failure = LaunchFailure(.downloadFailed, cause: "no")
            let effects = launch.send(.reported(.stepFailed("work", failure), attempt: 1), after: .milliseconds(20))
            #expect(effects.prefix(2) == [.createView, .updateProgress(0)])
            #expect(effects.suffix(2) == [.cancelAttempt(1), .showError(failure)])
            #expect(launch.send(.reloadRequested) == [.updateProgress(0), .startStep("work", attempt: 2)])
        }
    }

    @Test func aKnownWaitIsShownAtOnce() throws {
        var launch = try launch()
        _ = launch.send(.began(learned: nil))
        #expect(launch.send(.reported(.waitKnown, attempt: 1), after: .milliseconds(30)).first == .createView)
        #expect(launch.send(.reported(.waitKnown, attempt: 1)) == [])
    }

    @Test func withoutASplashNothingComesByItself() throws {
        var launch = try launch(.never)
        _ = launch.send(.began(learned: nil))
        #expect(launch.send(.reported(.waitKnown, attempt: 1)) == [])
        #expect(launch.run(until: launch.now + .seconds(29)) == [])
        #expect(launch.run(until: launch.now + .seconds(2)).contains(.createView), "the time limit is an error")
    }

    @Test func aLaunchClosedUnseenLeavesNothing() throws {
        var launch = try launch()
        _ = launch.send(.began(learned: nil))
        #expect(launch.send(.closeRequested) == [.cancelAttempt(1), .end(.closed)])
    }
}
