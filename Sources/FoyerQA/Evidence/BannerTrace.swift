import Foyer
import FoyerPlatform
import Synchronization

/// A banner's run as a Chrome trace: how long its data took, and what was shown and chosen when.
package final class BannerTrace: Sendable {
    private let moments = Mutex<[BannerMoment]>([])

    package init() {}

    package func take(_ moment: BannerMoment) {
        moments.withLock { $0.append(moment) }
    }

    package func json(name: String) -> String {
        let moments = moments.withLock { $0 }
        let begin = moments.first?.instant ?? .zero
        var trace = ChromeTrace(process: name, begin: begin)
        for moment in moments { trace.addMoment(moment.label, category: "banner", at: moment.instant) }
        if let end = moments.first(where: \.endsLoad) {
            trace.addSpan("data", category: "step", from: begin, to: end.instant)
        }
        return trace.json
    }
}

extension BannerMoment {
    /// For markers in recordings and traces.
    package var label: String {
        switch kind {
        case .began: "began"
        case .loaded(let source): "loaded from \(source.rawValue)"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        case .shown(let index): "shown \(index)"
        case .selected(let index, _): "selected \(index)"
        case .errorImageClicked: "error image clicked"
        case .hidden(let isHidden): isHidden ? "hidden" : "back"
        case .opened: "link opened"
        }
    }

    fileprivate var endsLoad: Bool {
        switch kind {
        case .loaded, .failed: true
        case .began, .shown, .selected, .errorImageClicked, .hidden, .opened: false
        }
    }
}
