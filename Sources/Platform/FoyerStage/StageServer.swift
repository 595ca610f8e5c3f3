import FoyerCore
import FoyerPlatform
import FoyerServe
import Synchronization

/// The platform on a real loopback socket, with control on a second one.
package final class StageServer: Sendable {
    private let service: StageService
    private let platform: LoopbackServer
    private let control: LoopbackServer

    package var port: Int { platform.port }
    package var controlPort: Int { control.port }
    /// `http://127.0.0.1:PORT`, the server host of the platform.
    package var baseURL: String { platform.address }
    /// Where `/stage…` answers even while the platform refuses connections.
    package var controlURL: String { control.address }

    private init(_ service: StageService, _ platform: LoopbackServer, _ control: LoopbackServer) {
        (self.service, self.platform, self.control) = (service, platform, control)
    }

    /// Listens on 127.0.0.1; port 0 means any free one.
    ///
    /// - Parameters:
    ///   - serial: of the first documents.
    ///   - network: on which answers travel.
    package static func start(
        platform: StagePlatform, port: Int = 0, controlPort: Int = 0, serial: Int64 = 1,
        network: StageNetwork = .loopback
    ) async throws(LoopbackError) -> StageServer {
        let service = StageService(StageResponder(platform: platform, serial: serial, network: network))
        let platform = try await LoopbackServer.start(service, port: port)
        do {
            let control = try await LoopbackServer.start(ControlService(service: service), port: controlPort)
            service.begin(platform)
            return StageServer(service, platform, control)
        } catch {
            await platform.stop()
            throw error
        }
    }

    /// The responder's state, for tests and for a host in the same process. A closed listener follows faults only if
    /// they come by a control request, or after ``settle()``.
    package func withResponder<Result: Sendable>(
        _ body: (inout sending StageResponder) -> sending Result
    ) -> Result {
        service.withResponder(body)
    }

    /// Adds faults, as control requests do.
    package func order(_ rules: [FaultRule]) throws(StageError) {
        let result = withResponder { responder in
            Result { () throws(StageError) in for rule in rules { try responder.faults.put(rule) } }
        }
        try result.get()
        settle()
    }

    /// The requests from now on, each when it is about to be answered; ends with the stage.
    package func requests() -> AsyncStream<RequestRecord> { service.requests() }

    /// Opens or closes the platform's listener to match the present faults; returns at once.
    package func settle() { service.settle(sparing: 0) {} }

    /// Returns when the stage has been stopped.
    package func waitUntilStopped() async { await control.waitUntilStopped() }

    /// Closes listeners and connections; later calls do nothing.
    package func stop() async {
        service.end()
        await platform.stop()
        await control.stop()
    }
}

/// The platform's answers: the responder, with what listens to it.
private final class StageService: LoopbackService {
    private let responder: Mutex<StageResponder>
    /// Whose listener follows the faults.
    private let server = Mutex<LoopbackServer?>(nil)
    /// Listeners for every request.
    private let watchers = Mutex<[AsyncStream<RequestRecord>.Continuation]>([])

    init(_ responder: StageResponder) {
        self.responder = Mutex(responder)
    }

    func begin(_ server: LoopbackServer) { self.server.withLock { $0 = server } }

    func end() {
        server.withLock { $0 = nil }
        for watcher in watchers.withLock({ $0 }) { watcher.finish() }
    }

    func withResponder<Result: Sendable>(_ body: (inout sending StageResponder) -> sending Result) -> Result {
        responder.withLock(body)
    }

    func requests() -> AsyncStream<RequestRecord> {
        let (stream, continuation) = AsyncStream<RequestRecord>.makeStream()
        watchers.withLock { $0.append(continuation) }
        return stream
    }

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        let (answer, record) = responder.withLock { responder in
            let answer = responder.respond(to: request)
            return (answer, responder.requests.last { $0.number == answer.number })
        }
        if let record { for watcher in watchers.withLock({ $0 }) { watcher.yield(record) } }
        return answer
    }

    func settle(_ request: LoopbackRequest, done: @escaping @Sendable () -> Void) {
        guard StageResponder.isControl(request), request.method != "GET" else { return done() }
        settle(sparing: request.connection, done: done)
    }

    /// Brings the listener into the state that the faults require. The connection that asks still gets its answer.
    func settle(sparing: Int, done: @escaping @Sendable () -> Void) {
        guard let server = server.withLock({ $0 }) else { return done() }
        server.setListening(!responder.withLock { $0.faults.refusesConnections }, sparing: sparing, done: done)
        // Answers under way continue by the present rules once others were withdrawn.
        server.lookAgain()
    }

    func replan(_ answer: LoopbackAnswer, of request: LoopbackRequest) -> LoopbackAnswer? {
        responder.withLock { $0.replan(answer, of: request) }
    }

    func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer) {
        responder.withLock { $0.record(sent: sent, isDone: isDone, of: answer) }
    }
}

/// Control alone.
private struct ControlService: LoopbackService {
    let service: StageService

    func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        StageResponder.isControl(request)
            ? service.answer(request) : .sentence(404, "This is control: ask /stage.")
    }

    func settle(_ request: LoopbackRequest, done: @escaping @Sendable () -> Void) {
        service.settle(request, done: done)
    }
}
