import Foyer
import FoyerStage
import FoyerTrace

extension Trace {
    /// Of a flow that was played.
    package init(_ result: ScenarioResult, facts: [Fact] = []) {
        self.init(title: result.title)
        (file, tries) = (result.file, result.tries)
        let sizes = tries.last?.frames.sizes ?? []
        self.facts = [Fact(.sizeOfScreen, Self.words(for: sizes.isEmpty ? [result.screen.size] : sizes))] + facts
    }
}

extension Trace {
    /// How many sizes are named.
    private static let mostSizes = 6

    /// Each size that a screen had; of very many, the first ones and the last.
    package static func words(for sizes: [CellSize]) -> String {
        let words = sizes.map { "\($0.columns)×\($0.rows)" }
        let named = words.count <= mostSizes ? words : words.prefix(mostSizes - 2) + ["…"] + words.suffix(1)
        return named.joined(separator: " → ")
    }
}

extension Trace.Try {
    /// What came besides screens: requests, launches, and what delegates heard.
    mutating func take(_ record: FlowRecord, requests: [RequestRecord], since began: Instant, until now: Instant) {
        for request in requests {
            let at = request.arrived.map { Instant(nanoseconds: $0) - began } ?? .zero
            events.append(TraceEvent(.request, at: at, request.line, isFailure: request.isBad))
        }
        for attempt in record.attempts { take(attempt.record, since: began, until: now) }
        // The attempts hold what the splash view's delegate received.
        for entry in record.entries where entry.call.receiver != .delegate {
            guard let line = entry.call.line else { continue }
            events.append(TraceEvent(.event, at: entry.instant - began, line))
        }
        events.sort { $0.at < $1.at }
    }

    /// A launch: its steps, and what became of it.
    package mutating func take(_ record: LaunchRecord, since began: Instant, until now: Instant) {
        events += record.steps.compactMap { TraceEvent($0, of: record, since: began, until: now) }
        for line in record.log {
            switch line.entry {
            case .failed(let code):
                events.append(
                    TraceEvent(.event, at: line.instant - began, "error \(code.rawValue)", isFailure: true))
            case .reloaded, .completed, .closed:
                events.append(TraceEvent(.event, at: line.instant - began, line.entry.description))
            case .attemptBegan, .stepBegan, .stepEnded, .stepFailed, .infoArrived: break
            }
        }
    }
}

extension RequestRecord {
    package var isBad: Bool { !(status.map { (200..<400).contains($0) } ?? false) }
    /// As a trace and a report show it.
    package var line: String { "\(method) \(target) → \(status.map { "\($0)" } ?? "no answer")" }
}
