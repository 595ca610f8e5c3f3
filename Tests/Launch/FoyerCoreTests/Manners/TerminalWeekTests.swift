import FoyerCore
import TestSupport
import Testing

/// A week of somebody's terminal on the virtual clock: 200 starts of twelve programs, some slow on Mondays.
@Suite struct TerminalWeekTests {
    private struct Program {
        let name: String
        /// Milliseconds.
        let usual: Int
        let spread: Int
        /// Milliseconds more on a Monday.
        var monday = 0
        /// Whether its step reports how far it is.
        var reports = false
    }

    private static let programs = [
        Program(name: "true", usual: 2, spread: 2), Program(name: "notes", usual: 40, spread: 20),
        Program(name: "tea", usual: 90, spread: 30), Program(name: "bikes", usual: 120, spread: 60),
        Program(name: "mail", usual: 180, spread: 60, monday: 1_500),
        Program(name: "editor", usual: 230, spread: 40),
        Program(name: "calendar", usual: 260, spread: 30, monday: 900, reports: true),
        Program(name: "museum", usual: 420, spread: 60, reports: true),
        Program(name: "shell", usual: 700, spread: 120, reports: true),
        Program(name: "database", usual: 1_400, spread: 300, monday: 2_000),
        Program(name: "server", usual: 3_000, spread: 500), Program(name: "index", usual: 9_000, spread: 2_000),
    ]

    private struct Week {
        var starts = 0
        var seen: [Duration] = []
        var delays: [Duration] = []
    }

    /// One start; the user waits for nothing but the program.
    private func start(
        _ program: Program, lasting time: Int, _ learned: inout LearnedProgress?, _ week: inout Week
    ) throws {
        var launch = try LaunchTranscript()
        launch.machine.configuration.start = SplashRule().start(learned: learned)
        let began = launch.now
        var shown: Instant?
        /// From deadline to deadline, so that the splash's instant is known.
        func run(until end: Instant) {
            while let next = launch.machine.nextDeadline, next <= end {
                look(launch.run(until: next))
            }
            look(launch.run(until: end))
        }
        func look(_ effects: [LaunchEffect]) {
            for effect in effects {
                if effect == .createView { shown = launch.now }
                if case .learn(let lesson) = effect { learned = lesson }
            }
        }
        if launch.machine.configuration.start == .atOnce {
            look(launch.send(.opened) + launch.send(.presented(learned: learned)))
        } else {
            look(launch.send(.began(learned: learned)))
        }
        let end = began + .milliseconds(time)
        for tenth in 1..<10 where program.reports {
            run(until: began + .milliseconds(time * tenth / 10))
            look(launch.send(.reported(.stepProgressed("work", fraction: Double(tenth) / 10), attempt: 1)))
        }
        run(until: end)
        let ready = launch.send(.reported(.stepEnded("work"), attempt: 1))
        #expect(ready.contains(.showRoot), "the root comes with readiness, never later")
        look(ready)
        week.delays.append(launch.now - end)
        week.starts += 1
        guard let shown else { return }
        // A key ends the fade; nobody has to watch it.
        let fade = launch.machine.nextDeadline.map { $0 - launch.now } ?? .zero
        #expect(fade <= .milliseconds(1500) && fade <= launch.now - shown)
        week.seen.append(launch.now - shown + fade)
    }

    @Test func nobodyWaitsForASplashAndNoneFlashes() throws {
        var random = SplitMix64(seed: 27)
        var learned: [String: LearnedProgress] = [:]
        var week = Week()
        for number in 0..<200 {
            let program = Self.programs[number % Self.programs.count]
            let isMonday = number < 40
            let time =
                program.usual + Int.random(in: -program.spread...program.spread, using: &random)
                + (isMonday ? program.monday : 0)
            try start(program, lasting: max(1, time), &learned[program.name], &week)
        }
        #expect(week.starts == 200)
        #expect(week.delays.allSatisfy { $0 == .zero }, "time taken from somebody")
        let short = week.seen.filter { $0 < .milliseconds(300) }
        #expect(short.isEmpty, "\(short)")
        // Those that take a second or more, and those that take longer than anybody could know.
        #expect((50...90).contains(week.seen.count), "\(week.seen.count) splashes")
        print("a week: \(week.seen.count) splashes in 200 starts, shortest \(week.seen.min() ?? .zero)")
    }
}
