import FoyerCore
import Glibc

/// The time of day, which users and time servers may set back.
public enum WallClock {
    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(seconds: Int64(time.tv_sec))
    }
}
