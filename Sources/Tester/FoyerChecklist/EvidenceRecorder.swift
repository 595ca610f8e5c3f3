import Foyer
import FoyerFlows
import FoyerTrace

/// Records the tester's input to a flow or a program, the events that follow, and every frame.
///
/// Once the frames are large, only those are kept that the tester acted on; of a long flow, events in the middle are left out.
struct EvidenceRecorder {
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

    init(theme: DisplayTheme, click: MouseEvent.Kind, at now: Instant) {
        (self.theme, self.click, began) = (theme, click, now)
    }

    // MARK: - Frames

    mutating func take(
        _ screen: Buffer, _ surroundings: ScreenTrack.TerminalState = ScreenTrack.TerminalState(), at now: Instant
    ) {
        last = (screen, surroundings, now)
        if track.cells < Self.mostCells { keepLast() }
    }

    /// The tester acts on what stands there.
    mutating func keepLast() {
        if let last { track.take(last.screen, last.surroundings, theme: theme, at: last.time) }
    }

    // MARK: - Events

    mutating func record(_ input: InputEvent, at now: Instant) {
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
    private mutating func record(_ key: KeyEvent, at now: Instant) {
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
    mutating func record(deed: String, at now: Instant) {
        typed = nil
        keepLast()
        record(deed, .input, at: now)
    }

    private mutating func record(wheel direction: String, at now: Instant) {
        guard let wheel, wheel.direction == direction, let first = events.popLast() else {
            record(deed: direction, at: now)
            wheel = (direction, 1)
            return
        }
        self.wheel = (direction, wheel.steps + 1)
        events.append(TraceEvent(.input, at: first.at, "\(direction) ×\(wheel.steps + 1)"))
    }

    mutating func record(
        _ name: String, _ lane: TraceEvent.Lane = .event, isFailure: Bool = false, at now: Instant
    ) {
        wheel = nil
        if events.count == Self.mostEvents { events.remove(at: Self.mostEvents / 2) }
        events.append(TraceEvent(lane, at: time(now), SafeText(name).string, isFailure: isFailure))
    }

    // MARK: - The end

    /// - Parameter attempts: the attempts of the launches in it.
    func evidence(attempts: [FlowRecord.Attempt] = [], at now: Instant) -> ItemEvidence {
        let steps = attempts.flatMap { attempt in
            attempt.record.steps.compactMap { TraceEvent($0, of: attempt.record, since: began, until: now)?.rounded }
        }
        var evidence = ItemEvidence()
        evidence.took = time(now)
        // Events of other threads are noticed a moment later than those of this one.
        evidence.events = (steps + events).enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        evidence.frames = track.isEmpty ? "" : TraceFrames(track, since: began).packed
        return evidence
    }

    private func time(_ now: Instant) -> Duration { (now - began).rounded }
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
