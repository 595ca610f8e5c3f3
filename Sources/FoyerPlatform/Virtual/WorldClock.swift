import FoyerCore
import FoyerSystem

/// The clock that every deadline here is read on: the system's, or in a ``VirtualWorld`` that one's.
enum WorldClock {
    static var now: Instant { VirtualWorld.current?.now ?? MonotonicClock.now }
}
