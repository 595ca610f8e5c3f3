import FoyerCore
import Glibc

/// The loop's clock: never set back, and running while the process is stopped.
package enum MonotonicClock {
    package static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Blocks this thread.
    package static func sleep(_ duration: Duration) {
        let nanoseconds = max(0, duration.saturatedNanoseconds)
        var pause = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&pause, nil)
    }
}

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
