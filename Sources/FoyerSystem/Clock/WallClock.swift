import FoyerCore
import Glibc

/// The time of day, which users and time servers may set back.
package enum WallClock {
    package static var now: WallTime { WallTime(seconds: nanoseconds / 1_000_000_000) }

    /// Nanoseconds since the beginning of 1970.
    package static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
