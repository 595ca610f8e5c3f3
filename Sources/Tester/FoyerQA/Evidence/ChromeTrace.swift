import Foyer

/// A file of the Trace Event Format for Perfetto, `chrome://tracing` and others. Spans are "complete" events, each in a
/// row of its own, since spans of one row may not overlap; moments belong to the process.
///
/// Times are whole microseconds from the beginning, and never before it.
struct ChromeTrace {
    private let begin: Instant
    private var events: [JSON] = []
    private var rows: Int64 = 0

    /// - Parameters:
    ///   - process: the viewer's name for the whole.
    ///   - begin: the earliest time.
    init(process: String, begin: Instant) {
        self.begin = begin
        addName(process, of: "process_name", row: 0)
    }

    /// - Parameter arguments: shown by the viewer beside name and times.
    mutating func addSpan(
        _ name: String, category: String, from start: Instant, to end: Instant, arguments: JSON? = nil
    ) {
        rows += 1
        addName(name, of: "thread_name", row: rows)
        let (first, last) = (microseconds(start), microseconds(end))
        var members: [JSON.Member] = [
            .init("name", Self.text(name)), .init("cat", .string(category)), .init("ph", "X"), .init("pid", 1),
            .init("tid", .integer(rows)), .init("ts", .integer(first)), .init("dur", .integer(max(0, last - first))),
        ]
        if let arguments { members.append(.init("args", arguments)) }
        events.append(.object(members))
    }

    mutating func addMoment(_ name: String, category: String, at instant: Instant) {
        events.append([
            "name": Self.text(name), "cat": .string(category), "ph": "i", "s": "p", "pid": 1, "tid": 0,
            "ts": .integer(microseconds(instant)),
        ])
    }

    var json: String {
        let document: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
        return document.jsonText
    }

    private mutating func addName(_ name: String, of kind: JSON, row: Int64) {
        events.append(["name": kind, "ph": "M", "pid": 1, "tid": .integer(row), "args": ["name": Self.text(name)]])
    }

    private func microseconds(_ instant: Instant) -> Int64 {
        max(0, (instant - begin).saturatedNanoseconds / 1000)
    }

    /// Names may come from outside or be empty, and no viewer accepts an empty one.
    private static func text(_ name: String) -> JSON {
        let safe = SafeText(name).string
        return .string(safe.isEmpty ? "?" : safe)
    }
}

/// A launch as a Chrome trace: the steps of the last attempt, and the log of all.
package enum LaunchTrace {
    /// - Parameter hasScreen: whether the launch was drawn; then its first attempt begins with the first frame.
    package static func json(_ record: LaunchRecord, name: String, hasScreen: Bool) -> String {
        let begin = [record.log.first?.instant, record.began].compactMap { $0 }.min() ?? .zero
        var trace = ChromeTrace(process: name, begin: begin)
        for step in record.steps {
            guard let began = step.began else { continue }
            trace.addSpan(
                step.step.id, category: "step", from: began, to: step.ended ?? record.ended ?? began,
                arguments: ["state": .string("\(step.state)")])
        }
        for line in record.log {
            if hasScreen, line.entry == .attemptBegan(1) {
                trace.addMoment("first frame", category: "log", at: line.instant)
            }
            trace.addMoment(line.entry.description, category: "log", at: line.instant)
        }
        return trace.json
    }
}
