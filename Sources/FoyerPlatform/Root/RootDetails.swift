import Foyer
import FoyerCore
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

    func steps(in language: Language) -> [StepDetail] {
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

/// The details that the host shows over any page of its own: why this root was picked, and how the start went.
struct RootOverlay {
    private var openedAt: Instant?
    private var scroll = SheetScroll()

    var isOpen: Bool { openedAt != nil }

    mutating func open(at now: Instant) {
        openedAt = now
        scroll = SheetScroll()
    }

    /// Returns whether the overlay used the input: all keys and clicks while it is open.
    mutating func handle(_ input: InputEvent, size: CellSize) -> Bool {
        guard openedAt != nil else { return false }
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("d")): openedAt = nil
        case .mouse(let mouse) where mouse.kind == .click:
            if !DetailsPage.sheet(in: size).contains(column: mouse.column, row: mouse.row) { openedAt = nil }
        case .key, .mouse, .paste: scroll.handle(input, size: size)
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    /// During the start, the times in the details keep changing.
    func nextFrame(after now: Instant, isRunning: Bool, theme: Theme) -> Instant? {
        guard let openedAt else { return nil }
        let sliding = DetailsPage(steps: [], elapsed: .zero, openedAt: openedAt).nextChange(after: now, theme: theme)
        return sliding ?? (isRunning ? now + .milliseconds(100) : nil)
    }

    /// The same in sentences.
    func spoken(_ record: StartRecord, _ decision: RootDecision?, _ context: ScreenContext) -> Spoken {
        let words = context.language
        var spoken = page(record, decision, context).spoken(words)
        spoken.answers = [SpokenAnswer(words[.back], press: .character("d"))]
        spoken.usual = 0
        return spoken
    }

    private func page(_ record: StartRecord, _ decision: RootDecision?, _ context: ScreenContext) -> DetailsPage {
        let words = context.language
        return DetailsPage(
            steps: record.steps(in: words), elapsed: (record.ended ?? context.now) - record.began,
            cause: decision.map { words.rootReason($0) } ?? "",
            log: record.log.map { LogLine(time: max(.zero, $0.instant - record.began), text: $0.text) },
            words: DetailsWords(
                title: words[.details], steps: words[.theStart], cause: words[.whyThisRoot], log: words[.log]),
            footer: Footer(keys: [KeyHint("d", words[.close]), KeyHint("↑ ↓", words[.scroll])]))
    }

    mutating func draw(
        in canvas: inout Canvas, record: StartRecord, decision: RootDecision?, context: ScreenContext
    ) {
        guard let openedAt else { return }
        var page = page(record, decision, context)
        page.openedAt = openedAt
        page.offset = scroll.offset(atMost: page.maximumOffset(in: context.size))
        page.render(into: &canvas, at: context.now)
    }
}
