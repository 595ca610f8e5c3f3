import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// How the start went: how long each part took, and what was logged.
struct StartRecord {
    enum Part: CaseIterable {
        case launchScreen, splash, config, root

        /// For programs and traces.
        fileprivate var name: String { self == .launchScreen ? "launch screen" : "\(self)" }
    }

    private struct Span {
        var start: Instant?
        var end: Instant?
    }

    /// The most lines to keep; the oldest are dropped.
    private static let longestLog = 200

    private(set) var began = Instant.zero
    private var spans: [Part: Span] = [:]
    private(set) var fetch: ConfigFetch?
    private(set) var log: [(instant: Instant, text: SafeText)] = []
    /// Receives each moment, for recordings and traces.
    var tell: ((HostMoment) -> Void)?

    mutating func begin(at now: Instant) {
        began = now
        begin(.launchScreen, at: now)
    }

    mutating func begin(_ part: Part, at now: Instant) {
        guard spans[part] == nil else { return }
        spans[part] = Span(start: now)
        tell?(HostMoment(part.name, .began, at: now))
    }

    mutating func end(_ part: Part, at now: Instant) {
        guard let span = spans[part], span.end == nil else { return }
        spans[part]?.end = now
        tell?(HostMoment(part.name, .ended, at: now))
    }

    mutating func fetched(_ fetch: ConfigFetch, at now: Instant) {
        if self.fetch == nil { self.fetch = fetch }
        end(.config, at: now)
    }

    mutating func decided(at now: Instant) {
        end(.splash, at: now)
        begin(.root, at: now)
    }

    mutating func append(_ text: SafeText, at now: Instant) {
        if log.count == Self.longestLog { log.removeFirst() }
        log.append((now, text))
    }

    /// The latest end so far; `nil` while something is running.
    var ended: Instant? {
        guard let root = spans[.root]?.end else { return nil }
        return spans.values.compactMap(\.end).max() ?? root
    }

    private func steps(in language: Language) -> [StepDetail] {
        Part.allCases.map { part in
            let span = spans[part]
            var state = StepDetail.State.waiting
            if span?.start != nil { state = .running }
            if span?.end != nil { state = .done }
            if part == .config {
                switch fetch?.outcome {
                case .failed, .timedOut: state = .failed
                case .fetched, .young, nil: break
                }
            }
            return StepDetail(
                label: language[Self.word(part)], state: state, start: span?.start.map { $0 - began },
                end: span?.end.map { $0 - began })
        }
    }

    private static func word(_ part: Part) -> Phrase {
        switch part {
        case .launchScreen: .launchScreen
        case .splash: .splash
        case .config: .remoteConfig
        case .root: .root
        }
    }
}

extension StartRecord {
    /// The details that the host shows over any page of its own: why this root was picked, and how the start went.
    func page(_ decision: RootDecision?, at now: Instant, in language: Language) -> DetailsPage {
        DetailsPage(
            steps: steps(in: language), elapsed: (ended ?? now) - began,
            cause: decision.map { language.rootReason($0) } ?? "",
            log: log.map { LogLine(time: max(.zero, $0.instant - began), text: $0.text) },
            words: DetailsWords(
                title: language[.details], steps: language[.theStart], cause: language[.whyThisRoot],
                log: language[.log]),
            footer: DetailsPage.footer(language))
    }
}
