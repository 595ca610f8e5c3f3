import Foyer
import FoyerStage

/// Collects evidence while a tester tries an item: the delegate's calls and the platform's answers with their times,
/// the keys pressed, and every frame.
///
/// It lives on the thread that owns the screen, and costs nothing while nothing happens.
final class Witness {
    private let record: FlowRecord
    private let requests: () -> [RequestRecord]
    private let began: Instant
    private var calls: CallLog { record.launch }
    private var seenCalls = 0
    /// How many entries of the banner's, the host's and the links' lists are among the events.
    private var seenLists = [0, 0, 0, 0]
    private var seenRequest = 0
    private var seenOutcome: LaunchOutcome?
    private var events: [ItemEvidence.Event] = []
    private var wheelSteps = 0
    private var frames: EvidenceFrames
    /// The tester has seen enough: every screen of the flow leaves.
    private(set) var isOver = false
    /// The launch's state when the tester left it.
    private var result: String?

    /// Beyond these, events in the middle of a long flow are left out.
    private static let mostEvents = 500

    init(record: FlowRecord, theme: DisplayTheme, at now: Instant, requests: @escaping () -> [RequestRecord]) {
        self.record = record
        self.requests = requests
        began = now
        frames = EvidenceFrames(theme: theme, since: now)
        seenRequest = requests().last?.number ?? 0
    }

    func record(_ input: InputEvent, at now: Instant) {
        switch input {
        case .key(let key): record(deed: "key \(KeyName.name(key))", at: now)
        case .mouse(let mouse) where mouse.kind == .click:
            record(deed: "click at column \(mouse.column + 1), row \(mouse.row + 1)", at: now)
        case .resized(let size): record(deed: "terminal \(size.columns)×\(size.rows)", at: now)
        case .mouse(let mouse) where mouse.kind == .wheelUp || mouse.kind == .wheelDown:
            recordWheel(mouse.kind == .wheelUp ? "wheel up" : "wheel down", at: now)
        case .resumed: record("resumed", at: now)
        case .paste, .mouse, .endOfInput: break
        }
    }

    /// One gesture sends dozens of steps: they are counted in one event.
    private func recordWheel(_ step: String, at now: Instant) {
        wheelSteps = events.last?.text.hasPrefix(step) == true ? wheelSteps + 1 : 1
        guard wheelSteps > 1, let last = events.popLast() else { return record(deed: step, at: now) }
        events.append(.init(at: last.at, text: "\(step) ×\(wheelSteps)", kind: .input))
    }

    /// The tester has done something.
    func record(deed: String, at now: Instant) {
        frames.keepLast()
        record(deed, .input, at: now)
    }

    private func record(
        _ text: String, _ kind: Trace.Mark.Kind = .event, isBad: Bool = false, at now: Instant
    ) {
        guard events.count < Self.mostEvents else { return }
        events.append(
            .init(at: rounded((now - began).inSeconds), text: SafeText(text).string, kind: kind, isBad: isBad))
    }

    /// A frame has been drawn.
    func look(at screen: Buffer, at now: Instant) { frames.take(screen, at: now) }

    /// The tester wants to give a verdict now. Leaving closes a launch under way, which is not its result.
    func end(at now: Instant) {
        update(at: now)
        frames.keepLast()
        isOver = true
        let error = calls.calls.last.flatMap { $0.hasPrefix("error ") ? "failed " + $0.dropFirst(6) : nil }
        result = calls.outcome?.scenarioText ?? error
    }

    /// Call after anything that may have advanced the launch.
    func update(at now: Instant) {
        guard !isOver else { return }
        for request in requests() where request.number > seenRequest {
            seenRequest = request.number
            record(
                request.line, .request, isBad: request.isBad,
                at: request.arrived.map { Instant(nanoseconds: $0) } ?? now)
        }
        recordLists()
        let (all, outcome) = (calls.calls, calls.outcome)
        if all.count < seenCalls { seenCalls = 0 }
        for call in all[seenCalls...] { record("delegate: \(call)", isBad: call.hasPrefix("error "), at: now) }
        seenCalls = all.count
        if let outcome, seenOutcome != outcome { record("launch \(outcome.scenarioText)", at: now) }
        seenOutcome = outcome
    }

    private func recordLists() {
        for (index, (name, list)) in record.lists.enumerated() {
            let all = list.entries
            for entry in all[seenLists[index]...] { record("\(name): \(entry.text)", at: entry.instant) }
            seenLists[index] = all.count
        }
    }

    /// All evidence, once the flow is over.
    func finish(at now: Instant) -> ItemEvidence {
        if !isOver { end(at: now) }
        var evidence = ItemEvidence()
        evidence.took = rounded((now - began).inSeconds)
        // Events of other threads are noticed a moment later than those of this one.
        evidence.events = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        evidence.outcome = result
        evidence.frames = frames.packed
        evidence.attempts = calls.attempts.compactMap { .init($0, from: began, to: now) }
        return evidence
    }

    private func rounded(_ seconds: Double) -> Double { (max(0, seconds) * 1000).rounded() / 1000 }
}
