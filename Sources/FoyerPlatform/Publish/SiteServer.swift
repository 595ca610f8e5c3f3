import FoyerCore
import FoyerSystem
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves a site's folder on loopback while its author tries it out: GET and HEAD, ranges, and 204 for events.
///
/// In public a web server does this (see the article *A platform of your own*).
package final class SiteServer: Sendable {
    package let address: String
    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel

    /// - Parameter port: 0 for any free one.
    package static func start(_ folder: String, port: Int) async throws(PublishError) -> SiteServer {
        let root = try onSite { () throws(DiskError) in try Folder.open(path: folder, makes: false, disk: .real) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let listening = ListeningPort()
        do {
            let listener = try await ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                        try channel.pipeline.syncOperations.addHandler(SitePeer(root, listening))
                    }
                }
                .bind(host: "127.0.0.1", port: port).get()
            listening.port = listener.localAddress?.port ?? port
            return SiteServer(group, listener)
        } catch {
            try? await group.shutdownGracefully()
            let number = (error as? IOError)?.errnoCode ?? 0
            throw .disk(DiskError(.open, "127.0.0.1:\(port)", number))
        }
    }

    private init(_ group: MultiThreadedEventLoopGroup, _ listener: any Channel) {
        (self.group, self.listener) = (group, listener)
        address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    package func stop() async {
        try? await listener.close()
        try? await group.shutdownGracefully()
    }
}

/// The server's port, which is known once it listens.
private final class ListeningPort: Sendable {
    private let number = Mutex(0)

    var port: Int {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}

/// One connection, which answers one request after another.
private final class SitePeer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let root: Folder
    private let listening: ListeningPort
    private var head: HTTPRequestHead?

    init(_ root: Folder, _ listening: ListeningPort) { (self.root, self.listening) = (root, listening) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            answer(head, context)
            self.head = nil
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let port = listening.port
        let access = LoopbackAccess(hosts: head.headers["host"], origins: head.headers["origin"], port: port)
        if access != .allowed {
            let status: HTTPResponseStatus = access == .malformed ? .badRequest : .forbidden
            return send(status, [], Array("\(LoopbackAccess.refusal(port: port))\n".utf8), head, context)
        }
        let path = String(head.uri.prefix { $0 != "?" }.drop { $0 == "/" })
        if head.method == .POST, path == "v1/events" { return send(.noContent, [], [], head, context) }
        guard head.method == .GET || head.method == .HEAD else {
            return send(.methodNotAllowed, [("Allow", "GET, HEAD")], [], head, context)
        }
        // Nothing hidden is served, such as the mark and staged files.
        guard let known = PackagePath(path), !known.names.contains(where: { $0.hasPrefix(".") }),
            let file = try? root.file(path), let bytes = try? file.readAll(limit: PackageLimits.archiveSize)
        else { return send(.notFound, [], Array("Nothing is published here.\n".utf8), head, context) }
        let isDocument = path.hasPrefix("v1/")
        var fields = [("Content-Type", isDocument ? "application/json" : "application/octet-stream")]
        guard !isDocument else { return send(.ok, fields + [("Cache-Control", "no-cache")], bytes, head, context) }
        let tag = "\"\(known.names.last ?? "")\""
        fields += [("ETag", tag), ("Accept-Ranges", "bytes")]
        if head.headers.first(name: "if-none-match") == tag { return send(.notModified, fields, [], head, context) }
        let isCurrent = head.headers.first(name: "if-range").map { $0 == tag } ?? true
        guard isCurrent, let start = Self.start(head.headers.first(name: "range")), start < bytes.count else {
            return send(.ok, fields, bytes, head, context)
        }
        fields.append(("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"))
        send(.partialContent, fields, Array(bytes[start...]), head, context)
    }

    /// The start of a range without an end, as resumed downloads send it; anything else gets the whole file.
    private static func start(_ range: String?) -> Int? {
        guard let range, range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst(6).dropLast()).flatMap { $0 >= 0 ? $0 : nil }
    }

    private func send(
        _ status: HTTPResponseStatus, _ fields: [(String, String)], _ body: [UInt8], _ request: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        var head = HTTPResponseHead(version: request.version, status: status, headers: HTTPHeaders(fields))
        if status != .noContent, status != .notModified {
            head.headers.add(name: "Content-Length", value: String(body.count))
        }
        if !request.isKeepAlive { head.headers.add(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD, !body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if !request.isKeepAlive { channel.close(promise: nil) }
        }
    }
}
