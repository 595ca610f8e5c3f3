import FoyerCore
import NIOCore
import NIOHTTP1

/// One peer: the head of one request, one answer, and the end.
final class ShortcutConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The time limit of a connection: far more than a browser on this machine needs.
    private static let lifetime: TimeAmount = .seconds(10)

    private let peers: ShortcutPeers
    private var hasAnswered = false

    init(_ peers: ShortcutPeers) {
        self.peers = peers
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        peers.add(channel)
        let end = context.eventLoop.scheduleTask(in: Self.lifetime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in end.cancel() }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        peers.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Whatever follows the first head is read and ignored, so that a reset does not cut off the answer.
        guard case .head(let head) = unwrapInboundIn(data), !hasAnswered else { return }
        guard let service = peers.service else {
            hasAnswered = true
            return context.close(promise: nil)
        }
        write(
            service.answer(
                method: head.method.rawValue, target: head.uri, hosts: head.headers["host"],
                origins: head.headers["origin"]), to: context)
    }

    private func write(_ answer: ShortcutService.Answer, to context: ChannelHandlerContext) {
        hasAnswered = true
        let peers = peers
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(Self.bytes(of: answer, context.channel.allocator))).whenSuccess {
            if answer.sendsBody, answer.status == 200 || answer.status == 301 { peers.scheduleEnd() }
            channel.close(mode: .output, promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Nothing after the head is inspected.
        guard !hasAnswered, let error = error as? HTTPParserError else { return }
        write(ShortcutService.refusal(ofUnknownMethod: error == .invalidMethod), to: context)
    }

    private static func bytes(of answer: ShortcutService.Answer, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        var head = "HTTP/1.1 \(answer.status) \(answer.reason)\r\n"
        for field in answer.fields { head += "\(field.name): \(field.value)\r\n" }
        var buffer = allocator.buffer(capacity: head.utf8.count + 2 + answer.body.count)
        buffer.writeString(head + "\r\n")
        if answer.sendsBody { buffer.writeBytes(answer.body) }
        return buffer
    }
}
