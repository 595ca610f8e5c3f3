import Foyer
import FoyerPlatform
import FoyerServe
import FoyerStage

/// The stage's responder in memory, at an address without a socket.
final class MemoryStage: PlayedStage {
    static let host = "stage.test"
    static let address = "http://" + host

    private var responder: StageResponder
    private let clock: () -> Instant

    init(platform: StagePlatform, clock: @escaping () -> Instant = { .zero }) {
        responder = StageResponder(platform: platform)
        self.clock = clock
    }

    func tell(_ order: StageOrder) { responder.tell(order) }
    var requests: [RequestRecord] { responder.requests }

    /// The network's answer to a request.
    func answer(_ request: HTTPRequest) -> MemoryAnswer {
        guard request.address.host == Self.host else { return MemoryAnswer(ending: .unresolved) }
        guard request.address.scheme == .http else { return MemoryAnswer(ending: .untrusted) }
        let target = request.address.path + (request.address.query.map { "?" + $0 } ?? "")
        let isControl = target.hasPrefix("/stage")
        if responder.faults.refusesConnections, !isControl { return MemoryAnswer(ending: .refused) }
        var asked = LoopbackRequest(
            method: request.method.rawValue, target: target, headers: request.fields.map { ($0.name, $0.value) },
            body: request.body)
        asked.arrived = clock().nanoseconds
        let plan = responder.respond(to: asked)
        let answer = MemoryAnswer(plan)
        responder.record(sent: answer.body.count, isDone: true, of: plan)
        return answer
    }
}

extension MemoryAnswer {
    /// What a client would see of a plan carried out on a socket.
    fileprivate init(_ plan: LoopbackAnswer) {
        self.init(head: plan.head(closes: plan.ending != .complete && plan.ending != .stall))
        delay = plan.delay
        bytesPerSecond = plan.bytesPerSecond
        isEndless = plan.isEndless
        body = plan.isEndless ? plan.body : Array(plan.body.prefix(plan.sentLength))
        switch plan.ending {
        case .stall: ending = .silent
        case .reset: ending = .broken
        case .complete, .close: ending = Self.ending(of: plan, sent: &body)
        }
        if plan.raw != nil { body = [] }
    }

    /// A connection that closes properly ends a body, unless its framing promised more.
    private static func ending(of plan: LoopbackAnswer, sent body: inout [UInt8]) -> Ending {
        guard plan.isAnswered, plan.sendsBody else { return .complete }
        switch plan.framing {
        case .length(let announced):
            if body.count < announced { return .broken }
            body = Array(body.prefix(announced))
            return .complete
        case .chunked: return plan.ending == .complete ? .complete : .broken
        case .untilClose: return .complete
        }
    }
}
