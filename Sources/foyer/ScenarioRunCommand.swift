import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

extension ScenarioCommand {
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Plays scenarios in the terminal, or without one.",
            discussion: """
                In the terminal, one is played after the other for you to watch. With --headless, or an option whose help \
                begins with that word, and where nobody watches (a pipe, a build service, a screen reader), they are \
                played unseen, many at once: flows of programs in real time, all others on a virtual clock.

                The platform is Foyer's own stage, with the scenario's own sources if it says serve; with --server it is \
                yours, which does not misbehave on request, and scenarios that ask for that fail. With --public-key, all flows pin that key; the stage's own is the \
                publicKey of its control's /stage (see foyer serve).

                In GitHub's builds (GITHUB_ACTIONS), each failure is annotated at its line, and the job gets a summary.

                EXIT STATUS: 0 all passed; 1 one failed, or passed only when it was tried again; 65 a file has a \
                mistake, or none has the text or tag that is asked for. INT, TERM and HUP end what is played; the rest is reported as not run.
                """)

        @OptionGroup var input: ScenarioInput
        @OptionGroup(title: "Choice") var choice: ScenarioChoice
        @OptionGroup(title: "Play") var play: ScenarioPlay
        @OptionGroup(title: "Golden Screens") var golden: GoldenOptions
        @OptionGroup(title: "Results") var results: ScenarioResults
        @OptionGroup(title: "Platform Options") var own: OwnPlatform
        @OptionGroup(title: "Platform Options") var platform: ReachOptions

        @Option(
            name: .customLong("launch-timeout"), help: ReachOptions.launchTimeHelp, transform: ServerOptions.seconds)
        var launchTimeout: Double?

        func run() async throws {
            let language = input.language
            let assets = try ScenarioInput.assets(for: input.files)
            try results.prepare(language)
            if play.watch, isatty(STDIN_FILENO) == 0 {
                throw Failure.said(.watchNeedsTerminal, in: language, ExitStatus.noTerminal)
            }
            let all = try input.scenarios(assets) { try results.tell(MistakeReport($0), language) }
            let flows = golden.apply(to: choice.chosen(of: all, language))
            let server = try own.address(language)
            let reach = try platform.reach(
                launchTimeout, server == nil ? nil : UserSettings.read(Places()), language)
            if flows.isEmpty {
                guard choice.isMet(by: all) else {
                    throw Failure.said(.nothingMatches, in: language, ExitStatus.wrongInput)
                }
                return try results.tellOfNothing(play.rules, language)
            }
            let place = Platform(assets: assets, server: server, reach: reach)
            if play.watch { return try await playWhenSaved(flows, place) }
            ProcessSignals.noteEnd()
            let report = try await isShown ? show(flows, place) : playUnseen(flows, place)
            if let number = ProcessSignals.notedEnd {
                StandardError.write(language[.runInterrupted])
                StandardStreams.finishOutput()
                ProcessSignals.end(by: number)
            }
            if !report.figures.hasPassed { throw ExitCode.failure }
        }

        /// Whether they are played before somebody's eyes.
        private var isShown: Bool {
            if play.isUnseen || results.json { return false }
            return play.isForEyes || results.presentation.hasScreen
        }

        /// On what they are played.
        private struct Platform {
            /// `nil` where they are missing, and none of the flows needs them.
            let assets: ScenarioAssets?
            let server: WebAddress?
            let reach: FlowPlatform
        }

        private func playUnseen(_ flows: [Scenario], _ platform: Platform) async throws -> RunReport {
            let teller = results.teller(flows, play.rules, play.watch ? .watched : .unseen, input.language)
            let began = MonotonicClock.now
            let runner = FlowRunner(
                flows, play.rules, isOver: { ProcessSignals.notedEnd != nil }, tell: { teller.take($0) })
            await ScenarioSuite.play(runner, on: platform.assets, server: platform.server, reach: platform.reach)
            let report = RunReport(runner.outcomes, in: MonotonicClock.now - began, play.rules)
            teller.endProgress()
            if !results.json {
                golden.tell(runner.outcomes.compactMap(\.result), isWhole: choice.isWhole, input.language)
            }
            try results.finish(report, teller, input.language)
            return report
        }

        /// One after the other in the terminal.
        private func show(_ flows: [Scenario], _ platform: Platform) async throws -> RunReport {
            let teller = results.teller(flows, play.rules, .shown, input.language)
            let began = MonotonicClock.now
            let runner = FlowRunner(
                flows, play.rules, isOver: { ProcessSignals.notedEnd != nil }, tell: { teller.take($0) })
            do {
                while let (number, flow) = runner.next() {
                    let result = try await LiveRun.run(
                        flow, on: platform.assets, server: platform.server, reach: platform.reach,
                        runner.limits(of: flow, pace: .seconds(play.slow)),
                        output: play.screen ? .screen : .automatic)
                    runner.finish(number, result)
                }
            } catch {
                throw Failure.said(error.cause, in: input.language, ExitStatus.noTerminal)
            }
            let report = RunReport(runner.outcomes, in: MonotonicClock.now - began, play.rules)
            teller.endProgress()
            golden.tell(runner.outcomes.compactMap(\.result), isWhole: choice.isWhole, input.language)
            try results.finish(report, teller, input.language)
            return report
        }

        // MARK: - When a file is saved

        /// Plays them, and again those whose files are saved, until the user leaves.
        private func playWhenSaved(_ flows: [Scenario], _ platform: Platform) async throws {
            ProcessSignals.noteEnd()
            let keys = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : nil
            let paths = ScenarioInput.paths(input.files, platform.assets)
            let all = Set(flows.map(\.file)).sorted()
            var watch = FlowWatch(paths, flows, input: keys)
            var next = flows
            while true {
                if !next.isEmpty { _ = try await playUnseen(next, platform) }
                Output.line(input.language[.watching(all.count)])
                fflush(nil)
                let (news, heard) = await BlockingThread.run { [watch] in
                    var watch = watch
                    return (watch.wait { ProcessSignals.notedEnd != nil }, watch)
                }
                watch = heard
                switch news {
                case .saved(let files):
                    next = golden.apply(to: choice.chosen(of: read(files, platform.assets), input.language))
                case .all: next = golden.apply(to: read(all, platform.assets))
                case .failed:
                    let failed = LastRun(Places()).failed(of: all) ?? []
                    next = golden.apply(to: read(failed.sorted(), platform.assets))
                case .over:
                    if let number = ProcessSignals.notedEnd { ProcessSignals.end(by: number) }
                    return
                }
                watch.take(next)
            }
        }

        /// Those without mistakes; of the others these are said.
        private func read(_ files: [String], _ assets: ScenarioAssets?) -> [Scenario] {
            files.flatMap { file -> [Scenario] in
                switch try? ScenarioSuite.read(file, for: assets) {
                case .success(let flow): return flow.variants
                case .failure(let problems):
                    for line in problems.lines(input.language) { Output.line(line) }
                    return []
                case nil: return []
                }
            }
        }
    }
}

/// Which of the named flows are played.
struct ScenarioChoice: ParsableArguments {
    @Option(help: ArgumentHelp("Only those whose title or file has this text. Repeatable.", valueName: "text"))
    var filter: [String] = []

    @Option(help: ArgumentHelp("Only those with this tag. Repeatable.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("None with this tag. Repeatable.", valueName: "tag"))
    var withoutTag: [String] = []

    @Flag(help: "Only those that did not pass when they were last played.")
    var failed = false

    @Option(
        help: ArgumentHelp("Only a part of them, such as 2/7: the second of seven machines.", valueName: "i/n"),
        transform: shard)
    var shard: Shard?

    private static func shard(_ text: String) throws -> Shard {
        guard let shard = Shard(text) else {
            throw ValidationError("\"\(text)\" is not a part of several, such as 2/7.")
        }
        return shard
    }

    /// Whether each file's flows are all among those chosen.
    var isWhole: Bool { shard == nil && filter.isEmpty && tag.isEmpty && withoutTag.isEmpty }

    func chosen(of flows: [Scenario], _ language: Language) -> [Scenario] {
        var choice = named
        choice.shard = shard
        if failed {
            choice.files = LastRun(Places()).failed(of: flows.map(\.file))
            if choice.files == nil { StandardError.write(language[.noLastRun]) }
        }
        return choice.chosen(of: flows)
    }

    /// Whether a flow has the texts and tags. A part may be empty all the same, and of the last run all may have passed.
    func isMet(by flows: [Scenario]) -> Bool { !named.chosen(of: flows).isEmpty }

    private var named: FlowChoice {
        var choice = FlowChoice()
        (choice.filters, choice.tags, choice.tagsLeftOut) = (filter, tag, withoutTag)
        return choice
    }
}

/// How they are played.
struct ScenarioPlay: ParsableArguments {
    @Flag(help: "Play without a terminal, on a virtual clock: hundreds a second.")
    var headless = false

    @Flag(help: "Play on the screen, even for a build service or an agent.")
    var screen = false

    @Option(
        help: ArgumentHelp(
            "Headless: how many at once; by default 8 flows of programs, 16 while a processor is idle, and as many others "
                + "as there are processors.",
            valueName: "n"), transform: count)
    var jobs: Int?

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Headless: play each this many times.", valueName: "n"), transform: count)
    var rounds: Int?

    @Option(
        help: ArgumentHelp(
            "Headless: try a flow that fails again, up to this many times. If it passes then, it is flaky.",
            valueName: "n"), transform: count)
    var retry: Int?

    @Flag(help: "Let flaky flows pass.")
    var allowFlaky = false

    @Flag(help: "Stop at the first failure.")
    var failFast = false

    @Flag(
        help:
            "Headless: play again what is saved, at once. Enter plays all; f and Enter, what failed; q and Enter, leave."
    )
    var watch = false

    @Option(
        help: ArgumentHelp("Time limit of each flow that sets none itself.", valueName: "seconds"),
        transform: ServerOptions.seconds)
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "In the terminal, wait this long before each step, so that you can watch.", valueName: "seconds"))
    var slow: Double = 0

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text), (1...10_000).contains(count) else {
            throw ValidationError("\"\(text)\" is not a whole number from 1 to 10000.")
        }
        return count
    }

    mutating func validate() throws {
        guard (0...60).contains(slow) else { throw ValidationError("--slow takes seconds from 0 to 60.") }
        if screen, isUnseen { throw ValidationError("--screen cannot be combined with what is played unseen.") }
    }

    /// Whether the user has asked to watch.
    var isForEyes: Bool { screen || slow > 0 }

    /// Whether nobody watches.
    var isUnseen: Bool { headless || jobs != nil || rounds != nil || retry != nil || watch }

    var rules: RunRules {
        var rules = RunRules()
        (rules.jobs, rules.rounds, rules.retries) = (jobs, rounds ?? 1, retry ?? 0)
        (rules.allowsFlaky, rules.failsFast) = (allowFlaky, failFast)
        rules.timeout = timeout.map { .seconds($0) }
        return rules
    }
}

/// Where it is told how they ended.
struct ScenarioResults: ParsableArguments {
    @Flag(help: "Headless: print a JSON object for each flow as it ends, and the figures at last.")
    var json = false

    @Flag(help: "Say it in whole sentences, for a screen reader. (ACCESSIBLE=1)")
    var accessible = false

    @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp(
            "Write a page for each flow, with every frame, step, key and request; by default one for each failure.",
            valueName: "folder"), completion: .directory)
    var trace: String?

    /// What these surroundings call for.
    var presentation: Presentation {
        let settings = UserSettings.read(Places()).display
        let choice: DisplayChoices.Output = json ? .json : accessible ? .accessible : .automatic
        return Presentation(DisplayChoices(output: choice, settings: settings))
    }

    /// How flows are played.
    enum Way {
        case unseen, watched
        /// In the terminal.
        case shown
    }

    func teller(
        _ flows: [Scenario], _ rules: RunRules, _ way: Way, _ language: Language
    ) -> RunTeller {
        let form: RunTeller.Form =
            switch presentation.decision.form {
            // The flows have the screen.
            case .screen where way == .shown, .line where way == .shown: .lines
            case .screen where way == .watched, .line where way == .watched:
                .watched(columns: TerminalSize.read(STDOUT_FILENO).columns)
            case .screen, .line: .terminal(columns: TerminalSize.read(STDOUT_FILENO).columns)
            case .accessible: way == .shown ? .lines : .accessible
            case .json: .json
            case .lines, .log: .lines
            }
        var isSpoken = false
        if case .accessible = form { isSpoken = true }
        let output = RunTeller.Output(
            line: { [isSpoken] line in
                if isSpoken { Output.say([line], language) } else { Output.line(line) }
                fflush(nil)
            },
            json: {
                Output.json($0)
                fflush(nil)
            },
            raw: { StandardStreams.print(Array($0.utf8)) },
            fence: isGitHub ? GitHubFence(token: String(UInt64.random(in: .min ... .max), radix: 36)) : nil)
        let pages = TraceFolder(trace, language: language, facts: TraceFacts.here)
        return RunTeller(flows, rules, form, language, output, pages: pages, tracesAll: trace != nil)
    }

    func finish(_ report: RunReport, _ teller: RunTeller, _ language: Language) throws {
        let trouble = teller.finish(report)
        do { try LastRun(Places()).keep(report) } catch { StandardError.write(language[.failuresNotKept(error.cause)]) }
        if let junit { try OutputFile.write(report.junit, to: junit, language) }
        if isGitHub { tellGitHub(report) }
        guard let trouble else { return }
        if trace != nil { throw Failure.said(trouble, in: language, ExitStatus.wrongInput) }
        StandardError.write(language[.tracesNotKept(trouble)])
    }

    /// Before anything is played: what cannot be written then cannot be written at the end either.
    func prepare(_ language: Language) throws {
        if let junit { try OutputFile.write("", to: junit, language) }
    }

    /// Files with mistakes: whoever waits for results gets these.
    func tell(_ mistakes: MistakeReport, _ language: Language) throws {
        if json { for line in mistakes.json { Output.json(line) } }
        if let junit { try OutputFile.write(mistakes.junit, to: junit, language) }
        if isGitHub { annotate(mistakes.annotations(folder: Self.folder, root: Self.checkout)) }
    }

    private var isGitHub: Bool { Places.variable("GITHUB_ACTIONS") == "true" }
    private static var folder: String { UserFile.realPath(".") ?? "." }
    private static var checkout: String? {
        Places.variable("GITHUB_WORKSPACE").map { UserFile.realPath($0) ?? $0 }
    }

    private func annotate(_ lines: [String]) {
        for line in lines {
            // Among JSON lines they would be in the way; GitHub reads both.
            if json { StandardError.write(SafeText(line)) } else { Output.line(SafeText(line)) }
        }
    }

    /// None of the flows was chosen.
    func tellOfNothing(_ rules: RunRules, _ language: Language) throws {
        let report = RunReport([], in: .zero, rules)
        if json { Output.json(report.json) } else { Output.line(language[.nothingToPlay]) }
        if let junit { try OutputFile.write(report.junit, to: junit, language) }
    }

    private func tellGitHub(_ report: RunReport) {
        let github = GitHubReport(report, folder: Self.folder, root: Self.checkout)
        annotate(github.annotations)
        guard let file = Places.variable("GITHUB_STEP_SUMMARY"), !file.isEmpty else { return }
        // Other steps of the job may have written before.
        guard let before = UserFile.exists(file) ? try? UserFile.read(file, limit: 64 << 20) : [] else { return }
        try? UserFile.write(before + Array(github.summary.utf8), to: file)
    }
}
