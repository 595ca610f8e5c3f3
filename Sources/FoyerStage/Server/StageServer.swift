import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The platform on a real loopback socket, with control on a second one.
///
/// All of it lives on a single event loop: requests are answered in the order in which they come.
package final class StageServer: Sendable {
    /// 127.0.0.1, port of the platform.
    package let port: Int
    package let controlPort: Int
    private let service: StageService
    private let group: MultiThreadedEventLoopGroup
    private let listeners: Listeners

    /// `http://127.0.0.1:PORT`, the server host of the platform.
    package var baseURL: String { "http://127.0.0.1:\(port)" }
    /// Where `/stage…` answers even while the platform refuses connections.
    package var controlURL: String { "http://127.0.0.1:\(controlPort)" }

    private init(service: StageService, group: MultiThreadedEventLoopGroup, listeners: Listeners, ports: (Int, Int)) {
        self.service = service
        self.group = group
        self.listeners = listeners
        (port, controlPort) = ports
    }

    /// Listens on 127.0.0.1; port 0 means any free one.
    ///
    /// - Parameter serial: of the first documents.
    /// Throws: ``StageError/portTaken(_:)``, ``StageError/cannotListen(port:reason:)``.
    package static func start(
        platform: StagePlatform, port: Int = 0, controlPort: Int = 0, serial: Int64 = 1
    ) async throws(StageError) -> StageServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let service = StageService(responder: StageResponder(platform: platform, serial: serial))
        let listeners = Listeners(loop: group.next(), service: service)
        do {
            let held = try HeldPort(port)
            held.setShared(true)
            _ = try await listeners.open(port: held.number, isControl: false)
            held.setShared(false)
            let control = try await listeners.open(port: controlPort, isControl: true)
            service.onListening { open in listeners.setPlatform(open: open, on: held) }
            return StageServer(service: service, group: group, listeners: listeners, ports: (held.number, control))
        } catch {
            try? await group.shutdownGracefully()
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

    /// The requests from now on, each when it is about to be answered; ends with the stage.
    package func requests() -> AsyncStream<RequestRecord> { service.requests() }

    /// Opens or closes the platform's listener to match the present faults.
    package func settle() {
        service.settle()
    }

    /// Returns when the stage has been stopped.
    package func waitUntilStopped() async {
        await listeners.waitForControl()
    }

    /// Closes listeners and connections; later calls do nothing.
    package func stop() async {
        await listeners.close()
        service.closeConnections()
        try? await group.shutdownGracefully()
    }

    /// Calls `body` on the event loop repeatedly.
    func every(_ period: TimeAmount, _ body: @escaping @Sendable () -> Void) {
        group.next().scheduleRepeatedTask(initialDelay: period, delay: period) { _ in body() }
    }
}

/// The two listening sockets.
private final class Listeners: Sendable {
    private let loop: any EventLoop
    private let service: StageService
    private let channels = Mutex<(platform: (any Channel)?, control: (any Channel)?)>((nil, nil))

    init(loop: any EventLoop, service: StageService) {
        self.loop = loop
        self.service = service
    }

    func open(port: Int, isControl: Bool) async throws(StageError) -> Int {
        do {
            return try await bind(port: port, isControl: isControl).get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw .portTaken(port)
        } catch {
            throw .cannotListen(port: port, reason: "\(error)")
        }
    }

    private func bind(port: Int, isControl: Bool) -> EventLoopFuture<Int> {
        let service = service
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 * 1_024, high: 256 * 1_024))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(StageLimits.silence)))
                    try pipeline.addHandler(
                        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                    try pipeline.addHandler(StageConnection(service: service, isControl: isControl))
                }
            }
        return bootstrap.bind(host: "127.0.0.1", port: port).map { channel in
            self.channels.withLock {
                if isControl {
                    $0.control = channel
                } else {
                    $0.platform = channel
                }
            }
            return channel.localAddress?.port ?? port
        }
    }

    /// Does nothing where the listener is in that state already.
    func setPlatform(open: Bool, on held: HeldPort) -> EventLoopFuture<Void> {
        let current = channels.withLock { $0.platform }
        switch (open, current) {
        case (true, nil):
            held.setShared(true)
            return bind(port: held.number, isControl: false).always { _ in held.setShared(false) }.map { _ in }
        case (false, let channel?):
            channels.withLock { $0.platform = nil }
            return channel.close()
        default: return loop.makeSucceededVoidFuture()
        }
    }

    func waitForControl() async {
        try? await channels.withLock { $0.control }?.closeFuture.get()
    }

    func close() async {
        let (platform, control) = channels.withLock { ($0.platform, $0.control) }
        channels.withLock { $0 = (nil, nil) }
        try? await platform?.close()
        try? await control?.close()
    }
}
