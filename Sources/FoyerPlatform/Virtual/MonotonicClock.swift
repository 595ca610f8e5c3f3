import FoyerCore
import FoyerSystem
import Glibc

/// The clock that every deadline here is read on: `CLOCK_MONOTONIC`, the same as the event loop's; in a
/// ``VirtualWorld`` that one's.
enum MonotonicClock {
    static var now: Instant {
        if let world = VirtualWorld.current { return world.now }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
