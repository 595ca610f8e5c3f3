import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Starts a service for one banner or pop-up, which is shown on a screen of its own, or in lines if there is none.
struct TouchShow: Sendable {
    let server: WebAddress
    let places: Places
    let configuration: TouchConfiguration
    let publicKeys: [[UInt8]]

    func start() throws(BannerShowError) -> BannerService {
        do throws(TouchStartError) {
            return try BannerService(
                server: server, places: places, configuration: configuration, publicKeys: publicKeys)
        } catch {
            throw .start(error)
        }
    }

    /// Returns when the user has left the screen, or the lines are written; events are delivered by then, or kept.
    ///
    /// - Parameters:
    ///   - closed: the outcome if the screen reports none.
    ///   - lines: makes the lines, and ends the session.
    ///   - screen: makes the screen, which closes the service when it leaves.
    func run<Session: Sendable, Outcome: Sendable>(
        _ presentation: Presentation, orElse closed: Outcome,
        session makeSession: (TouchService) throws(TouchStartError) -> Session,
        lines: (Session, LaunchLines.Format) async -> (Outcome, [String]),
        screen: @escaping @Sendable (BannerService, Session, @escaping @Sendable (Outcome) -> Void) -> any Screen
    ) async throws(BannerShowError) -> Outcome {
        let service = try start()
        let session: Session
        do throws(TouchStartError) { session = try makeSession(service.touch) } catch { throw .start(error) }
        guard case .lines(let format) = presentation.output else {
            let outcome = OutcomeBox(closed)
            do throws(LaunchEngineError) {
                try await presentation.show { service.withNotice(screen(service, session) { outcome.value = $0 }) }
            } catch {
                await service.close()
                throw .screen(error)
            }
            return outcome.value
        }
        if let recording = presentation.recording { LineOutput.record(with: recording) }
        let (outcome, text) = await lines(session, format)
        for line in text { LineOutput.standard.add(line) }
        if let notice = service.notice {
            // Not among the lines that programs read.
            LineOutput.error.add(PlainText.fitted(presentation.language[notice].string))
            if LineOutput.error.finish(by: configuration.network.surroundings.now + BannerService.farewell) {
                service.noticeShown()
            }
        }
        LineOutput.standard.finishForGood(by: configuration.network.surroundings.now + configuration.timeout)
        await service.close()
        return outcome
    }
}

/// Takes the outcome from the screen's thread to the task that waits for it.
private final class OutcomeBox<Outcome: Sendable>: Sendable {
    private let state: Mutex<Outcome>

    init(_ outcome: Outcome) { state = Mutex(outcome) }

    var value: Outcome {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
