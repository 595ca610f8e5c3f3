import Foyer

/// A file of the Trace Event Format for Perfetto, `chrome://tracing` and others. Spans are "complete" events, each in a
/// row of its own, since spans of one row may not overlap; moments belong to the process.
///
/// Times are whole microseconds from the beginning, and never before it. What looks like a secret is dots, since people post
/// traces; `otherData` contains the number of places.
struct ChromeTrace {
    private let begin: Instant
    private var events: [JSON] = []
    private var process: Int64 = 1
    private var rows: Int64 = 0

    /// - Parameters:
    ///   - process: the viewer's name for the whole.
    ///   - begin: the earliest time.
    init(process: String, begin: Instant) {
        self.begin = begin
        addName(process, of: "process_name", row: 0)
    }

    /// Another process, with rows of its own.
    mutating func addProcess(_ name: String) {
        (process, rows) = (process + 1, 0)
        addName(name, of: "process_name", row: 0)
    }

    /// - Parameter began: the instant that the event's times are since.
    mutating func add(_ event: TraceEvent, since began: Instant, category: String) {
        let arguments: JSON? = event.isFailure ? ["state": "failed"] : nil
        if let until = event.until {
            addSpan(event.name, category: category, from: began + event.at, to: began + until, arguments: arguments)
        } else {
            addMoment(event.name, category: category, at: began + event.at, arguments: arguments)
        }
    }

    /// - Parameter arguments: shown by the viewer beside name and times.
    mutating func addSpan(
        _ name: String, category: String, from start: Instant, to end: Instant, arguments: JSON? = nil
    ) {
        rows += 1
        addName(name, of: "thread_name", row: rows)
        let (first, last) = (microseconds(start), microseconds(end))
        events.append(
            JSON([
                "name": Self.text(name), "cat": .string(category), "ph": "X", "pid": .integer(process),
                "tid": .integer(rows), "ts": .integer(first), "dur": .integer(max(0, last - first)),
                "args": arguments,
            ]))
    }

    mutating func addMoment(_ name: String, category: String, at instant: Instant, arguments: JSON? = nil) {
        events.append(
            JSON([
                "name": Self.text(name), "cat": .string(category), "ph": "i", "s": "p", "pid": .integer(process),
                "tid": 0, "ts": .integer(microseconds(instant)), "args": arguments,
            ]))
    }

    var json: String {
        let secrets = TraceSecrets([], texts: events.flatMap(\.strings))
        return JSON([
            "displayTimeUnit": "ms", "traceEvents": .array(events.map { $0.covered(by: secrets) }),
            "otherData": secrets.count > 0 ? ["secretsHidden": JSON(secrets.count)] : nil,
        ]).jsonText
    }

    private mutating func addName(_ name: String, of kind: JSON, row: Int64) {
        events.append([
            "name": kind, "ph": "M", "pid": .integer(process), "tid": .integer(row), "args": ["name": Self.text(name)],
        ])
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

extension JSON {
    /// All texts in it, without the names of members.
    fileprivate var strings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.strings)
        case .object(let members): members.flatMap(\.value.strings)
        case .null, .bool, .integer, .number: []
        }
    }

    fileprivate func covered(by secrets: TraceSecrets) -> JSON {
        switch self {
        case .string(let text): .string(secrets.covering(text))
        case .array(let items): .array(items.map { $0.covered(by: secrets) })
        case .object(let members): .object(members.map { .init($0.name, $0.value.covered(by: secrets)) })
        case .null, .bool, .integer, .number: self
        }
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

extension Trace {
    /// All but the frames, for Chrome's viewer and other programs: each try is a process, with its steps in the category
    /// `flow` and its events in that of their lane.
    package var json: String {
        var chrome = ChromeTrace(process: title, begin: .zero)
        for (number, attempt) in tries.enumerated() {
            if number > 0 { chrome.addProcess("\(title), try \(number + 1)") }
            for step in attempt.steps where step.state != .unplayed {
                chrome.addSpan(
                    step.title, category: "flow", from: .zero + step.from, to: .zero + step.to,
                    arguments: JSON(["state": .string(step.state.rawValue), "line": step.line.map { JSON($0) }]))
            }
            for event in attempt.events { chrome.add(event, since: .zero, category: event.lane.rawValue) }
        }
        return chrome.json
    }
}
