import FoyerCore

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
