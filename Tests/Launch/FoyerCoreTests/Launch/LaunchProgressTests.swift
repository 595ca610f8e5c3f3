import FoyerCore
import Testing

@Suite struct LaunchProgressTests {
    @Test(arguments: [Double.nan, -1.0, -Double.infinity])
    func whatIsNoProgressIsNotShown(_ fraction: Double) throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        _ = launch.send(.reported(.stepProgressed("work", fraction: 0.4), attempt: 1))
        #expect(launch.send(.reported(.stepProgressed("work", fraction: fraction), attempt: 1)) == [])
        #expect(launch.machine.progress == 0.4)
    }

    @Test(arguments: [1.0, 7.0, Double.infinity])
    func nothingIsCompleteBeforeEverythingIs(_ fraction: Double) throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        #expect(
            launch.send(.reported(.stepProgressed("work", fraction: fraction), attempt: 1)) == [.updateProgress(0.99)])
    }

    @Test func onlyWholePerCentsAreTold() throws {
        var launch = try LaunchTranscript()
        _ = launch.start()
        var told = 0
        for step in 0...10_000 {
            told += launch.send(.reported(.stepProgressed("work", fraction: Double(step) / 10_000), attempt: 1)).count
        }
        #expect(told == 99)
    }

    @Test func aStepThatSaysNothingFollowsTheClockThenCrawls() throws {
        let learned = LearnedProgress(duration: 10, ends: ["work": 1])
        var launch = try LaunchTranscript()
        _ = launch.start(learned: learned)
        _ = launch.run(until: .zero + .seconds(5))
        #expect(abs(launch.machine.progress - 0.5) < 0.011)
        _ = launch.run(until: .zero + .seconds(10))
        let late = launch.machine.progress
        #expect(late > 0.8 && late < 0.95)
        _ = launch.run(until: .zero + .seconds(20))
        #expect(launch.machine.progress > late, "a late step crawls")
        #expect(launch.machine.progress < 1)
    }

    /// Nobody knows how long it takes, and so nothing may look as if somebody did.
    @Test func aStepThatNobodyKnowsDoesNotMoveTheBar() throws {
        var launch = try LaunchTranscript(LaunchTranscript.pipeline, timeout: .seconds(600))
        _ = launch.start()
        #expect(!launch.isMeasured)
        #expect(launch.run(until: .zero + .seconds(60)) == [])
        #expect(launch.machine.progress == 0 && launch.machine.nextDeadline == .zero + .seconds(600))

        _ = launch.send(.reported(.stepEnded("metadata"), attempt: 1))
        #expect(
            launch.machine.progress == 0.1 && !launch.isMeasured,
            "an end is known; how long the next takes is not")
        _ = launch.send(.reported(.stepProgressed("package", fraction: 0.5), attempt: 1))
        #expect(launch.machine.progress == 0.4 && launch.isMeasured)
        _ = launch.send(.reported(.stepEnded("package"), attempt: 1))
        #expect(launch.machine.progress == 0.7 && launch.isMeasured, "a figure that was shown stays")
        for step in ["verify", "unzip", "resources"] { _ = launch.send(.reported(.stepEnded(step), attempt: 1)) }
        #expect(launch.machine.progress == 1 && launch.isMeasured)
    }

    @Test func whatWasLearnedIsAMeasure() throws {
        var launch = try LaunchTranscript()
        #expect(launch.send(.opened) == [.createView])
        #expect(!launch.isMeasured, "the first frame comes before the disk is read")
        _ = launch.send(.presented(learned: LearnedProgress(duration: 10, ends: ["work": 1])))
        #expect(launch.isMeasured)
    }

    /// A bar that moves by itself wakes its loop only when its whole per cent changes.
    @Test(arguments: [100, 250]) func aBarThatDoesNotMoveWakesNobody(_ milliseconds: Int) throws {
        var launch = try LaunchTranscript(timeout: .seconds(600))
        launch.machine.configuration.crawlInterval = .milliseconds(milliseconds)
        _ = launch.start(learned: LearnedProgress(duration: 60, ends: ["work": 1]))
        var wakes = 0
        var last = Instant.zero
        while let next = launch.machine.nextDeadline, next < .zero + .seconds(300) {
            #expect(next - last >= .milliseconds(milliseconds))
            last = next
            wakes += 1
            #expect(launch.run(until: next).count == 1, "at \(next)")
        }
        #expect(wakes == Int((launch.machine.progress * 100).rounded()) && wakes > 90, "\(wakes)")
    }

    @Test func aReportIsBelievedOverTheClock() throws {
        var launch = try LaunchTranscript()
        _ = launch.start(learned: LearnedProgress(duration: 1, ends: ["work": 1]))
        _ = launch.send(.reported(.stepProgressed("work", fraction: 0.1), attempt: 1))
        _ = launch.run(until: .zero + .seconds(20))
        #expect(launch.machine.progress == 0.1)
        #expect(launch.machine.nextDeadline == .zero + .seconds(30), "nothing moves by itself, nothing wakes")
    }

    @Test func learnedTimesDecideTheShares() throws {
        // The second half took nine tenths of the time before, whatever the weights say.
        let steps = [LaunchStep("a", label: "", weight: 5), LaunchStep("b", label: "", weight: 5)]
        var launch = try LaunchTranscript(steps)
        _ = launch.start(learned: LearnedProgress(duration: 10, ends: ["a": 0.1, "b": 1]))
        _ = launch.send(.reported(.stepEnded("a"), attempt: 1))
        #expect(launch.machine.progress == 0.1)
    }

    @Test func aStepThatWasNotLearnedMakesTheListUnlearned() throws {
        let steps = [LaunchStep("a", label: "", weight: 1), LaunchStep("b", label: "", weight: 1)]
        var launch = try LaunchTranscript(steps)
        _ = launch.start(learned: LearnedProgress(duration: 10, ends: ["a": 0.1]))
        _ = launch.send(.reported(.stepEnded("a"), attempt: 1))
        #expect(launch.machine.progress == 0.5)
    }

    @Test func anotherKindOfLaunchTeachesAnew() {
        let old = LearnedProgress(duration: 4, ends: ["a": 0.2], kind: "quiet", runs: 5)
        let port = LearnedProgress(duration: 8, ends: ["a": 0.6], kind: "port")
        #expect(old.averaged(with: port) == port)
        #expect(old.averaged(with: LearnedProgress(duration: 6, ends: [:], kind: "quiet")).runs == 6)
    }

    @Test func lessonsAreAveragedHalfAndHalf() {
        let old = LearnedProgress(duration: 4, ends: ["a": 0.2, "gone": 0.3])
        let new = LearnedProgress(duration: 8, ends: ["a": 0.6, "b": 1])
        #expect(old.averaged(with: new) == LearnedProgress(duration: 6, ends: ["a": 0.4, "b": 1], runs: 2))
    }

    @Test func keptLessonsAreClamped() {
        let wild = LearnedProgress(duration: .nan, ends: ["a": 9, "b": .nan, "c": -3])
        #expect(wild == LearnedProgress(duration: 0.05, ends: ["a": 1, "c": 0]))
        #expect(LearnedProgress(duration: 1e9, ends: [:]).duration == 600)
    }

    /// Replays ten recorded launches of one program: the bar's distance from the true share of elapsed
    /// time shrinks once Foyer has learned from one, and the bar never falls.
    @Test func theErrorShrinksWithEachLaunch() throws {
        let ends: [(String, Double)] = [("metadata", 0.4), ("package", 5.0), ("verify", 5.2), ("unzip", 9.0)]
        let steps = ends.map { LaunchStep($0.0, label: "") }
        var learned: LearnedProgress?
        var errors: [Double] = []
        for run in 0..<6 {
            var launch = try LaunchTranscript(steps)
            _ = launch.start(learned: learned)
            let pace = 1 + Double(run % 3) * 0.05
            var error = 0.0
            var last = 0.0
            for (id, seconds) in ends {
                let end = Instant.zero + .milliseconds(Int64(seconds * pace * 1000))
                while launch.now < end {
                    _ = launch.run(until: min(launch.now + .milliseconds(100), end))
                    #expect(launch.machine.progress >= last)
                    last = launch.machine.progress
                    error += abs(last - (launch.now - .zero).inSeconds / (9.0 * pace))
                }
                for case .learn(let lesson) in launch.send(.reported(.stepEnded(id), attempt: 1)) { learned = lesson }
            }
            errors.append(error)
        }
        #expect(errors[1] < errors[0] / 2, "\(errors)")
        #expect(errors[2...].allSatisfy { $0 < errors[0] / 2 }, "\(errors)")
    }
}
