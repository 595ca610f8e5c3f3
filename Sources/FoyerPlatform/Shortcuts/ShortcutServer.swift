import FoyerCore
import FoyerSystem
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves a shortcut's page to browsers on this machine, on loopback only, under a path that nobody can guess.
///
/// It ends by itself some time after the page was last fetched (the page is self-contained, so adding it to a home
/// screen does not need the server), and in any case at its time limit.
public final class ShortcutServer: Sendable {
    /// When it ends by itself.
    package struct Limits: Sendable {
        /// From the start to the end, whatever happens.
        package var time: Duration = .seconds(600)
        /// The time after the page was last fetched completely; `nil` waits for the limit.
        package var afterFetch: Duration? = .seconds(120)

        /// Ten minutes, and two after the page was fetched.
        package init() {}
    }

    /// Why it has ended.
    package enum Ending: Equatable, Sendable {
        /// The page was fetched, and nobody came back for it.
        case fetched
        case timeLimit
        case stopped
    }

    /// The number of simultaneous peers; the oldest one makes room.
    static let maxPeers = 64
    private static let backlog: Int32 = 64

    /// The port that it listens on.
    public let port: Int
    /// The short address for a browser.
    public let address: String
    private let peers: ShortcutPeers

    private init(_ service: ShortcutService, _ peers: ShortcutPeers) {
        port = service.port
        address = service.address
        self.peers = peers
    }

    /// Starts to serve one shortcut's page; it ends ten minutes later, or two after it was fetched.
    ///
    /// - Throws: `.portTaken`, `.cannotListen`.
    public static func start(
        _ shortcut: Shortcut, language: Language, port: Int? = nil
    ) async throws(ShortcutError) -> ShortcutServer {
        try await start(ShortcutPage(shortcut, language: language), port: port)
    }

    /// Starts to serve a page: one with a startup image of the host's own, or of a shortcut that is there already.
    ///
    /// - Parameter port: 1…65535; `nil` for any free port.
    /// - Throws: `.portTaken`, `.cannotListen`.
    public static func start(_ page: ShortcutPage, port: Int? = nil) async throws(ShortcutError) -> ShortcutServer {
        try await start(page, asDataURI: false, port: port, limits: Limits())
    }

    /// - Parameter asDataURI: answers with a redirect (301) to the document as a data URI, which desktop browsers do not
    ///   follow, instead of the document.
    package static func start(
        _ page: ShortcutPage, asDataURI: Bool, port: Int? = nil, limits: Limits = Limits()
    ) async throws(ShortcutError) -> ShortcutServer {
        let wanted = port ?? 0
        guard (0...65_535).contains(wanted) else { throw .cannotListen(port: wanted, reason: "there is no such port") }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let peers = ShortcutPeers(group: group, limits: limits)
        do {
            let listener = try await bootstrap(group, peers).bind(host: "127.0.0.1", port: wanted).get()
            let content: ShortcutService.Content = asDataURI ? .dataURI(page) : .page(page)
            guard let bound = listener.localAddress?.port,
                let service = ShortcutService(content, port: bound, secret: random())
            else { throw ShortcutError.cannotListen(port: wanted, reason: "the system names no port") }
            peers.begin(service, listener)
            return ShortcutServer(service, peers)
        } catch {
            try? await group.shutdownGracefully()
            throw Self.error(error, port: wanted)
        }
    }

    /// Returns once it no longer listens and every peer has gone.
    @discardableResult
    package func waitUntilEnded() async -> Ending { await peers.waitUntilEnded() }

    /// Ends the server, and returns once it has ended.
    public func stop() async {
        peers.end(.stopped)
        _ = await peers.waitUntilEnded()
    }

    private static func bootstrap(_ group: any EventLoopGroup, _ peers: ShortcutPeers) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                    try pipeline.addHandler(ShortcutConnection(peers))
                }
            }
    }

    /// 128 random bits from the system.
    private static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<ShortcutService.secretLength).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private static func error(_ error: any Error, port: Int) -> ShortcutError {
        switch error {
        case let error as ShortcutError: error
        case let error as IOError where error.errnoCode == EADDRINUSE: .portTaken(port)
        case let error as IOError: .cannotListen(port: port, reason: SystemError.text(error.errnoCode))
        default: .cannotListen(port: port, reason: "\(error)")
        }
    }
}
