import FoyerCore
import FoyerPlatform
import FoyerServe

/// The requests and answers, for tests and for the faults panel.
package struct RequestRecord: Equatable, Sendable {
    package var number: Int
    package var method: String
    package var target: String
    /// `nil` for a path that the platform does not serve.
    package var route: StageRoute?
    package var app: String?
    /// The Range header, as sent.
    package var range: String?
    /// The status of the plan; `nil` if nothing was answered.
    package var status: Int?
    /// The body bytes handed to the connection so far.
    package var sent: Int
    /// Whether the answer has come to its planned end.
    package var isDone: Bool
    /// When it came, in nanoseconds of the monotonic clock; `nil` for a request without a wire.
    package var arrived: Int64?

    var json: JSON {
        JSON([
            "number": JSON(number), "method": .string(method), "target": .string(target),
            "route": route.map { .string($0.rawValue) }, "app": app.map { .string($0) },
            "range": range.map { .string($0) }, "status": status.map { JSON($0) }, "sent": JSON(sent),
            "isDone": .bool(isDone), "arrived": arrived.map { .integer($0) },
        ])
    }
}

/// The last requests, oldest first.
struct RequestLog: Sendable {
    private(set) var records: [RequestRecord] = []
    /// The number of the next request.
    private(set) var next = 1

    /// Returns the request's number.
    mutating func append(_ request: LoopbackRequest, route: StageRoute?, app: String?, answer: LoopbackAnswer) -> Int {
        let number = next
        next += 1
        if records.count == StageLimits.log { records.removeFirst(StageLimits.log / 4) }
        records.append(
            RequestRecord(
                number: number, method: request.method, target: request.target, route: route, app: app,
                range: request.header("range"), status: answer.isAnswered && answer.raw == nil ? answer.status : nil,
                sent: 0, isDone: false, arrived: request.arrived))
        return number
    }

    mutating func record(sent: Int, isDone: Bool, of number: Int) {
        guard let first = records.first?.number, records.indices.contains(number - first) else { return }
        records[number - first].sent = sent
        records[number - first].isDone = isDone
    }

    mutating func removeAll() {
        records.removeAll()
    }
}

/// The analytics events that arrived, each once.
struct EventLog: Sendable {
    private static let types = [
        "impression", "click", "load", "error", "popup-impression", "popup-click", "popup-close",
    ]

    private(set) var events: [JSON] = []
    /// Duplicate events.
    private(set) var repeats = 0
    private var seen: Set<String> = []

    /// Accepts all of a batch or, if one event is wrong, none.
    mutating func take(_ body: [UInt8]) throws(StageError) {
        let batch = try JSONNode.read(body) { (node) throws(JSONShapeError) in try node.field("events").elements() }
        var named: [(String, JSON)] = []
        for (index, event) in batch.enumerated() {
            guard case .string(let id)? = event.value["id"], !id.isEmpty else {
                throw .wrongRequest("events.\(index).id is missing")
            }
            guard case .string(let type)? = event.value["type"], Self.types.contains(type) else {
                throw .wrongRequest("events.\(index).type: expected " + Self.types.joined(separator: ", "))
            }
            named.append((id, event.value))
        }
        for (id, event) in named {
            if !seen.insert(id).inserted {
                repeats += 1
            } else if events.count < StageLimits.events {
                events.append(event)
            }
        }
    }

    mutating func removeAll() {
        self = EventLog()
    }
}
