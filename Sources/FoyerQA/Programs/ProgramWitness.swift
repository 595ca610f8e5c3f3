import Foyer
import FoyerSystem
import Glibc
import Synchronization

/// Collects evidence while a tester uses a program that is not ours: keys with their times, the screens that they looked
/// at, and the end.
final class ProgramWitness: SittingNotes {
    /// Beyond these, events and screens in the middle of a long use are left out.
    private static let mostEvents = 500
    private static let mostScreens = 8
    /// Who lets a screen stand so long has looked at it.
    private static let look = Duration.milliseconds(500)

    private let theme: Theme
    private let began = MonotonicClock.now
    private var events: [ItemEvidence.Event] = []
    private var screens: [KeptScreen] = []
    /// The screen that the last key was pressed on.
    private var last: KeptScreen?
    private let done: (ItemEvidence) -> Void

    init(theme: Theme, done: @escaping (ItemEvidence) -> Void) {
        self.theme = theme
        self.done = done
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) {
        guard let text = input.evidence else { return }
        let kept = KeptScreen(screen, name: text, theme: theme)
        if now - changed >= Self.look { keep(kept) }
        last = kept
        record(text, at: now)
    }

    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant) {
        // Programs take their screen away as they leave.
        if let last { keep(last) }
        // Whoever ends it with Ctrl-] kills it: how it died then says nothing about it.
        let name = isOurs ? "key ^]: ended by the tester" : "\(end)"
        let kept = KeptScreen(screen, name: name, theme: theme)
        if !kept.runs.isEmpty { keep(kept) }
        record(name, at: now)
        var evidence = ItemEvidence()
        evidence.took = seconds(now)
        evidence.events = events
        evidence.screens = screens
        evidence.outcome = isOurs ? nil : "exit \(end.exitStatus)"
        done(evidence)
    }

    /// Unless it has been kept already. The last ones count more than those before.
    private func keep(_ screen: KeptScreen) {
        guard screens.last?.runs != screen.runs else { return }
        if screens.count == Self.mostScreens { screens.remove(at: Self.mostScreens / 2) }
        screens.append(screen)
    }

    private func record(_ text: String, at now: Instant) {
        if events.count == Self.mostEvents { events.remove(at: Self.mostEvents / 2) }
        events.append(.init(at: seconds(now), text: text))
    }

    private func seconds(_ now: Instant) -> Double { ((now - began).inSeconds * 1000).rounded() / 1000 }
}

extension ProgramWitness {
    /// Lets the tester use the program on the terminal itself.
    static func sit(
        _ program: ProgramOrder, _ order: ChecklistSession.Order, _ presentation: Presentation
    ) async -> Result<ItemEvidence, ProgramSitting.Failure> {
        let found = EvidenceBox()
        let theme = Theme(palette: presentation.theme.palette)
        do throws(ProgramSitting.Failure) {
            let end = try await ProgramSitting.run(program, recording: order.recording) {
                ProgramWitness(theme: theme) { found.put($0) }
            }
            // Its last words stay until the tester has read them.
            ProgramSitting.write(Array((presentation.language[.programIsOver(end.exitStatus)].string + "\n").utf8))
            // A last Ctrl-C is for the program.
            let interrupt = signal(SIGINT, SIG_IGN)
            _ = readLine()
            signal(SIGINT, interrupt)
            return .success(found.evidence)
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
