import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// What answers the requests of a ``LoopbackServer``: a rule, without sockets.
package protocol LoopbackService: Sendable {
    func answer(_ request: LoopbackRequest) -> LoopbackAnswer

    /// The answer to what is no request, or none for this service.
    func refuse(_ problem: LoopbackProblem) -> LoopbackAnswer

    /// Brings about what a request asks for besides its answer, which leaves after `done`.
    func settle(_ request: LoopbackRequest, done: @escaping @Sendable () -> Void)

    /// What remains of an answer under way, after ``LoopbackServer/lookAgain()``; `nil` if it continues unchanged.
    func replan(_ answer: LoopbackAnswer, of request: LoopbackRequest) -> LoopbackAnswer?

    /// How many bytes of an answer's body the connection has taken, and whether the answer has come to its planned end.
    func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer)
}

extension LoopbackService {
    package func refuse(_ problem: LoopbackProblem) -> LoopbackAnswer { .sentence(problem.status, problem.text) }
    package func settle(_ request: LoopbackRequest, done: @escaping @Sendable () -> Void) { done() }
    package func replan(_ answer: LoopbackAnswer, of request: LoopbackRequest) -> LoopbackAnswer? { nil }
    package func record(sent: Int, isDone: Bool, of answer: LoopbackAnswer) {}
}

/// Why a request never reaches the service.
package enum LoopbackProblem: Equatable, Sendable {
    case notHTTP
    case unknownMethod
    case tooLarge(limit: Int)
    /// It names another host than this machine, or comes from another site's page.
    case access(LoopbackAccess, port: Int)

    package var status: Int {
        switch self {
        case .notHTTP, .unknownMethod: 400
        case .tooLarge: 413
        case .access(let access, _): access.status ?? 403
        }
    }

    var text: String {
        switch self {
        case .notHTTP, .unknownMethod: "This is not HTTP."
        case .tooLarge(let limit): "The body is larger than \(limit) bytes."
        case .access(_, let port): LoopbackAccess.refusal(port: port)
        }
    }
}

/// Why there is no server.
package enum LoopbackError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process listens there.
    case portTaken(Int)
    case cannotListen(port: Int, reason: String)

    package var cause: Phrase {
        switch self {
        case .portTaken(let port): .guidePortTaken(port)
        case .cannotListen(let port, let reason): .cannotListen(port: port, reason)
        }
    }

    package var description: String { cause.english }
}

/// The server of everything that Foyer serves: to programs and browsers on this machine alone, and to no other site's page.
///
/// All servers of a process share one thread, which answers the requests of a connection in the order in which they come.
package final class LoopbackServer: Sendable {
    package struct Limits: Sendable {
        /// The number of connections at a time; one more closes the oldest. A process of an ordinary user has 1,024
        /// descriptors for everything.
        package var connections = 128
        /// Seconds of silence in both directions after which a connection is closed.
        package var silence: Int64 = 120
        /// The size of a request's body in bytes.
        package var requestBody = 1_024 * 1_024

        package init() {}
    }

    private struct State {
        /// `nil` once the server ends.
        var held: HeldPort?
        var listener: (any Channel)?
        /// The open connections, oldest first.
        var connections: [any Channel] = []
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private static var loop: any NIOCore.EventLoop { group.next() }

    package let port: Int
    package var address: String { "http://127.0.0.1:\(port)" }
    let service: any LoopbackService
    let limits: Limits
    private let state: Mutex<State>

    private init(_ service: any LoopbackService, _ held: HeldPort, _ limits: Limits) {
        (self.service, self.limits) = (service, limits)
        port = held.number
        state = Mutex(State(held: held))
    }

    /// Listens on 127.0.0.1.
    ///
    /// - Parameter port: 0 for any free one.
    package static func start(
        _ service: any LoopbackService, port: Int = 0, limits: Limits = Limits()
    ) async throws(LoopbackError) -> LoopbackServer {
        guard (0...65_535).contains(port) else { throw .cannotListen(port: port, reason: "there is no such port") }
        let server = LoopbackServer(service, try HeldPort(port), limits)
        do { try await server.listen().get() } catch {
            let number = (error as? IOError)?.errnoCode
            throw .cannotListen(port: port, reason: number.map(SystemError.text) ?? "\(error)")
        }
        return server
    }

    /// Closes the listener, so that connections are refused, and all connections but one; or opens it again. The port
    /// stays reserved meanwhile.
    ///
    /// - Parameters:
    ///   - sparing: ``LoopbackRequest/connection`` of the request that asks for it.
    ///   - done: called once that is so.
    package func setListening(_ isOpen: Bool, sparing: Int = 0, done: @escaping @Sendable () -> Void = {}) {
        if isOpen {
            guard state.withLock({ $0.listener == nil }) else { return done() }
            return listen().whenComplete { _ in done() }
        }
        let (listener, others) = state.withLock { state in
            defer { state.listener = nil }
            return (state.listener, state.connections.filter { Self.number(of: $0) != sparing })
        }
        for channel in others { channel.close(promise: nil) }
        guard let listener else { return done() }
        listener.close().whenComplete { _ in done() }
    }

    /// Answers under way continue as the service now plans them.
    package func lookAgain() {
        for channel in state.withLock({ $0.connections }) {
            channel.pipeline.fireUserInboundEventTriggered(PlanChanged())
        }
    }

    /// Calls `body` once on the server's thread, unless the result is called before.
    @discardableResult
    func schedule(after time: Duration, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let task = Self.loop.scheduleTask(in: .nanoseconds(time.saturatedNanoseconds), body)
        return { task.cancel() }
    }

    /// Returns when the server has stopped.
    package func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if !state.isStopped { state.waiters.append(continuation) }
                return state.isStopped
            }
            if isStopped { continuation.resume() }
        }
    }

    /// Closes listener and connections for good, and returns once that is so.
    package func stop() async {
        beginStop()
        await waitUntilStopped()
    }

    /// The same, without waiting; later calls do nothing.
    func beginStop() {
        let channels = state.withLock { state -> [any Channel]? in
            guard state.held != nil else { return nil }
            defer { (state.held, state.listener, state.connections) = (nil, nil, []) }
            return [state.listener].compactMap { $0 } + state.connections
        }
        guard let channels else { return }
        EventLoopFuture.andAllComplete(channels.map { $0.close() }, on: Self.loop).whenComplete { _ in
            let waiters = self.state.withLock { state in
                state.isStopped = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    // MARK: - Connections

    private func listen() -> EventLoopFuture<Void> {
        guard let held = state.withLock({ $0.held }) else { return Self.loop.makeSucceededVoidFuture() }
        let bootstrap = ServerBootstrap(group: Self.loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 * 1_024, high: 256 * 1_024))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(self.limits.silence)))
                    try pipeline.addHandler(
                        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                    try pipeline.addHandler(LoopbackConnection(self))
                }
            }
        held.setShared(true)
        return bootstrap.bind(host: "127.0.0.1", port: port).map { channel in
            self.state.withLock { $0.listener = channel }
        }.always { _ in held.setShared(false) }
    }

    /// Counts a new connection, and closes one that has to make room for it.
    func add(_ channel: any Channel) {
        let tooMany = state.withLock { state -> (any Channel)? in
            if state.held == nil { return channel }
            state.connections.append(channel)
            return state.connections.count > limits.connections ? state.connections.removeFirst() : nil
        }
        tooMany?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.connections.removeAll { $0 === channel } }
    }

    static func number(of channel: any Channel) -> Int { Int(bitPattern: ObjectIdentifier(channel)) }
}

/// Visits the pipeline of every connection.
struct PlanChanged: Sendable {}

/// A port of 127.0.0.1 that stays reserved for this process while nobody listens there: while connections are refused,
/// the system must not give it to another socket.
private final class HeldPort: Sendable {
    let number: Int
    private let descriptor: Int32

    /// - Parameter wanted: 0 for any free port.
    init(_ wanted: Int) throws(LoopbackError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(wanted) }
        // Connections that have ended keep a port for a minute from whoever would not share it.
        Self.share(descriptor, true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: wanted).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard result == 0 else {
            let error = Self.failure(wanted)
            close(descriptor)
            throw error
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        setShared(false)
    }

    /// Whether a listener may have the port as well. Anybody's could, so it is shared only while ours takes it.
    func setShared(_ isShared: Bool) { Self.share(descriptor, isShared) }

    private static func share(_ descriptor: Int32, _ isShared: Bool) {
        var value: Int32 = isShared ? 1 : 0
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    private static func failure(_ port: Int) -> LoopbackError {
        errno == EADDRINUSE ? .portTaken(port) : .cannotListen(port: port, reason: SystemError.text(errno))
    }
}
