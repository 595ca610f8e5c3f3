import Foyer
import Synchronization

/// A host's run as a Chrome trace: what its start consisted of, and what was launched then.
///
/// Times are microseconds from the start (Trace Event Format).
public final class HostTrace: Sendable {
    private let moments = Mutex<[HostMoment]>([])

    /// Moments that are kept; of more, the latest are left out.
    private static let limit = 100_000

    public init() {}

    public func take(_ moment: HostMoment) {
        moments.withLock { if $0.count < Self.limit { $0.append(moment) } }
    }

    public func json(name: String) -> String {
        let moments = moments.withLock { $0 }
        let begin = moments.first?.instant ?? .zero
        func microseconds(_ instant: Instant) -> JSON { .integer((instant - begin).saturatedNanoseconds / 1000) }
        var events: [JSON] = [
            ["name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": ["name": .string(name)]]
        ]
        var rows: [String] = []
        for (index, moment) in moments.enumerated() {
            switch moment.phase {
            case .began:
                rows.append(moment.name)
                let end = moments[index...].first { $0.phase == .ended && $0.name == moment.name }
                let last = end ?? moments.last ?? moment
                events.append([
                    "name": .string(moment.name), "cat": "start", "ph": "X", "pid": 1,
                    "tid": .integer(Int64(rows.count)), "ts": microseconds(moment.instant),
                    "dur": .integer((last.instant - moment.instant).saturatedNanoseconds / 1000),
                ])
            case .ended: break
            case .noted:
                events.append([
                    "name": .string(SafeText(moment.name).string), "cat": "host", "ph": "i", "s": "p", "pid": 1,
                    "tid": 0, "ts": microseconds(moment.instant),
                ])
            }
        }
        let document: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
        return document.jsonText
    }
}

extension HostMoment {
    /// For markers of recordings; ends are no states of their own but for the root's, when the start is complete.
    public var label: String? {
        switch phase {
        case .began, .noted: name
        case .ended: name == "root" ? "root complete" : nil
        }
    }
}
