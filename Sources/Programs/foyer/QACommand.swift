import ArgumentParser
import Foyer
import FoyerChecklist
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

struct QACommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qa", abstract: "Walks you through a checklist and writes a report.",
        usage: """
            foyer qa [FILE] [--server URL [--public-key KEY] [--cacert FILE]] [--timeout SECONDS] [--report FOLDER] [--new]
            foyer qa report [FILE] [--server URL] [--report FOLDER]
            foyer qa check [FILE] [--play [--item ID]…]
            foyer qa compare RUN RUN [--list FILE]
            foyer qa merge RUN… --report FOLDER [--list FILE]
            """,
        discussion: """
            For each item, a card says what to do and what you should see. Enter sets the flow up and shows the real \
            program; at its end, or on F2, give your verdict: p pass, f fail, b blocked, s skip, n a note. During the \
            flow, F1 shows the card over it, F3 marks the screen for the report, and F4 heals the network if the item has \
            broken it. With ↑ and ↓ each sentence gets a verdict and a note of its own, and the item has the worst of \
            them; d takes the address of a defect.

            Every verdict is on the disk before the next item appears. Leave with q whenever you like; the same command \
            continues from there. A checklist is a small YAML file; without one, Foyer takes the list it ships with. Its \
            items may also start a program of your own (run), which then has the terminal to itself until it ends; \
            Ctrl-] shows the card over it, and pressed again ends it. Your own sources may misbehave (serve).

            With --server the flows run against your own platform, as a separate run. That platform does not misbehave \
            on request: items that need it are marked, and you can skip them or mark them blocked. If the settings pin \
            a key, or --public-key does, its documents must be signed.

            EXIT STATUS: 0 no item failed; 1 an item failed; 65 a mistake in a file; 69 there is no terminal.
            """,
        subcommands: [Walk.self, Report.self, Check.self, Compare.self, Merge.self], defaultSubcommand: Walk.self)

    struct Walk: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "walk", abstract: "Walks through the checklist, as `foyer qa` does.")

        @OptionGroup var input: ChecklistInput
        @OptionGroup(title: "Platform Options") var platform: OwnPlatform
        @OptionGroup(title: "Platform Options") var reach: ReachOptions

        @Option(help: ReachOptions.launchTimeHelp, transform: ServerOptions.seconds)
        var timeout: Double?

        @OptionGroup var display: DisplayOptions
        @OptionGroup var evidence: EvidenceOptions

        @Option(help: "Your name for the report; kept until you give another.")
        var tester: String?

        @Flag(help: "Start over; the old run is put aside, and nothing is lost.")
        var new = false

        func run() async throws {
            let places = Places()
            let settings = UserSettings.read(places)
            var choices = display.choices(settings)
            let language = choices.language
            let assets = try ScenarioInput.assets()
            let list = try input.checklist(assets, language)
            let recorder = try evidence.recorder(title: "foyer qa", choices: &choices)
            let server = try platform.address(language)
            let folder = input.folder(list, places, server)
            var presentation = Presentation(choices)
            // Before the first question, to the terminal or to somebody: nobody may be there.
            guard presentation.showsScreens else {
                throw Failure.said(presentation.needsScreen, in: language, ExitStatus.noTerminal)
            }
            if new { try putAside(folder, language) }
            // Before the tester's name is asked for.
            presentation.open()
            var order = ChecklistSession.Order(
                checklist: list, folder: folder, places: places, reports: input.reports(folder), server: server,
                facts: QAFacts.all(choices, places, list, tester: Tester.name(tester, folder, places, language)))
            // The settings are about the user's own platform.
            order.recording = choices.recording
            order.reach = try reach.reach(timeout, server == nil ? nil : settings, language)
            let run: ChecklistRun
            do {
                run = try await ChecklistSession.run(order, on: assets, presentation)
            } catch {
                throw Self.end(error, language)
            }
            recorder.mark("left")
            try recorder.finish(language) { try input.tell(run, folder, language) }
        }

        private func putAside(_ folder: RunFolder, _ language: Language) throws {
            do {
                _ = try folder.putAside(at: WallClock.now.rfc3339)
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
        }

        private static func end(_ failure: ChecklistFailure, _ language: Language) -> ExitCode {
            switch failure {
            case .unshown(let cause): Failure.said(cause, in: language, ExitStatus.noTerminal)
            case .wrongRun(let cause): Failure.said(cause, in: language, ExitStatus.wrongInput)
            }
        }
    }

    struct Report: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "report", abstract: "Writes the report of the current run; needs no terminal.",
            discussion: """
                Writes report.html and junit.xml, with the run beside them (run.jsonl), and prints where they are. Ends with 1 if \
                an item failed.
                """)

        @OptionGroup var input: ChecklistInput
        @OptionGroup var platform: OwnPlatform
        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = Places()
            let language = words.chosen(UserSettings.read(places))
            let assets = try ScenarioInput.assets()
            let list = try input.checklist(assets, language)
            let folder = input.folder(list, places, try platform.address(language))
            guard OutputFile.exists(folder.journal) else {
                throw Failure.said(.noRun(folder.journal), in: language, ExitStatus.wrongInput)
            }
            let run: ChecklistRun
            do {
                run = ChecklistRun(list, entries: try RunJournal.entries(path: folder.journal))
                _ = try ChecklistReport(run, language: language).write(
                    to: input.reports(folder), journal: folder.journal)
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            try input.tell(run, folder, language)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Lists the mistakes in a checklist, with line and column.",
            discussion: """
                With --play, the checks of its items are played, too: whether each sentence of a card is true. Programs run in \
                an in-memory terminal with empty folders.

                EXIT STATUS: 0 all is well; 1 a sentence is not true; 65 a mistake in the file, or no such item.
                """)

        @OptionGroup var input: ChecklistInput
        @OptionGroup var words: LanguageOption

        @Flag(help: "Play the checks of its items, without a terminal.")
        var play = false

        @Option(help: ArgumentHelp("Play only this item; may be repeated.", valueName: "id"))
        var item: [String] = []

        func run() async throws {
            let language = words.chosen(UserSettings.read(Places()))
            let assets = try ScenarioInput.assets()
            let list = try input.checklist(assets, language)
            Output.line(language.checklistIsGood(SafeText(list.file), items: list.items.count))
            if let sentences = language.sentences(ChecklistPlay.count(list)) { Output.line(sentences) }
            guard play else { return }
            if let unknown = item.first(where: { id in !list.items.contains { $0.id == id } }) {
                throw Failure.said(
                    .noSuchItem(SafeText(unknown), of: SafeText(list.file)), in: language, ExitStatus.wrongInput)
            }
            let began = MonotonicClock.now
            let results = await ChecklistPlay.run(
                list.choosing { item.isEmpty || item.contains($0) }, on: assets, language: language)
            for result in results where !result.hasPassed {
                for line in SafeText.lines(of: result.report(language) + "\n\n") { Output.line(line) }
            }
            let figures = RunFigures(
                results.map { $0.hasPassed ? .passed : .failed }, in: MonotonicClock.now - began, RunRules())
            Output.line(language.told(figures))
            if !figures.hasPassed { throw ExitCode.failure }
        }

        func validate() throws {
            if !item.isEmpty, !play { throw ValidationError("--item says what --play plays.") }
        }
    }
}

/// The chosen checklist, and where its reports go.
struct ChecklistInput: ParsableArguments {
    @Argument(help: "The checklist file; by default the list that ships with Foyer.", completion: .file())
    var file: String?

    @Option(
        name: .customLong("report"),
        help: "The folder for report.html and junit.xml; by default next to the run, in the state folder.")
    var reportFolder: String?

    func checklist(_ assets: ScenarioAssets, _ language: Language) throws -> Checklist {
        try Self.read(file, assets, language)
    }

    /// Prints all its problems.
    static func read(_ file: String?, _ assets: ScenarioAssets, _ language: Language) throws -> Checklist {
        do {
            switch try Checklist.read(file: file ?? assets.checklist, in: language) {
            case .success(let list): return list
            case .failure(let problems):
                for line in problems.lines(language) { StandardError.write(line) }
            }
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        throw ExitStatus.wrongInput
    }

    func folder(_ list: Checklist, _ places: Places, _ server: WebAddress?) -> RunFolder {
        RunFolder(of: list.file, isShipped: file == nil, server: server, places: places)
    }

    func reports(_ folder: RunFolder) -> String { reportFolder ?? folder.path }

    /// Prints the state of the run and the path of its report.
    func tell(_ run: ChecklistRun, _ folder: RunFolder, _ language: Language) throws {
        let open = run.checklist.items.count - run.judged
        Output.line(language.counts { $0.map(run.count) ?? open })
        Output.line(language.reportWritten(reports(folder) + "/" + ChecklistReport.pageName))
        if open > 0 { Output.line(language[.runIsKept]) }
        if run.count(.failed) > 0 { throw ExitCode.failure }
    }
}

/// A platform in place of Foyer's own. Only the command line names it: users with one in their settings still test
/// Foyer.
struct OwnPlatform: ParsableArguments {
    @Option(help: ArgumentHelp("Your platform's base URL, instead of Foyer's own platform.", valueName: "url"))
    var server: String?

    func address(_ language: Language) throws -> WebAddress? {
        try server.map { try ServerFlags.base($0, language) }
    }
}

/// Facts about the machine of a sitting, for the report.
enum QAFacts {
    static func all(
        _ choices: DisplayChoices, _ places: Places, _ list: Checklist, tester: String?
    ) -> [RunSession.Fact] {
        var facts = tester.map { [RunSession.Fact(RunSession.testerName, $0)] } ?? []
        facts.append(RunSession.Fact("Foyer", Release.version))
        if let commit = Release.commit { facts.append(RunSession.Fact("commit", commit)) }
        facts.append(RunSession.Fact(RunSession.listName, list.nameAndDigest))
        facts.append(RunSession.Fact(RunSession.zoneName, zone))
        let size = TerminalSize.read(STDOUT_FILENO)
        facts.append(RunSession.Fact("size", "\(size.columns)×\(size.rows)"))
        for name in ["TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "TMUX", "SSH_TTY", "LANG"] {
            if let value = Places.variable(name), !value.isEmpty { facts.append(RunSession.Fact(name, value)) }
        }
        facts += Diagnosis(choices, places: places).findings.map { .init($0.name.english, $0.value.english) }
        if let machine = Machine.here {
            facts.append(RunSession.Fact(RunSession.hostName, machine.host))
            facts.append(RunSession.Fact("system", machine.system))
        }
        return facts
    }

    /// The tester's time zone: its name, and how far it is from UTC.
    private static var zone: String {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        let minutes = abs(local.tm_gmtoff / 60)
        let parts = [minutes / 60, minutes % 60].map { String(100 + $0).dropFirst() }
        let name = local.tm_zone.map { String(cString: $0) } ?? ""
        if name == "UTC" { return name }
        return "\(name) UTC\(local.tm_gmtoff < 0 ? "-" : "+")\(parts.joined(separator: ":"))"
    }
}

/// The tester's name: asked for before anything is shown, if nothing names one. What is given or answered is kept for every
/// checklist.
enum Tester {
    static func name(_ given: String?, _ folder: RunFolder, _ places: Places, _ language: Language) -> String? {
        let path = places.state + "/qa/tester"
        let kept = (try? UserFile.read(path, limit: TesterName.longest)).map { String(decoding: $0, as: UTF8.self) }
        let known = TesterName.known(given: given, variable: Places.variable("FOYER_TESTER"), kept: kept)
        let isNew = given != nil || known == nil
        guard let name = known ?? (given == nil ? TesterName.clean(asked(language)) : nil) else { return nil }
        guard isNew else { return name }
        do {
            try folder.make(places)
            try UserFile.write(Array((name + "\n").utf8), to: path)
        } catch {
            // The session reports the same for its own file, which matters more.
        }
        return name
    }

    /// An empty line is an answer as well: nobody is named, and the question is asked again next time.
    private static func asked(_ language: Language) -> String {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return "" }
        StandardError.write(language[.testerQuestion])
        return readLine() ?? ""
    }
}
