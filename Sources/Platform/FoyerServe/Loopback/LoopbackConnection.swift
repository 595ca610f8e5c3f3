import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import NIOCore
import NIOHTTP1

/// One peer: collects its requests and answers them one after another.
final class LoopbackConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The number of pipelined requests.
    private static let maxWaiting = 16

    private let server: LoopbackServer
    private var arriving: (head: HTTPRequestHead, body: [UInt8])?
    private var isTooLarge = false
    private var waiting: [(request: LoopbackRequest, keepsAlive: Bool)] = []
    private var delivery: LoopbackDelivery?
    /// From accepting a request until its answer has ended.
    private var isBusy = false

    init(_ server: LoopbackServer) {
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) {
        server.add(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        server.remove(context.channel)
        delivery?.stop()
        delivery = nil
        waiting.removeAll()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            arriving = (head, [])
            isTooLarge = false
            if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
                context.writeAndFlush(
                    wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
            }
        case .body(let bytes):
            guard let size = arriving?.body.count, size + bytes.readableBytes <= server.limits.requestBody else {
                isTooLarge = true
                return
            }
            arriving?.body.append(contentsOf: bytes.readableBytesView)
        case .end:
            finishRequest(context: context)
        }
    }

    private func finishRequest(context: ChannelHandlerContext) {
        guard let (head, body) = arriving else { return }
        arriving = nil
        if isTooLarge { return refuse(.tooLarge(limit: server.limits.requestBody), context: context) }
        guard waiting.count < Self.maxWaiting else { return context.close(promise: nil) }
        var request = LoopbackRequest(
            method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) },
            body: body)
        request.arrived = Int64(NIODeadline.now().uptimeNanoseconds)
        request.connection = LoopbackServer.number(of: context.channel)
        waiting.append((request, head.isKeepAlive))
        startNext(context: context)
    }

    private func startNext(context: ChannelHandlerContext) {
        guard !isBusy, !waiting.isEmpty, context.channel.isActive else { return }
        isBusy = true
        let (request, keepsAlive) = waiting.removeFirst()
        let access = LoopbackAccess(
            hosts: request.headers("host"), origins: request.headers("origin"),
            sites: request.headers("sec-fetch-site"), target: request.target, port: server.port)
        guard access == .allowed else {
            let refusal = server.service.refuse(.access(access, port: server.port))
            return deliver(refusal, keepsAlive: keepsAlive, context: context)
        }
        let answer = server.service.answer(request)
        // The answer confirms that its effect is in force.
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        let deliver: @Sendable () -> Void = {
            let (connection, context) = bound.value
            connection.deliver(answer, of: request, keepsAlive: keepsAlive, context: context)
        }
        server.service.settle(request) { loop.inEventLoop ? deliver() : loop.execute(deliver) }
    }

    private func deliver(
        _ answer: LoopbackAnswer, of request: LoopbackRequest? = nil, keepsAlive: Bool, context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        let delivery = LoopbackDelivery(
            answer, of: request, keepsAlive: keepsAlive, service: server.service, channel: context.channel)
        self.delivery = delivery
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        delivery.start {
            let (connection, context) = bound.value
            connection.delivery = nil
            connection.isBusy = false
            connection.startNext(context: context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { delivery?.resume() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Nothing moved in either direction for long: half-open peers end here.
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
        if event is PlanChanged { delivery?.lookAgain() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError, !isBusy {
            refuse(error == .invalidMethod ? .unknownMethod : .notHTTP, context: context)
        } else {
            context.close(promise: nil)
        }
    }

    /// Answers once more and closes; the rest of this connection cannot be trusted.
    private func refuse(_ problem: LoopbackProblem, context: ChannelHandlerContext) {
        guard !isBusy else { return context.close(promise: nil) }
        isBusy = true
        waiting.removeAll()
        deliver(server.service.refuse(problem), keepsAlive: false, context: context)
    }
}
