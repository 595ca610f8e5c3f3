import Foyer

/// A launch as a Chrome trace: what the usual viewers of traces open.
///
/// Times are microseconds from the start of the last attempt (Trace Event Format, "complete" events).
public enum LaunchTrace {
    public static func json(_ record: LaunchRecord, name: String) -> String {
        let begin = record.began ?? .zero
        func microseconds(_ instant: Instant) -> JSON { .integer((instant - begin).saturatedNanoseconds / 1000) }
        var events: [JSON] = [
            ["name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": ["name": .string(name)]]
        ]
        for (index, step) in record.steps.enumerated() {
            guard let began = step.began else { continue }
            let ended = step.ended ?? record.ended ?? began
            events.append([
                "name": .string(step.step.id), "cat": "step", "ph": "X", "pid": 1,
                "tid": .integer(Int64(index + 1)), "ts": microseconds(began),
                "dur": .integer((ended - began).saturatedNanoseconds / 1000),
                "args": ["state": .string("\(step.state)")],
            ])
        }
        for line in record.log {
            events.append([
                "name": .string(SafeText(line.entry.description).string), "cat": "log", "ph": "i", "s": "p", "pid": 1,
                "tid": 0, "ts": microseconds(line.instant),
            ])
        }
        let document: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
        return document.jsonText
    }
}
