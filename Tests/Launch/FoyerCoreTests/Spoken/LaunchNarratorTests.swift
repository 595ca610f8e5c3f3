import Testing

@testable import FoyerCore

/// A launch in sentences, in virtual time.
@Suite struct LaunchNarratorTests {
    private static let tea = SplashInfo(
        appID: "com.example.tea", appName: "Tea House", iconURL: "", description: "", slogan: "A cup in five minutes")
    private static let steps = [
        LaunchStep("metadata", words: .stepMetadata, weight: 1), LaunchStep("package", words: .stepPackage, weight: 8),
        LaunchStep("ready", words: .stepReady, weight: 1),
    ]

    /// Tells a launch whose events come at given times, in milliseconds, and returns what was said when.
    private func tell(
        _ events: [(Int, LaunchEvent)], until end: Int, language: Language = .english,
        interval: Duration = LaunchNarrator.signInterval
    ) throws -> [String] {
        var machine = LaunchMachine(
            .init(schedule: try StepSchedule(Self.steps), timeout: .seconds(600), fade: .zero))
        var narrator = LaunchNarrator(language, interval: interval)
        var (said, now, count) = ([String](), Instant.zero, 0)
        func look() {
            narrator.follow(machine, name: "com.example.tea", at: now)
            for sentence in narrator.sentences[count...] {
                said.append("\((now - .zero).inSeconds) \(sentence)")
            }
            count = narrator.sentences.count
        }
        _ = machine.handle(.opened, at: now)
        _ = machine.handle(.presented(learned: nil), at: now)
        var rest = events
        while now < Instant.zero + .milliseconds(end) {
            look()
            let due = [
                rest.first.map { Instant.zero + .milliseconds($0.0) }, narrator.next, machine.nextDeadline,
                Instant.zero + .milliseconds(end),
            ]
            now = max(now + .nanoseconds(1), due.compactMap { $0 }.min() ?? now)
            while let (time, event) = rest.first, Instant.zero + .milliseconds(time) <= now {
                rest.removeFirst()
                _ = machine.handle(event, at: now)
            }
            if let deadline = machine.nextDeadline, deadline <= now { _ = machine.handle(.deadlineReached, at: now) }
        }
        look()
        return said.map { $0.replacing(".0 ", with: " ") }
    }

    @Test func aQuickLaunchIsTwoSentences() throws {
        let said = try tell(
            [
                (100, .reported(.infoArrived(Self.tea), attempt: 1)),
                (110, .reported(.stepEnded("metadata"), attempt: 1)),
                (300, .reported(.stepEnded("package"), attempt: 1)), (400, .reported(.stepEnded("ready"), attempt: 1)),
            ], until: 1_000)
        #expect(
            said == ["0.1 Tea House. A cup in five minutes. Loading.", "0.4 Tea House is ready."])
    }

    @Test func aStepThatTakesOverASecondHasALine() throws {
        let said = try tell(
            [
                (100, .reported(.infoArrived(Self.tea), attempt: 1)),
                (500, .reported(.stepEnded("metadata"), attempt: 1)),
                (5_000, .reported(.stepEnded("package"), attempt: 1)),
                (5_100, .reported(.stepEnded("ready"), attempt: 1)),
            ], until: 8_000)
        #expect(
            said == [
                "0.1 Tea House. A cup in five minutes. Loading.", "1.5 Downloading. To stop it, answer close.",
                "5.1 Tea House is ready.",
            ])
    }

    @Test func aSilentPlatformIsNamedAfterASecond() throws {
        let said = try tell([], until: 2_500)
        #expect(
            said == ["1 com.example.tea. Loading.", "1 Asking for the program. To stop it, answer close."])
    }

    @Test func whatNobodyKnowsHasNoNumber() throws {
        let events: [(Int, LaunchEvent)] = [(100, .reported(.infoArrived(Self.tea), attempt: 1))]
        #expect(try tell(events, until: 35_000).last == "31 Still asking for the program.")
        #expect(try tell(events, until: 35_000, language: .simplifiedChinese).last == "31 正在获取小程序信息，尚未完成。")
    }

    @Test(arguments: [(30, 3), (10, 9)]) func silenceIsBrokenAtItsInterval(seconds: Int, count: Int) throws {
        var events: [(Int, LaunchEvent)] = [
            (100, .reported(.infoArrived(Self.tea), attempt: 1)), (500, .reported(.stepEnded("metadata"), attempt: 1)),
        ]
        // A slow download that reports ten times a second.
        for tick in 10...990 {
            events.append(
                (tick * 100, .reported(.stepProgressed("package", fraction: Double(tick) / 1_000), attempt: 1)))
            events.append(
                (tick * 100, .reported(.transferred("package", bytes: tick * 1_000, total: 1_000_000), attempt: 1)))
        }
        let said = try tell(events, until: 98_000, interval: .seconds(seconds))
        let signs = said.filter { $0.contains("Still downloading") }
        #expect(signs.count == count, "\(said)")
        #expect(said.count == count + 2)
        #expect(signs.first?.contains(" per cent, about ") == true, "\(signs)")
    }

    @Test func aReloadIsSaid() throws {
        let failure = LaunchFailure(.downloadFailed, cause: "It was cut.")
        let said = try tell(
            [
                (100, .reported(.infoArrived(Self.tea), attempt: 1)),
                (200, .reported(.stepFailed("metadata", failure), attempt: 1)),
                (5_000, .reloadRequested), (5_100, .reported(.infoArrived(Self.tea), attempt: 2)),
                (5_200, .reported(.stepEnded("metadata"), attempt: 2)),
                (5_300, .reported(.stepEnded("package"), attempt: 2)),
                (5_400, .reported(.stepEnded("ready"), attempt: 2)),
            ], until: 6_000)
        #expect(
            said == [
                "0.1 Tea House. A cup in five minutes. Loading.", "5 Loading again.", "5.4 Tea House is ready.",
            ])
    }

    @Test(arguments: Language.allCases) func aLaunchThatSucceedsIsShort(_ language: Language) throws {
        let said = try tell(
            [
                (2_000, .reported(.infoArrived(Self.tea), attempt: 1)),
                (3_500, .reported(.stepEnded("metadata"), attempt: 1)),
                (6_000, .reported(.stepEnded("package"), attempt: 1)),
                (9_000, .reported(.stepEnded("ready"), attempt: 1)),
            ], until: 10_000, language: language)
        #expect(said.count <= 7, "with the first line of all, eight")
        #expect(said.allSatisfy { line in line.contains { ".。".contains($0) } })
    }
}
