import Foyer
import FoyerPlatform
import Synchronization

/// A host's run as a trace: the parts of its start, and the launches.
package final class HostTrace: Sendable {
    private let moments = Mutex<[HostMoment]>([])

    /// The number of moments to keep; later ones are left out.
    private static let limit = 100_000

    package init() {}

    package func take(_ moment: HostMoment) {
        moments.withLock { if $0.count < Self.limit { $0.append(moment) } }
    }

    /// Adds it to a page's try.
    package func add(to attempt: inout Trace.Try, since began: Instant) {
        let moments = moments.withLock { $0 }
        for (index, moment) in moments.enumerated() {
            let from = max(.zero, moment.instant - began)
            switch moment.phase {
            case .began:
                let end = moments[index...].first { $0.phase == .ended && $0.name == moment.name }
                let to = end.map { max(from, $0.instant - began) } ?? attempt.took
                attempt.spans.append(.init(Phrase(asIs: moment.name), from: from, to: to))
            case .ended: break
            case .happened: attempt.marks.append(.init(.event, at: from, moment.name))
            }
        }
    }

    package func json(name: String) -> String {
        let moments = moments.withLock { $0 }
        var trace = ChromeTrace(process: name, begin: moments.first?.instant ?? .zero)
        for (index, moment) in moments.enumerated() {
            switch moment.phase {
            case .began:
                let end = moments[index...].first { $0.phase == .ended && $0.name == moment.name }
                let last = end ?? moments.last ?? moment
                trace.addSpan(moment.name, category: "start", from: moment.instant, to: last.instant)
            case .ended: break
            case .happened: trace.addMoment(moment.name, category: "host", at: moment.instant)
            }
        }
        return trace.json
    }
}

extension HostMoment {
    /// For markers in recordings; ends are not states of their own, except the root's, when the start is complete.
    package var label: String? {
        switch phase {
        case .began, .happened: name
        case .ended: name == "root" ? "root complete" : nil
        }
    }
}
