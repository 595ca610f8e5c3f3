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
        guard presentation.hasScreen else { throw .noTerminal }
        let stage: StageProcess?
        do {
            stage = server == nil ? try StageProcess.start() : nil
        } catch {
            throw .noStage(error.cause)
        }
        defer { stage?.stop() }
        guard let address = server ?? stage?.address else { return }
        let context = HomeScreen.DisplayContext(
            places: Places(), timeout: timeout, control: server == nil ? stage?.control : nil)
        do {
            try await presentation.show { HomeScreen(server: address, display: context) }
        } catch {
            throw .terminal(error.cause)
        }
    }
}

/// Why the demo does not run: a sentence in every language.
public enum DemoFailure: Error, Sendable, CustomStringConvertible {
    case noTerminal
    case noStage(Cause)
    case terminal(Cause)

    public var cause: Cause {
        switch self {
        case .noTerminal: Cause(.needsTerminal)
        case .noStage(let cause), .terminal(let cause): cause
        }
    }

    public var description: String { cause.english }
}
