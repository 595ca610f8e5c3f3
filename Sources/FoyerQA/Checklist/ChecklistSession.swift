import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// One sitting of a tester with a checklist.
package enum ChecklistSession {
    /// Where a run and its reports are kept.
    package struct Order: Sendable {
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
        let (server, address) = try await platform(order, assets)
        let reporter = ReportWriter(to: order.reports, language: presentation.language)
        let shown = await show(order, journal, reporter, server, address, presentation)
        await server?.stop()
        Folder.removeTree(path: order.folder.flow)
        if case .failure(let error) = shown { throw .unshown(error.cause) }
        do throws(RunJournal.Failure) {
            if let run = reporter.lastRun { return run }
            // A terminal that hung up, or a full disk: another attempt.
            let run = ChecklistRun(order.checklist, entries: try RunJournal.entries(path: journal.path))
            _ = try ChecklistReport(run, language: presentation.language).write(to: order.reports)
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
        } catch let failure as RunJournal.Failure {
            throw .wrongRun(failure.cause)
        } catch {
            throw .wrongRun((error as? PlaceFailure)?.cause ?? Cause(asIs: "\(error)"))
        }
    }

    private static func platform(
        _ order: Order, _ assets: ScenarioAssets
    ) async throws(ChecklistFailure) -> (StageServer?, WebAddress) {
        if let server = order.server { return (nil, server) }
        do {
            let server = try await StageServer.start(platform: assets.platform)
            return (server, try WebAddress(server.baseURL))
        } catch {
            throw .unshown(.stageNotStarted("\(error)"))
        }
    }

    private static func show(
        _ order: Order, _ journal: RunJournal, _ reporter: ReportWriter, _ server: StageServer?,
        _ address: WebAddress, _ presentation: Presentation
    ) async -> Result<Void, LaunchEngineError> {
        let language = presentation.language
        do throws(LaunchEngineError) {
            try await presentation.show {
                let run = ChecklistRun(order.checklist, entries: journal.entries + [.session(order.session)])
                let flows = ChecklistFlows(
                    server: server, address: address, language: language, folder: order.folder.flow,
                    reach: order.reach)
                return ChecklistScreen(run, journal: journal, flows: flows, reporter: reporter)
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

/// Why there was no sitting.
package enum ChecklistFailure: Error, Sendable {
    /// The run's file, or a report, cannot be read or written.
    case wrongRun(Cause)
    case unshown(Cause)
}
