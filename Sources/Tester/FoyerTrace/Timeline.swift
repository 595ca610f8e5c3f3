import Foyer
import FoyerPlatform
import Synchronization

/// The course of a host or a campaign, for a trace. Any thread may report.
package final class Timeline: Sendable {
    private let spanCategory: String
    private let momentCategory: String
    private let moments = Mutex<[HostMoment]>([])

    /// The number of moments to keep; later ones are left out.
    private static let limit = 100_000

    /// - Parameters:
    ///   - spans: the category of what takes time in a Chrome trace.
    ///   - moments: the category of all else, such as `banner`.
    package init(spans: String, moments: String) {
        (spanCategory, momentCategory) = (spans, moments)
    }

    package func take(_ moment: HostMoment) {
        moments.withLock { if $0.count < Self.limit { $0.append(moment) } }
    }

    package func take(_ moment: CampaignMoment) {
        take(HostMoment(moment.label, .happened, at: moment.instant))
        if case .began = moment.kind { take(HostMoment("data", .began, at: moment.instant)) }
        if moment.endsLoad { take(HostMoment("data", .ended, at: moment.instant)) }
    }

    /// - Parameter end: the end of spans that have not ended.
    private func events(since began: Instant, until end: Instant) -> [TraceEvent] {
        let moments = moments.withLock { $0 }
        return moments.enumerated().compactMap { index, moment in
            let at = max(.zero, moment.instant - began)
            switch moment.phase {
            case .began:
                let last = moments[index...].first { $0.phase == .ended && $0.name == moment.name }
                return TraceEvent(.step, at: at, until: max(at, (last?.instant ?? end) - began), moment.name)
            case .ended: return nil
            case .happened: return TraceEvent(.event, at: at, moment.name)
            }
        }
    }

    /// Adds it to a page's try.
    package func add(to attempt: inout Trace.Try, since began: Instant) {
        attempt.events += events(since: began, until: began + attempt.took)
    }

    /// As a Chrome trace.
    package func json(name: String) -> String {
        let (first, last) = moments.withLock { ($0.first?.instant ?? .zero, $0.last?.instant ?? .zero) }
        var trace = ChromeTrace(process: name, begin: first)
        for event in events(since: first, until: last) {
            trace.add(event, since: first, category: event.until == nil ? momentCategory : spanCategory)
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

extension CampaignMoment {
    /// For markers in recordings and traces.
    package var label: String {
        switch kind {
        case .began: "began"
        case .loaded(let source): "loaded from \(source.rawValue)"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        case .shown(nil): "shown"
        case .shown(let index?): "shown \(index)"
        case .selected(let index, _): "selected \(index)"
        case .errorImageClicked: "error image clicked"
        case .hidden(let isHidden): isHidden ? "hidden" : "back"
        case .opened: "link opened"
        case .closed: "closed"
        case .absent(let why): "absent \(why.name)"
        }
    }

    fileprivate var endsLoad: Bool {
        switch kind {
        case .loaded, .failed, .shown(nil), .absent: true
        case .began, .shown, .selected, .errorImageClicked, .hidden, .opened, .closed: false
        }
    }
}
