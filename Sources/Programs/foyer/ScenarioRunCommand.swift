import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
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
                        runner.limits(of: number, pace: .seconds(play.slow)),
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
            var watch = FlowWatch(paths, flows, input: keys)
            var next = flows
            while true {
                if !next.isEmpty { _ = try await playUnseen(next, platform) }
                let all = watch.flows
                tellOthers(of: all, than: next)
                Output.line(input.language[.watching])
                Output.line(input.language[.watchKeys(all.count)])
                fflush(nil)
                let (news, heard) = await BlockingThread.run { [watch] in
                    var watch = watch
                    return (watch.wait { ProcessSignals.notedEnd != nil }, watch)
                }
                watch = heard
                if news != .over { results.clearTerminal() }
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
                if !next.isEmpty, !results.json { Output.line(input.language[.playing(Self.files(of: next))]) }
            }
        }

        /// What was not played this time, and failed the last time.
        private func tellOthers(of all: [String], than played: [Scenario]) {
            let others = (LastRun(Places()).failed(of: all) ?? []).subtracting(played.map(\.file)).sorted()
            if !others.isEmpty, !results.json { Output.line(input.language[.stillFailing(others)]) }
        }

        private static func files(of flows: [Scenario]) -> [String] { Set(flows.map(\.file)).sorted() }

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
