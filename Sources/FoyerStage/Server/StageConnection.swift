import FoyerCore
import NIOCore
import NIOHTTP1

/// One peer: collects its requests and answers them one after another.
final class StageConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let service: StageService
    private let isControl: Bool
    private var arriving: (head: HTTPRequestHead, body: [UInt8])?
    private var isTooLarge = false
    private var waiting: [(request: StageRequest, keepsAlive: Bool)] = []
    private var delivery: PlanDelivery?
    /// From accepting a request until its answer has ended.
    private var isBusy = false

    init(service: StageService, isControl: Bool) {
        self.service = service
        self.isControl = isControl
    }

    func channelActive(context: ChannelHandlerContext) {
        service.add(context.channel, isControl: isControl)?.close(promise: nil)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        service.remove(context.channel)
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
            guard let size = arriving?.body.count, size + bytes.readableBytes <= StageLimits.requestBody else {
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
        if isTooLarge { return refuse(.sentence(413, "The body is larger than 1 MiB."), context: context) }
        guard waiting.count < StageLimits.pipelined else { return context.close(promise: nil) }
        let request = StageRequest(
            method: head.method.rawValue, target: head.uri,
            headers: head.headers.map { StageHeader($0.name, $0.value) }, body: body)
        waiting.append((request, head.isKeepAlive))
        startNext(context: context)
    }

    private func startNext(context: ChannelHandlerContext) {
        guard !isBusy, !waiting.isEmpty, context.channel.isActive else { return }
        isBusy = true
        let (request, keepsAlive) = waiting.removeFirst()
        let port = context.localAddress?.port ?? 0
        let access = LoopbackAccess(
            hosts: request.headers("host"), origins: request.headers("origin"), port: port)
        if let status = access.status {
            return deliver(
                .sentence(status, LoopbackAccess.refusal(port: port)), keepsAlive: keepsAlive, context: context)
        }
        let path = StageResponder.path(of: request.target) ?? ""
        let isForControl = path == "/stage" || path.hasPrefix("/stage/")
        if isControl, !isForControl {
            return deliver(.sentence(404, "This is control: ask /stage."), keepsAlive: keepsAlive, context: context)
        }
        let plan = service.respond(to: request)
        guard isForControl, request.method != "GET" else {
            return deliver(plan, of: request, keepsAlive: keepsAlive, context: context)
        }
        // The answer to a control request confirms that its effect is in force.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        service.settle(asking: context.channel).hop(to: context.eventLoop).whenComplete { result in
            let (connection, context) = bound.value
            switch result {
            case .success: connection.deliver(plan, keepsAlive: keepsAlive, context: context)
            case .failure(let error):
                connection.deliver(
                    .sentence(500, "The listener did not come back: \(error)"), keepsAlive: false, context: context)
            }
        }
    }

    private func deliver(
        _ plan: StagePlan, of request: StageRequest? = nil, keepsAlive: Bool, context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        let delivery = PlanDelivery(
            plan, of: request, keepsAlive: keepsAlive, service: service, channel: context.channel)
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
        if event is FaultsChanged { delivery?.lookAgain() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, !isBusy {
            refuse(.sentence(400, "This is not HTTP."), context: context)
        } else {
            context.close(promise: nil)
        }
    }

    /// Answers once more and closes; the rest of this connection cannot be trusted.
    private func refuse(_ plan: StagePlan, context: ChannelHandlerContext) {
        guard !isBusy else { return context.close(promise: nil) }
        isBusy = true
        waiting.removeAll()
        deliver(plan, keepsAlive: false, context: context)
    }
}
