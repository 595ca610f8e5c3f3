import Foyer
import Synchronization

/// A banner's run as a Chrome trace: how long its data took, and what was shown and chosen when.
///
/// Times are microseconds from the start (Trace Event Format).
public final class BannerTrace: Sendable {
    private let moments = Mutex<[BannerMoment]>([])

    public init() {}

    public func take(_ moment: BannerMoment) {
        moments.withLock { $0.append(moment) }
    }

    public func json(name: String) -> String {
        let moments = moments.withLock { $0 }
        let begin = moments.first?.instant ?? .zero
        func microseconds(_ instant: Instant) -> JSON { .integer((instant - begin).saturatedNanoseconds / 1000) }
        var events: [JSON] = [
            ["name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": ["name": .string(name)]]
        ]
        for moment in moments {
            events.append([
                "name": .string(moment.label), "cat": "banner", "ph": "i", "s": "p", "pid": 1, "tid": 0,
                "ts": microseconds(moment.instant),
            ])
        }
        if let end = moments.first(where: \.endsLoad) {
            events.append([
                "name": "data", "cat": "step", "ph": "X", "pid": 1, "tid": 1, "ts": 0,
                "dur": microseconds(end.instant),
            ])
        }
        let document: JSON = ["displayTimeUnit": "ms", "traceEvents": .array(events)]
        return document.jsonText
    }
}

extension BannerMoment {
    /// For markers of recordings and traces.
    public var label: String {
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
