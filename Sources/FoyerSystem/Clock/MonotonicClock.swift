import FoyerCore
import Glibc

/// The loop's clock: never set back, and going on while the process is stopped.
public enum MonotonicClock {
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
