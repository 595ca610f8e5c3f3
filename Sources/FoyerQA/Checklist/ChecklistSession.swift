import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// One sitting of a tester with a checklist.
package enum ChecklistSession {
    /// Where a run is kept and reported.
    package struct Order: Sendable {
        package var checklist: Checklist
        package var folder: RunFolder
        package var places: Places
        /// Where the reports go.
        package var reports: String
        /// This sitting.
        let session: RunSession

        /// - Parameter facts: what there is to say of the terminal and of Foyer.
        package init(
            checklist: Checklist, folder: RunFolder, places: Places, reports: String, facts: [RunSession.Fact]
        ) {
            self.checklist = checklist
            self.folder = folder
            self.places = places
            self.reports = reports
            session = RunSession(time: WallClock.now.rfc3339, facts: facts)
        }
    }

    /// Shows the checklist until the tester leaves, and writes the report.
    ///
    /// - Returns: the run as it is then.
    package static func run(
        _ order: Order, on assets: ScenarioAssets, _ presentation: Presentation
    ) async throws(ChecklistFailure) -> ChecklistRun {
        guard presentation.hasScreen else { throw .unshown(presentation.needsScreen) }
        // Before anything is shown: what is wrong is said on the terminal as it was.
        let journal = try journal(order)
        let (server, address) = try await stage(assets)
        let shown: Result<Void, LaunchEngineError> = await show(order, journal, server, address, presentation)
        await server.stop()
        Folder.removeTree(path: order.folder.flow)
        if case .failure(let error) = shown { throw .unshown(error.cause) }
        do throws(RunJournal.Failure) {
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

    private static func stage(
        _ assets: ScenarioAssets
    ) async throws(ChecklistFailure) -> (StageServer, WebAddress) {
        do {
            let server = try await StageServer.start(platform: assets.platform)
            return (server, try WebAddress(server.baseURL))
        } catch {
            throw .unshown(.stageNotStarted("\(error)"))
        }
    }

    private static func show(
        _ order: Order, _ journal: RunJournal, _ server: StageServer, _ address: WebAddress,
        _ presentation: Presentation
    ) async -> Result<Void, LaunchEngineError> {
        let language = presentation.language
        do throws(LaunchEngineError) {
            try await presentation.show {
                let run = ChecklistRun(order.checklist, entries: journal.entries + [.session(order.session)])
                let flows = ChecklistFlows(
                    server: server, address: address, language: language, folder: order.folder.flow)
                return ChecklistScreen(run, journal: journal, flows: flows) { run in
                    Result { () throws(RunJournal.Failure) in
                        try ChecklistReport(run, language: language).write(to: order.reports)
                    }
                }
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
