import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// A clock that moves only when told: the surroundings of scenarios without a terminal.
///
/// Code lives in it by being given its ``surroundings``, and is otherwise unchanged, down to the single exchange, which
/// a ``MemoryNetwork`` carries. Blocking work runs on the caller's thread.
final class VirtualWorld: Sendable {
    private struct State {
        var now = Instant.zero
        /// Transports whose orders nobody takes yet.
        var inboxes: [TransferInbox] = []
    }

    private let state: Mutex<State>
    private let pictures: PictureMemory

    /// - Parameter pictures: may be shared with other worlds.
    init(pictures: PictureMemory = PictureMemory()) {
        self.pictures = pictures
        state = Mutex(State())
    }

    var now: Instant { state.withLock { $0.now } }

    /// Advances the clock; never sets it back.
    func move(to instant: Instant) {
        state.withLock { $0.now = max($0.now, instant) }
    }

    /// Each world begins at the same time of day, in January 2027.
    private static func date(at now: Instant) -> WallTime {
        WallTime(seconds: 1_800_000_000 + now.nanoseconds / 1_000_000_000)
    }

    /// The surroundings for code in this world.
    var surroundings: PlatformSurroundings {
        PlatformSurroundings(
            system: SystemServices(
                clock: { self.now }, wallClock: { Self.date(at: self.now) }, work: .inPlace),
            carriage: .handedOver { inbox in self.state.withLock { $0.inboxes.append(inbox) } },
            decode: pictures.pixels(of:limits:targetPixels:),
            draw: { [pictures] in pictures.cells(for: $0, style: $1) })
    }

    func takeInboxes() -> [TransferInbox] {
        state.withLock { state in
            defer { state.inboxes = [] }
            return state.inboxes
        }
    }
}
