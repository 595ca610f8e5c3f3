import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// What happened in a flow beyond its screens: the calls of every delegate, and the events for the campaign's owner.
/// Each list is in the order of time.
struct FlowRecord: Sendable {
    /// Of the launches' splash views.
    let launch = CallLog()
    /// Of the banners' delegate, and of bindings: see ``BannerCall``.
    let banner: CallList
    /// Of the pop-ups' delegate: see ``PopupCall``.
    let popup: CallList
    /// Of the host: see ``HostCall``.
    let host: CallList
    /// The events for the campaign's owner: `load KEY`, `impression KEY INDEX`.
    let events: CallList
    /// The outcome of links from outside, in the words of `foyer open`.
    let opened: CallList
    /// The guide pages that were served to a browser.
    let guides: CallList

    /// What delegates, hosts and links said, by the names that reports give them.
    var lists: [(name: String, list: CallList)] {
        [("banner", banner), ("popup", popup), ("host", host), ("link", opened)]
    }

    init(_ system: SystemServices) {
        func list() -> CallList { CallList(system.clock) }
        (banner, popup, host) = (list(), list(), list())
        (events, opened, guides) = (list(), list(), list())
    }
}

/// Words in order, with their times.
final class CallList: Sendable {
    struct Entry: Sendable {
        let text: String
        let instant: Instant
    }

    private let state = Mutex<[Entry]>([])
    private let clock: @Sendable () -> Instant

    init(_ clock: @escaping @Sendable () -> Instant) {
        self.clock = clock
    }

    var entries: [Entry] { state.withLock { $0 } }
    var all: [String] { entries.map(\.text) }
    func record(_ call: String) { state.withLock { $0.append(Entry(text: call, instant: clock())) } }

    /// The outcome of a link from outside.
    func record(_ answer: InstanceAnswer) {
        switch answer {
        case .delivered: record("delivered")
        case .refused: record("refused")
        }
    }
}

/// Takes the events in place of the collector that delivers them, and lets them pass by the same rule.
final class RecordingCollector: EventCollector {
    private let list: CallList
    private let gate: Mutex<EventGate>
    var version: CollectorVersion { .current }
    var isStarted: Bool { true }

    init(list: CallList, consent: EventConsent) {
        self.list = list
        gate = Mutex(EventGate.make(off: nil, host: consent, kept: nil))
    }

    func record(_ kind: CampaignEvent.Kind, key: String, index: Int?) {
        let event = CampaignEvent(id: "", kind: kind, key: key, index: index, time: "")
        if let event = gate.withLock({ $0.admit(event) }) { record(event) }
    }

    private func record(_ event: CampaignEvent) {
        list.record("\(event.kind.rawValue) \(event.key)" + (event.index.map { " \($0)" } ?? ""))
    }

    /// A screen with the notice at its foot, if one is needed.
    func withNotice(_ screen: any Screen, to address: String) -> any Screen {
        guard gate.withLock(\.needsNotice) else { return screen }
        return EventNoticeScreen(
            screen, notice: { .eventNotice(to: address, change: .eventsCommand) }, answered: { [self] in answer($0) })
    }

    private func answer(_ isAllowed: Bool) {
        for event in gate.withLock({ $0.answer(isAllowed) }) ?? [] { record(event) }
    }
}

extension Phrase {
    /// How the user of our command changes what is told.
    package static let eventsCommand = Phrase(asIs: "foyer events on|off")
}

/// The scenario's words for calls of a banner's delegate.
enum BannerCall {
    static let examples = [
        "loaded server", "failed -994", "show 0", "select 0 LINK", "error image", "hide", "unhide", "open LINK",
        "data KEY", "bind VIEW 0", "click VIEW LINK",
    ]

    /// `nil` if it is not a call.
    static func text(_ kind: CampaignMoment.Kind) -> String? {
        switch kind {
        case .began: nil
        case .loaded(let source): "loaded \(source.rawValue)"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        case .shown(nil): "show"
        case .shown(let index?): "show \(index)"
        case .selected(let index, let openURL): "select \(index) \(openURL)"
        case .errorImageClicked: "error image"
        case .hidden(let isHidden): isHidden ? "hide" : "unhide"
        case .opened(let outcome): text(outcome)
        case .closed: "close"
        case .absent(let why): "absent \(why.name)"
        }
    }

    private static func text(_ outcome: LinkOutcome) -> String? {
        switch outcome {
        case .nothing: nil
        case .routed(let link), .opened(let link): "open \(link)"
        case .cannotOpen(let link): "cannot open \(link)"
        case .refused: "refuse"
        }
    }

    /// The same for editors.
    static let pattern: String = {
        let sources = BannerSource.allCases.map(\.rawValue).joined(separator: "|")
        let errors = BannerError.allCases.map { "\($0.rawValue)" }.joined(separator: "|")
        return
            "^(loaded (\(sources))|failed (\(errors))|show -?[0-9]+|(select|bind|click) [^ ]+ [^ ]+|(data|open) [^ ]+"
            + "|error image|hide|unhide|refuse|cannot open .*)$"
    }()

    static func isCall(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        guard let first = parts.first else { return false }
        switch first {
        case "loaded": return parts.count == 2 && BannerSource(rawValue: String(parts[1])) != nil
        case "failed": return parts.count == 2 && Int(parts[1]).flatMap(BannerError.init(rawValue:)) != nil
        case "show": return parts.count == 2 && Int(parts[1]) != nil
        case "select", "bind": return parts.count == 3
        case "data", "open": return parts.count == 2
        case "click": return parts.count == 3
        default: return ["error image", "hide", "unhide", "refuse"].contains(text) || text.hasPrefix("cannot open ")
        }
    }
}

/// Records every call of a banner's delegate, and passes it on.
final class RecordingBannerDelegate: BannerViewDelegate {
    private let list: CallList
    private weak var delegate: (any BannerViewDelegate)?

    init(_ list: CallList, _ delegate: any BannerViewDelegate) {
        self.list = list
        self.delegate = delegate
    }

    private func record(_ kind: CampaignMoment.Kind) {
        if let text = BannerCall.text(kind) { list.record(text) }
    }

    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {
        record(.loaded(from: source))
        delegate?.bannerDidLoad(banner, from: source)
    }

    func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        record(.failed(failure))
        delegate?.banner(banner, didFail: failure)
    }

    func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool {
        record(.selected(index: index, openURL: openURL))
        return delegate?.banner(banner, didSelect: index, openURL: openURL) ?? false
    }

    func banner(_ banner: TouchBanner, didShow index: Int) {
        record(.shown(index: index))
        delegate?.banner(banner, didShow: index)
    }

    func bannerErrorImageClicked(_ banner: TouchBanner) {
        record(.errorImageClicked)
        delegate?.bannerErrorImageClicked(banner)
    }

    func banner(_ banner: TouchBanner, didHide isHidden: Bool) {
        record(.hidden(isHidden))
        delegate?.banner(banner, didHide: isHidden)
    }

    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {
        record(.opened(outcome))
        delegate?.banner(banner, didOpen: outcome)
    }
}
