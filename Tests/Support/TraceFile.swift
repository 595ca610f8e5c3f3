import FoyerCore
import FoyerPlatformCore

/// A file of the Trace Event Format (its JSON object form), read as the strictest of its viewers would: what one of them
/// refuses, drops or shows under a number in place of a name is an error.
public struct TraceFile {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Part of a row, from `B` to `E`, or an `X`. Times are microseconds.
    public struct Span: Equatable {
        public let name: String
        public let start: Int64
        public let end: Int64

        public init(name: String, start: Int64, end: Int64) {
            self.name = name
            self.start = start
            self.end = end
        }
    }

    public struct Moment: Equatable {
        public let name: String
        public let time: Int64
    }

    public private(set) var process = ""
    public private(set) var spans: [Span] = []
    public private(set) var moments: [Moment] = []
    private var rows: [Row: [Span]] = [:]
    private var open: [Row: [Moment]] = [:]
    private var named: Set<Row> = []

    private struct Row: Hashable {
        let process: Int64
        let thread: Int64
    }

    private static let longestTime: Int64 = 1 << 53

    public init(_ bytes: [UInt8]) throws {
        let top = JSONNode(try JSON.parse(bytes))
        let unit = try top.field("displayTimeUnit").text()
        guard ["ms", "ns"].contains(unit) else { throw Failure(description: "the unit \(unit)") }
        for event in try top.field("traceEvents").elements() { try take(event) }
        for (row, begun) in open where !begun.isEmpty { throw Failure(description: "no E in \(row): \(begun)") }
        for (row, spans) in rows {
            guard named.contains(row) else { throw Failure(description: "no name for \(row)") }
            try Self.validate(spans)
        }
        guard !process.isEmpty else { throw Failure(description: "the process has no name") }
    }

    private mutating func take(_ event: JSONNode) throws {
        let name = try event.field("name").text(notEmptyUpTo: 10_000)
        let row = Row(
            process: try event.field("pid").integer(in: 0...Int64(Int32.max)),
            thread: try event.field("tid").integer(in: 0...Int64(Int32.max)))
        let phase = try event.field("ph").text()
        if phase == "M" {
            let value = try event.field("args").field("name").text(notEmptyUpTo: 10_000)
            switch name {
            case "process_name": process = value
            case "thread_name": named.insert(row)
            default: throw Failure(description: "metadata of the kind \(name)")
            }
            return
        }
        _ = try event.field("cat").text(notEmptyUpTo: 100)
        let time = try event.field("ts").integer(in: 0...Self.longestTime)
        switch phase {
        case "X":
            add(
                Span(name: name, start: time, end: time + (try event.field("dur").integer(in: 0...Self.longestTime))),
                row)
        case "B": open[row, default: []].append(Moment(name: name, time: time))
        case "E":
            guard let begun = open[row]?.popLast(), begun.name == name, begun.time <= time else {
                throw Failure(description: "an E without its B: \(name)")
            }
            add(Span(name: name, start: begun.time, end: time), row)
        case "i":
            let scope = try event.field("s").text()
            guard ["g", "p", "t"].contains(scope) else { throw Failure(description: "the scope \(scope)") }
            moments.append(Moment(name: name, time: time))
        default: throw Failure(description: "the phase \(phase)")
        }
    }

    private mutating func add(_ span: Span, _ row: Row) {
        spans.append(span)
        rows[row, default: []].append(span)
    }

    /// Spans of one row lie beside or within each other.
    private static func validate(_ spans: [Span]) throws {
        for (index, one) in spans.enumerated() {
            for other in spans.dropFirst(index + 1) {
                let isApart = one.end <= other.start || other.end <= one.start
                let isWithin =
                    one.start <= other.start && other.end <= one.end || other.start <= one.start && one.end <= other.end
                guard isApart || isWithin else { throw Failure(description: "\(one) overlaps \(other)") }
            }
        }
    }
}
