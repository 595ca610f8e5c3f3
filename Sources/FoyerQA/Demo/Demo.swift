import Foyer
import FoyerClient

/// The demo: a platform of its own as a child process, and a host that launches mini programs from it.
public enum Demo {
    /// Runs until the user leaves.
    ///
    /// - Throws: a sentence, where there is no stage or no terminal.
    public static func run(
        _ presentation: Presentation, server: WebAddress?, timeout: Duration
    ) async throws(DemoFailure) {
        guard presentation.hasScreen else { throw .noTerminal(presentation.language[.needsTerminal]) }
        let stage: StageProcess?
        do {
            stage = server == nil ? try StageProcess.start() : nil
        } catch {
            throw .noStage(error.description)
        }
        defer { stage?.stop() }
        guard let address = server ?? stage?.address else { return }
        let places = Places()
        let context = HomeScreen.DisplayContext(places: places, timeout: timeout)
        do {
            let service = try BannerService(server: address, places: places)
            let session = try service.touch.session(forKey: HomeScreen.bannerKey)
            try await presentation.show {
                HomeScreen(server: address, display: context, service: service, banner: TouchBanner(session))
            }
        } catch {
            throw .terminal("\(error)")
        }
    }
}

/// Why the demo does not run.
public enum DemoFailure: Error, Sendable, CustomStringConvertible {
    case noTerminal(SafeText)
    case noStage(String)
    case terminal(String)

    public var description: String {
        switch self {
        case .noTerminal(let sentence): sentence.string
        case .noStage(let sentence), .terminal(let sentence): sentence
        }
    }
}
