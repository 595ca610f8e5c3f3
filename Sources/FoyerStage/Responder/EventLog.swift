/// The analytics events that arrived, each once.
struct EventLog: Sendable {
    private struct Batch: Decodable {
        var events: [JSONValue]
    }

    private static let types = [
        "impression", "click", "load", "error", "popup-impression", "popup-click", "popup-close",
    ]

    private(set) var events: [JSONValue] = []
    /// Events that arrived again.
    private(set) var repeats = 0
    private var seen: Set<String> = []

    /// Takes a batch whole or, where one event is wrong, not at all.
    mutating func take(_ body: [UInt8]) throws(StageError) {
        let batch = try StageJSON.decode(Batch.self, from: body).events
        var named: [(String, JSONValue)] = []
        for (index, event) in batch.enumerated() {
            guard case .object(let fields) = event, case .text(let id) = fields["id"], !id.isEmpty else {
                throw .wrongRequest("events.\(index).id is missing")
            }
            guard case .text(let type) = fields["type"], Self.types.contains(type) else {
                throw .wrongRequest("events.\(index).type: expected " + Self.types.joined(separator: ", "))
            }
            named.append((id, event))
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
