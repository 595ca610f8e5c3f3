import Foyer
import FoyerFlows
import FoyerStage

/// Collects evidence while a tester tries an item: the delegate's calls and the platform's answers with their times,
/// the keys pressed, and every frame.
///
/// It lives on the thread that owns the screen, and costs nothing while nothing happens.
final class Witness {
    private let record: FlowRecord
    private let requests: () -> [RequestRecord]
    /// The number of the record's entries that are among the events.
    private var seenEntries = 0
    private var seenRequest = 0
    private var seenOutcome: LaunchOutcome?
    private var recorder: EvidenceRecorder
    /// The tester has seen enough: every screen of the flow leaves.
    private(set) var isOver = false
    /// The launch's state when the tester left it.
    private var result: String?

    init(record: FlowRecord, theme: DisplayTheme, at now: Instant, requests: @escaping () -> [RequestRecord]) {
        self.record = record
        self.requests = requests
        recorder = EvidenceRecorder(theme: theme, click: .click, at: now)
        seenRequest = requests().last?.number ?? 0
    }

    func record(_ input: InputEvent, at now: Instant) { recorder.record(input, at: now) }

    /// The tester has done something.
    func record(deed: String, at now: Instant) { recorder.record(deed: deed, at: now) }

    /// A frame has been drawn.
    func look(at screen: Buffer, at now: Instant) { recorder.take(screen, at: now) }

    /// The tester wants to give a verdict now. Leaving closes a launch under way, which is not its result.
    func end(at now: Instant) {
        update(at: now)
        recorder.keepLast()
        isOver = true
        result = record.outcome?.scenarioText ?? record.failure.map { "failed \($0)" }
    }

    /// Call after anything that may have advanced the launch.
    func update(at now: Instant) {
        guard !isOver else { return }
        for request in requests() where request.number > seenRequest {
            seenRequest = request.number
            let arrived = request.arrived.map { Instant(nanoseconds: $0) } ?? now
            recorder.record(request.line, .request, isFailure: request.isBad, at: arrived)
        }
        let (entries, outcome) = (record.entries, record.outcome)
        for entry in entries[seenEntries...] {
            guard let line = entry.call.line else { continue }
            recorder.record(line, isFailure: entry.call.isFailure, at: entry.instant)
        }
        seenEntries = entries.count
        if let outcome, seenOutcome != outcome { recorder.record("launch \(outcome.scenarioText)", at: now) }
        seenOutcome = outcome
    }

    /// All evidence, once the flow is over.
    func finish(at now: Instant) -> ItemEvidence {
        if !isOver { end(at: now) }
        var evidence = recorder.evidence(attempts: record.attempts, at: now)
        evidence.outcome = result
        return evidence
    }
}
