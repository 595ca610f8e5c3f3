import Foyer
import FoyerPlatform
import Synchronization

/// The run of a banner or pop-up as a Chrome trace: how long its data took, and what was shown and chosen when.
package final class CampaignTrace: Sendable {
    private struct Moment {
        let label: String
        let instant: Instant
        let endsLoad: Bool
    }

    private let category: String
    private let moments = Mutex<[Moment]>([])

    /// - Parameter category: the category of the trace's moments, such as `banner`.
    package init(category: String) {
        self.category = category
    }

    package func take(_ moment: CampaignMoment) {
        let moment = Moment(label: moment.label, instant: moment.instant, endsLoad: moment.endsLoad)
        moments.withLock { $0.append(moment) }
    }

    package func json(name: String) -> String {
        let moments = moments.withLock { $0 }
        let begin = moments.first?.instant ?? .zero
        var trace = ChromeTrace(process: name, begin: begin)
        for moment in moments { trace.addMoment(moment.label, category: category, at: moment.instant) }
        if let end = moments.first(where: \.endsLoad) {
            trace.addSpan("data", category: "step", from: begin, to: end.instant)
        }
        return trace.json
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
