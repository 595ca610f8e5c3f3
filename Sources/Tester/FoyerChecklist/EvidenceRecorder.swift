import Foyer
import FoyerFlows
import FoyerStage
import FoyerSystem
import FoyerTrace

/// Records the tester's input to a flow or a program, the events that follow (the calls of delegates and the platform's
/// answers, or the program's end), and every frame.
///
/// It lives on the thread that owns the screen, and costs nothing while nothing happens. Once the frames are large, only
/// those are kept that the tester acted on; of a long flow, events in the middle are left out.
final class EvidenceRecorder {
    private static let mostEvents = 500
    /// The size limit in cells that changed.
    private static let mostCells = 300_000

    private let began: Instant
    private let theme: DisplayTheme
    /// The mouse event that counts as a click: our screens get one when the button is released, a program when it is pressed.
    private let click: MouseEvent.Kind
    private var events: [TraceEvent] = []
    /// Letters that follow one another sooner are one text.
    private static let typing = Duration.seconds(1)

    /// The last input is a text; when its last letter was typed.
    private var typed: (text: String, last: Duration)?
    /// The last event is one gesture of the wheel, which sends dozens of steps.
    private var wheel: (direction: String, steps: Int)?
    private var track = ScreenTrack()
    /// The last frame, and when it came.
    private var last: (screen: Buffer, surroundings: ScreenTrack.TerminalState, time: Instant)?

    /// The calls of delegates; `nil` of a program.
    private let calls: FlowRecord?
    private let requests: () -> [RequestRecord]
    /// The number of calls that are among the events, and the last request.
    private var (seenCalls, seenRequest) = (0, 0)
    private var seenOutcome: LaunchOutcome?
    /// The tester has seen enough: every screen of the flow leaves.
    private(set) var isOver = false
    /// Its end, for the report.
    private var outcome: String?
    /// Receives the evidence of a program.
    private let done: (ItemEvidence) -> Void

    /// Of a flow of Foyer's own.
    init(_ record: FlowRecord, theme: DisplayTheme, at now: Instant, requests: @escaping () -> [RequestRecord]) {
        (calls, self.requests, self.theme, began) = (record, requests, theme, now)
        (click, done) = (.click, { _ in })
        seenRequest = requests().last?.number ?? 0
    }

    /// Of a program that is not ours.
    init(theme: DisplayTheme, at now: Instant, done: @escaping (ItemEvidence) -> Void) {
        (calls, requests, self.theme, began) = (nil, { [] }, theme, now)
        (click, self.done) = (.press, done)
    }

    // MARK: - Frames

    func take(
        _ screen: Buffer, _ surroundings: ScreenTrack.TerminalState = ScreenTrack.TerminalState(), at now: Instant
    ) {
        last = (screen, surroundings, now)
        if track.cells < Self.mostCells { keepLast() }
    }

    /// The tester acts on what stands there.
    func keepLast() {
        if let last { track.take(last.screen, last.surroundings, theme: theme, at: last.time) }
    }

    // MARK: - Events

    func record(_ input: InputEvent, at now: Instant) {
        switch input {
        case .key(let key): record(key, at: now)
        case .paste(let text): record(deed: "pasted \(text.unicodeScalars.count) characters", at: now)
        case .mouse(let mouse) where mouse.kind == click:
            record(deed: "click at column \(mouse.column + 1), row \(mouse.row + 1)", at: now)
        case .mouse(let mouse) where mouse.kind == .wheelUp: record(wheel: "wheel up", at: now)
        case .mouse(let mouse) where mouse.kind == .wheelDown: record(wheel: "wheel down", at: now)
        case .resized(let size): record(deed: "terminal \(size.columns)×\(size.rows)", at: now)
        case .resumed: record("resumed", at: now)
        case .mouse, .endOfInput: break
        }
    }

    /// Letters that follow one another are one event, at the time of the first.
    private func record(_ key: KeyEvent, at now: Instant) {
        let (name, at) = (SafeText(KeyName.name(key)).string, time(now))
        let letter = name == "space" ? " " : name
        if let typed, letter.count == 1, at - typed.last < Self.typing,
            let index = events.lastIndex(where: { $0.lane == .input })
        {
            keepLast()
            wheel = nil
            self.typed = (typed.text + letter, at)
            events[index] = TraceEvent(.input, at: events[index].at, "type \(typed.text)\(letter)")
        } else {
            record(deed: "key \(name)", at: now)
            typed = name.count == 1 ? (name, at) : nil
        }
    }

    /// The tester has done something.
    func record(deed: String, at now: Instant) {
        typed = nil
        keepLast()
        record(deed, .input, at: now)
    }

    private func record(wheel direction: String, at now: Instant) {
        guard let wheel, wheel.direction == direction, let first = events.popLast() else {
            record(deed: direction, at: now)
            wheel = (direction, 1)
            return
        }
        self.wheel = (direction, wheel.steps + 1)
        events.append(TraceEvent(.input, at: first.at, "\(direction) ×\(wheel.steps + 1)"))
    }

    func record(
        _ name: String, _ lane: TraceEvent.Lane = .event, isFailure: Bool = false, at now: Instant
    ) {
        wheel = nil
        if events.count == Self.mostEvents { events.remove(at: Self.mostEvents / 2) }
        events.append(TraceEvent(lane, at: time(now), SafeText(name).string, isFailure: isFailure))
    }

    // MARK: - A flow of Foyer's own

    /// Call after anything that may have advanced the launch.
    func update(at now: Instant) {
        guard !isOver, let calls else { return }
        for request in requests() where request.number > seenRequest {
            seenRequest = request.number
            let arrived = request.arrived.map { Instant(nanoseconds: $0) } ?? now
            record(request.line, .request, isFailure: request.isBad, at: arrived)
        }
        let (entries, outcome) = (calls.entries, calls.outcome)
        for entry in entries[seenCalls...] {
            guard let line = entry.call.line else { continue }
            record(line, isFailure: entry.call.isFailure, at: entry.instant)
        }
        seenCalls = entries.count
        if let outcome, seenOutcome != outcome { record("launch \(outcome.scenarioText)", at: now) }
        seenOutcome = outcome
    }

    /// The tester wants to give a verdict now. Leaving closes a launch under way, which is not its result.
    func end(at now: Instant) {
        update(at: now)
        keepLast()
        isOver = true
        outcome = calls?.outcome?.scenarioText ?? calls?.failure.map { "failed \($0)" }
    }

    /// All evidence, once the flow is over.
    func finish(at now: Instant) -> ItemEvidence {
        if !isOver { end(at: now) }
        let steps = (calls?.attempts ?? []).flatMap { attempt in
            attempt.record.steps.compactMap { TraceEvent($0, of: attempt.record, since: began, until: now)?.rounded }
        }
        var evidence = ItemEvidence()
        (evidence.took, evidence.outcome) = (time(now), outcome)
        // Events of other threads are noticed a moment later than those of this one.
        evidence.events = (steps + events).enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        evidence.frames = track.isEmpty ? "" : TraceFrames(track, since: began).packed
        return evidence
    }

    private func time(_ now: Instant) -> Duration { (now - began).rounded }
}

extension EvidenceRecorder: SittingNotes {
    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant) {
        take(screen, surroundings, at: now)
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) { record(input, at: now) }

    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant) {
        keepLast()
        // Whoever ends it with Ctrl-] kills it: how it died then says nothing about it.
        record(isOurs ? "key ^]: ended by the tester" : "\(end)", isOurs ? .input : .event, at: now)
        (isOver, outcome) = (true, isOurs ? nil : "exit \(end.exitStatus)")
        done(finish(at: now))
    }
}

extension Duration {
    /// To a thousandth of a second, and not before the beginning.
    fileprivate var rounded: Duration { .milliseconds(Int64((max(0, inSeconds) * 1000).rounded())) }
}

extension TraceEvent {
    fileprivate var rounded: TraceEvent {
        TraceEvent(lane, at: at.rounded, until: until?.rounded, SafeText(name).string, isFailure: isFailure)
    }
}
