import FoyerCore
import Testing

@Suite struct LaunchMachineTests {
    let damaged = LaunchFailure(.unzipFailed, cause: "bad CRC")

    @Test func nothingIsLoadedBeforeTheFirstFrame() throws {
        var launch = try LaunchTranscript()
        #expect(launch.send(.opened) == [.createView])
        #expect(launch.machine.nextDeadline == nil)
        #expect(launch.send(.presented(learned: nil)) == [.updateProgress(0), .startStep("work", attempt: 1)])
    }

    @Test func aSuccessfulLaunchFromEndToEnd() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 1)) == [.updateInfo(sampleInfo)])
        #expect(launch.send(.reported(.stepProgressed("work", fraction: 0.5), attempt: 1)) == [.updateProgress(0.5)])
        let lesson = LearnedProgress(duration: 2, ends: ["work": 1])
        #expect(
            launch.send(.reported(.stepEnded("work"), attempt: 1), after: .seconds(2))
                == [.updateProgress(1), .learn(lesson), .showRoot, .exitSplashView])
        #expect(launch.machine.nextDeadline == launch.now + .milliseconds(1500))
        #expect(launch.run(until: launch.now + .seconds(2)) == [.end(.completed)])
        #expect(launch.machine.nextDeadline == nil)
    }

    @Test func withoutAFadeTheLaunchEndsAtOnce() throws {
        var launch = try LaunchTranscript(fade: .zero)
        _ = launch.start()
        let effects = launch.send(.reported(.stepEnded("work"), attempt: 1))
        #expect(effects.suffix(3) == [.showRoot, .exitSplashView, .end(.completed)])
    }

    @Test(arguments: [LaunchEvent.fadeSkipped, .closeRequested])
    func aKeyDuringTheFadeEndsItAsASuccess(_ event: LaunchEvent) throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        _ = launch.send(.reported(.stepEnded("work"), attempt: 1), after: .seconds(2))
        #expect(launch.send(event, after: .milliseconds(100)) == [.end(.completed)])
    }

    @Test func infoIsToldOnceAnAttempt() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 1)) == [.updateInfo(sampleInfo)])
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 1)) == [])
        _ = launch.send(.reported(.stepFailed("work", damaged), attempt: 1))
        _ = launch.send(.reloadRequested)
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 2)) == [.updateInfo(sampleInfo)])
    }

    @Test func anErrorThenReloadStartsOverWithANewDeadline() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        _ = launch.send(.reported(.stepProgressed("work", fraction: 0.7), attempt: 1))
        #expect(
            launch.send(.reported(.stepFailed("work", damaged), attempt: 1), after: .seconds(29))
                == [.cancelAttempt(1), .showError(damaged)])
        #expect(launch.machine.nextDeadline == nil)
        #expect(
            launch.send(.reloadRequested, after: .seconds(100))
                == [.updateProgress(0), .startStep("work", attempt: 2)])
        #expect(launch.run(until: launch.now + .milliseconds(29_999)).allSatisfy { !$0.isError })
        #expect(launch.run(until: launch.now + .milliseconds(1)).contains { $0.isError })
    }

    @Test func lateEventsOfAnEarlierAttemptAreDropped() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        _ = launch.send(.reported(.stepFailed("work", damaged), attempt: 1))
        _ = launch.send(.reloadRequested)
        #expect(launch.send(.reported(.stepProgressed("work", fraction: 0.9), attempt: 1)) == [])
        #expect(launch.send(.reported(.stepEnded("work"), attempt: 1)) == [])
        #expect(launch.send(.reported(.stepFailed("work", damaged), attempt: 1)) == [])
        #expect(launch.send(.reported(.infoArrived(sampleInfo), attempt: 1)) == [])
        #expect(launch.machine.isLoading)
    }

    @Test func thirtySecondsAreExact() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(launch.run(until: Instant(nanoseconds: 29_999_999_999)).allSatisfy { !$0.isError })
        let effects = launch.run(until: .zero + .seconds(30))
        guard case .showError(let failure) = try #require(effects.last) else {
            Issue.record("no error but \(effects)")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(failure.cause == "Not ready within 30 s; still in: Working.")
    }

    @Test func whatArrivesWithTheDeadlineIsTooLate() throws {
        var launch = try LaunchTranscript(timeout: .seconds(3))
        _ = launch.start()
        let effects = launch.send(.reported(.stepEnded("work"), attempt: 1), after: .seconds(3))
        #expect(effects.first == .cancelAttempt(1))
        #expect(effects.contains { $0.isError })
    }

    @Test func closeWhileLoadingAbortsTheAttempt() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(launch.send(.closeRequested) == [.cancelAttempt(1), .removeView, .end(.closed)])
        #expect(launch.send(.closeRequested) == [])
        #expect(launch.send(.reported(.stepEnded("work"), attempt: 1)) == [])
    }

    @Test func closeBeforeTheFirstFrame() throws {
        var launch = try LaunchTranscript()
        _ = launch.send(.opened)
        #expect(launch.send(.closeRequested) == [.removeView, .end(.closed)])
        #expect(launch.send(.presented(learned: nil)) == [])
    }

    @Test func closeOnTheErrorPageEndsWithThatError() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        _ = launch.send(.reported(.stepFailed("work", damaged), attempt: 1))
        #expect(launch.send(.closeRequested) == [.removeView, .end(.failed(damaged))])
    }

    @Test func withoutTheActionsNothingClosesAndNothingReloads() throws {
        var launch = try LaunchTranscript(offersClose: false, offersReload: false)
        _ = launch.start()
        #expect(launch.send(.closeRequested) == [])
        _ = launch.send(.reported(.stepFailed("work", damaged), attempt: 1))
        #expect(launch.send(.reloadRequested) == [])
        #expect(launch.machine.phase == .failed(damaged))
    }

    @Test func reloadIsForTheErrorPageOnly() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(launch.send(.reloadRequested) == [])
        #expect(launch.machine.attempt == 1)
    }

    @Test func stepsOfThePipelineRunBesideEachOther() throws {
        var launch = try LaunchTranscript(LaunchTranscript.pipeline)
        #expect(launch.start() == [.createView, .updateProgress(0), .startStep("metadata", attempt: 1)])
        let started = launch.send(.reported(.stepEnded("metadata"), attempt: 1)).filter { $0.isStart }
        #expect(
            started == [
                .startStep("icon", attempt: 1), .startStep("package", attempt: 1),
                .startStep("resources", attempt: 1),
            ])
        #expect(launch.machine.currentStep?.id == "package")
        _ = launch.send(.reported(.stepEnded("resources"), attempt: 1))
        #expect(launch.send(.reported(.stepEnded("package"), attempt: 1)).contains(.startStep("verify", attempt: 1)))
        #expect(launch.send(.reported(.stepEnded("verify"), attempt: 1)).contains(.startStep("unzip", attempt: 1)))
        let effects = launch.send(.reported(.stepEnded("unzip"), attempt: 1))
        #expect(effects.prefix(2) == [.updateProgress(1), .cancelAttempt(1)], "the icon was not waited for")
    }

    @Test func aStepNobodyWaitsForCannotFailTheLaunch() throws {
        var launch = try LaunchTranscript(LaunchTranscript.pipeline)
        _ = launch.start()
        _ = launch.send(.reported(.stepEnded("metadata"), attempt: 1))
        #expect(launch.send(.reported(.stepFailed("icon", damaged), attempt: 1)).allSatisfy { !$0.isError })
        #expect(launch.machine.isLoading)
        #expect(launch.machine.record.steps[1].state == .failed)
    }

    @Test func noStepsAtAllIsASuccess() throws {
        var launch = try LaunchTranscript([])
        #expect(launch.start().contains(.exitSplashView))
    }

    @Test func theRecordTellsWhatRanAndWhen() throws {
        var launch = try LaunchTranscript(LaunchTranscript.pipeline)
        _ = launch.start()
        _ = launch.send(.reported(.stepEnded("metadata"), attempt: 1), after: .milliseconds(40))
        _ = launch.send(.reported(.stepFailed("package", damaged), attempt: 1), after: .milliseconds(60))
        let steps = launch.machine.record.steps
        #expect(steps.map(\.state) == [.done, .cancelled, .failed, .waiting, .waiting, .cancelled])
        #expect(steps[0].ended == .zero + .milliseconds(40))
        #expect(steps[2].ended == .zero + .milliseconds(100))
        #expect(launch.machine.record.log.last?.entry == .failed(.unzipFailed))
    }
}

@Suite struct StepScheduleTests {
    @Test func wrongListsSayWhatIsWrong() {
        #expect(throws: StepListError.duplicate("a")) {
            try StepSchedule([LaunchStep("a", label: ""), LaunchStep("a", label: "")])
        }
        #expect(throws: StepListError.unknownPrerequisite(step: "a", missing: "b")) {
            try StepSchedule([LaunchStep("a", label: "", after: ["b"]), LaunchStep("b", label: "")])
        }
        #expect(throws: StepListError.unknownPrerequisite(step: "a", missing: "a")) {
            try StepSchedule([LaunchStep("a", label: "", after: ["a"])])
        }
        #expect(throws: StepListError.invalidWeight("a")) {
            try StepSchedule([LaunchStep("a", label: "", weight: .nan)])
        }
        #expect(throws: StepListError.invalidWeight("a")) {
            try StepSchedule([LaunchStep("a", label: "", weight: -1)])
        }
    }
}

extension LaunchEffect {
    var isError: Bool { if case .showError = self { true } else { false } }
    var isStart: Bool { if case .startStep = self { true } else { false } }
}
