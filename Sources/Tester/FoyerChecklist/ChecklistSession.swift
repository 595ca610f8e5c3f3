import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Glibc
import Synchronization

/// One sitting of a tester with a checklist.
package enum ChecklistSession {
    /// Where a run and its reports are kept.
    package struct Order: Sendable {
        /// Receives a copy of all that is sent to the terminal.
        package var recording: (@Sendable ([UInt8]) -> Void)?
        package var checklist: Checklist
        package var folder: RunFolder
        package var places: Places
        /// Where the reports go.
        package var reports: String
        /// The tester's own platform; `nil` for Foyer's.
        package var server: WebAddress?
        /// How that is reached, and what is believed of it.
        package var reach = FlowPlatform()
        /// This sitting.
        let session: RunSession

        /// - Parameter facts: facts about the terminal and Foyer for the report.
        package init(
            checklist: Checklist, folder: RunFolder, places: Places, reports: String, server: WebAddress? = nil,
            facts: [RunSession.Fact]
        ) {
            self.checklist = checklist
            self.folder = folder
            self.places = places
            self.reports = reports
            self.server = server
            let platform = server.map { [RunSession.Fact(RunSession.serverName, $0.text)] } ?? []
            session = RunSession(time: WallClock.now.rfc3339, facts: platform + facts)
        }
    }

    /// Shows the checklist until the tester leaves, and writes the report.
    ///
    /// - Returns: the run at its end.
    package static func run(
        _ order: Order, on assets: ScenarioAssets, _ presentation: Presentation
    ) async throws(ChecklistFailure) -> ChecklistRun {
        guard presentation.showsScreens else { throw .unshown(presentation.needsScreen) }
        // Problems are printed before the screen begins.
        let journal = try journal(order)
        let sites = try await sites(order, assets)
        let reporter = ReportWriter(
            to: order.reports, journal: order.folder.journal, language: presentation.language)
        let shown = await show(
            order, journal, reporter, sites, presentation, isOurs: assets.isShipped(order.checklist))
        for site in sites.values { await site.server?.stop() }
        Folder.removeTree(path: order.folder.flow)
        if case .failure(let error) = shown { throw .unshown(error.cause) }
        do {
            if let run = reporter.lastRun { return run }
            // A terminal that hung up, or a full disk: another attempt.
            let run = ChecklistRun(order.checklist, entries: try RunJournal.entries(path: journal.path))
            _ = try ChecklistReport(run, language: presentation.language)
                .write(to: order.reports, journal: order.folder.journal)
            return run
        } catch {
            throw .wrongRun(error.cause)
        }
    }

    private static func journal(_ order: Order) throws(ChecklistFailure) -> RunJournal {
        do {
            try order.folder.make(order.places)
            let journal = try RunJournal(path: order.folder.journal)
            try journal.append(.session(order.session))
            return journal
        } catch {
            throw .wrongRun(LocalizedFailure(error).cause)
        }
    }

    /// The platform of the list, and those of its items with sources of their own.
    private static func sites(
        _ order: Order, _ assets: ScenarioAssets
    ) async throws(ChecklistFailure) -> [String?: ChecklistSite] {
        if let server = order.server { return [nil: ChecklistSite(server: nil, address: server)] }
        var sites: [String?: ChecklistSite] = [:]
        do {
            for folder in [nil] + Set(order.checklist.items.compactMap(\.serve)) {
                let platform = try folder.map(readPlatform)
                let server = try await StageServer.start(platform: platform ?? assets.platform)
                sites[folder] = ChecklistSite(server: server, address: try WebAddress(server.baseURL))
            }
            return sites
        } catch let failure as ChecklistFailure {
            for site in sites.values { await site.server?.stop() }
            throw failure
        } catch let error as StageError {
            for site in sites.values { await site.server?.stop() }
            throw .wrongRun(error.cause)
        } catch {
            throw .unshown(.stageNotStarted("\(error)"))
        }
    }

    private static func readPlatform(_ folder: String) throws(ChecklistFailure) -> StagePlatform {
        do { return try StagePlatform(sources: folder) } catch {
            throw .wrongRun(.notServed(folder, error.cause))
        }
    }

    private static func show(
        _ order: Order, _ journal: RunJournal, _ reporter: ReportWriter, _ sites: [String?: ChecklistSite],
        _ presentation: Presentation, isOurs: Bool
    ) async -> Result<Void, LaunchEngineError> {
        let language = presentation.language
        let handOver = ProgramHandOver(hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
        while true {
            do {
                try await presentation.show {
                    let run = ChecklistRun(order.checklist, entries: journal.entries + [.session(order.session)])
                    let flows = ChecklistFlows(
                        sites: sites, language: language, folder: order.folder.flow, reach: order.reach)
                    return ChecklistScreen(run, journal: journal, flows: flows, reporter: reporter, handOver: handOver)
                }
            } catch {
                return .failure(error)
            }
            // The terminal is as it was found, and the program's alone.
            guard let (program, run) = handOver.program else { return .success(()) }
            let surroundings = ProgramOrder.surroundings(
                platform: sites[nil]?.address, isOurs ? language : nil)
            await handOver.put(sit(program.having(surroundings), of: run, order, presentation))
        }
    }
}

extension ChecklistSession {
    /// Lets the tester use the program on the terminal itself.
    static func sit(
        _ program: ProgramOrder, of run: ChecklistRun, _ order: Order, _ presentation: Presentation
    ) async -> Result<ItemEvidence, LocalizedFailure> {
        let found = OutcomeBox(ItemEvidence())
        let theme = DisplayTheme(palette: presentation.theme.palette)
        do {
            // In lines, the card stands above the program's.
            let isSpoken = if case .conversation = presentation.output { true } else { false }
            let plan = ChecklistCard(run: run, language: presentation.language)
            let card = SittingCard(language: presentation.language, theme: presentation.theme) {
                plan.drawPlan(over: &$0, from: $1)
            }
            let end = try await ProgramSitting.run(
                program, card: isSpoken ? nil : card, inLines: isSpoken, recording: order.recording
            ) {
                EvidenceRecorder(theme: theme, at: MonotonicClock.now) { found.value = $0 }
            }
            // Its last words stay until the tester has read them.
            ProgramSitting.write(Array((presentation.language[.programIsOver(end.exitStatus)].string + "\n").utf8))
            // A last Ctrl-C is for the program.
            let interrupt = signal(SIGINT, SIG_IGN)
            _ = readLine()
            signal(SIGINT, interrupt)
            // For a moment, what stands here is what the next program begins with.
            let cleared = isSpoken ? [] : ProgramSitting.scrollAway(TerminalSize.read(STDOUT_FILENO))
            order.recording?(cleared)
            ProgramSitting.write(cleared)
            var evidence = found.value
            let identity = ProgramIdentity(program)
            (evidence.version, evidence.interpreter) = (identity.version, identity.interpreter)
            return .success(evidence)
        } catch {
            return .failure(error)
        }
    }
}

/// A platform of a checklist's flows.
struct ChecklistSite: Sendable {
    /// `nil` if it is the tester's own, which cannot be controlled.
    let server: StageServer?
    let address: WebAddress
}

/// Between a checklist's screens: the program that the tester starts, and then the evidence of it.
final class ProgramHandOver: Sendable {
    struct Tried: Sendable {
        var run: ChecklistRun
        /// The items tried in this sitting.
        var items: Set<String>
        var evidence: Result<ItemEvidence, LocalizedFailure>
    }

    private struct State {
        var program: ProgramOrder?
        var tried: Tried?
    }

    /// Whether there is a terminal for it; lines go through pipes as well.
    let hasTerminal: Bool
    private let state = Mutex(State())

    init(hasTerminal: Bool = true) { self.hasTerminal = hasTerminal }

    /// What is started, for the present item of which run; `nil` if the tester has left instead.
    var program: (ProgramOrder, of: ChecklistRun)? {
        state.withLock { state in
            guard let program = state.program, let tried = state.tried else { return nil }
            return (program, tried.run)
        }
    }

    func leave(_ program: ProgramOrder, at run: ChecklistRun, _ items: Set<String>) {
        state.withLock {
            $0 = State(
                program: program, tried: Tried(run: run, items: items, evidence: .success(ItemEvidence())))
        }
    }

    func put(_ evidence: Result<ItemEvidence, LocalizedFailure>) {
        state.withLock {
            $0.program = nil
            $0.tried?.evidence = evidence
        }
    }

    func take() -> Tried? {
        state.withLock { state in
            defer { state.tried = nil }
            return state.tried
        }
    }
}

/// Why there was no sitting.
package enum ChecklistFailure: Error, Sendable {
    /// The run's file, or a report, cannot be read or written.
    case wrongRun(Phrase)
    case unshown(Phrase)
}
