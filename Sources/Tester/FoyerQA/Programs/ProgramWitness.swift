import Foyer
import FoyerSystem
import Glibc
import Synchronization

/// Collects evidence while a tester uses a program that is not ours: keys with their times, every frame, and the end.
final class ProgramWitness: SittingNotes {
    /// Beyond these, events in the middle of a long use are left out.
    private static let mostEvents = 500

    private let began: Instant
    private var events: [ItemEvidence.Event] = []
    private var frames: EvidenceFrames
    private let done: (ItemEvidence) -> Void

    init(theme: DisplayTheme, done: @escaping (ItemEvidence) -> Void) {
        began = MonotonicClock.now
        frames = EvidenceFrames(theme: theme, since: began)
        self.done = done
    }

    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant) {
        frames.take(screen, surroundings, at: now)
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) {
        guard let text = input.evidence else { return }
        frames.keepLast()
        record(text, .input, at: now)
    }

    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant) {
        frames.keepLast()
        // Whoever ends it with Ctrl-] kills it: how it died then says nothing about it.
        record(isOurs ? "key ^]: ended by the tester" : "\(end)", isOurs ? .input : .event, at: now)
        var evidence = ItemEvidence()
        evidence.took = seconds(now)
        evidence.events = events
        evidence.frames = frames.packed
        evidence.outcome = isOurs ? nil : "exit \(end.exitStatus)"
        done(evidence)
    }

    private func record(_ text: String, _ kind: Trace.Mark.Kind, at now: Instant) {
        if events.count == Self.mostEvents { events.remove(at: Self.mostEvents / 2) }
        events.append(.init(at: seconds(now), text: text, kind: kind))
    }

    private func seconds(_ now: Instant) -> Double { ((now - began).inSeconds * 1000).rounded() / 1000 }
}

extension ProgramWitness {
    /// Lets the tester use the program on the terminal itself.
    static func sit(
        _ program: ProgramOrder, of run: ChecklistRun, _ order: ChecklistSession.Order, _ presentation: Presentation
    ) async -> Result<ItemEvidence, LocalizedFailure> {
        let found = EvidenceBox()
        let theme = DisplayTheme(palette: presentation.theme.palette)
        do {
            // In lines, the card stands above the program's.
            let isSpoken = if case .conversation = presentation.output { true } else { false }
            let card = SittingCard(
                ChecklistCard(run: run, language: presentation.language), theme: presentation.theme)
            let end = try await ProgramSitting.run(
                program, card: isSpoken ? nil : card, inLines: isSpoken, recording: order.recording
            ) {
                ProgramWitness(theme: theme) { found.put($0) }
            }
            // Its last words stay until the tester has read them.
            ProgramSitting.write(Array((presentation.language[.programIsOver(end.exitStatus)].string + "\n").utf8))
            // A last Ctrl-C is for the program.
            let interrupt = signal(SIGINT, SIG_IGN)
            _ = readLine()
            signal(SIGINT, interrupt)
            // For a moment, what stands here is what the next program begins with.
            let cleared = isSpoken ? [] : ProgramSitting.scrollAway(TerminalSize.read(STDOUT_FILENO))
            order.recording?(cleared)
            ProgramSitting.write(cleared)
            var evidence = found.evidence
            let identity = ProgramIdentity(program)
            (evidence.version, evidence.interpreter) = (identity.version, identity.interpreter)
            return .success(evidence)
        } catch {
            return .failure(error)
        }
    }
}

private final class EvidenceBox: Sendable {
    private let state = Mutex(ItemEvidence())
    var evidence: ItemEvidence { state.withLock { $0 } }
    func put(_ evidence: ItemEvidence) { state.withLock { $0 = evidence } }
}

extension InputEvent {
    /// As a report names it; `nil` for what is no deed of the user's.
    fileprivate var evidence: String? {
        switch self {
        case .key(let key): "key \(KeyName.name(key))"
        case .paste(let text): "pasted \(text.unicodeScalars.count) characters"
        case .mouse(let mouse) where mouse.kind == .press: "click at column \(mouse.column + 1), row \(mouse.row + 1)"
        case .mouse(let mouse) where mouse.kind == .wheelUp: "wheel up"
        case .mouse(let mouse) where mouse.kind == .wheelDown: "wheel down"
        case .resized(let size): "terminal \(size.columns)×\(size.rows)"
        case .mouse, .resumed, .endOfInput: nil
        }
    }
}
