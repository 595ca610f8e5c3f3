/// The rate and the remaining time of a transfer, for the loading page once they are steady.
package struct TransferMeter: Equatable, Sendable {
    /// The rate covers the last three seconds.
    package static let window = Duration.seconds(3)
    /// Rate and time are hidden until the transfer has taken this long.
    package static let settling = Duration.milliseconds(500)
    /// Samples closer together than this count as one.
    static let spacing = Duration.milliseconds(100)
    /// Shorter times are not shown: they are over before they are read.
    package static let shortestTimeLeft = Duration.milliseconds(1500)
    /// Longer times are not shown: they would be guesses.
    package static let longestTimeLeft = Duration.seconds(99 * 60)

    private struct Sample: Equatable {
        var bytes: Int64
        var time: Instant
    }

    /// The bytes received, including those of an earlier, resumed attempt.
    public private(set) var bytes: Int64 = 0
    /// The total bytes; `nil` if unknown.
    package var total: Int64?
    private var first: Instant?
    /// Bytes that came over no network since `first`, and so are no speed.
    private var resumed: Int64 = 0
    private var samples: [Sample] = []

    package init(total: Int64? = nil) {
        self.total = total.map { max(0, $0) }
    }

    /// Records the number of bytes received. The first call sets the starting point. A smaller number than before (a
    /// download that started over) restarts the measurement; time never runs backwards.
    ///
    /// - Parameter resumed: those among them that did not arrive since the last call, but were there already.
    package mutating func record(bytes count: Int64, resumed: Int64 = 0, at time: Instant) {
        let count = max(0, count)
        if count < bytes {
            samples = []
            first = nil
            self.resumed = 0
        }
        bytes = count
        self.resumed += resumed
        let arrived = count - self.resumed
        let time = max(time, samples.last?.time ?? time)
        if first == nil { first = time }
        if samples.count > 1, let last = samples.last, time - samples[samples.count - 2].time < Self.spacing {
            samples[samples.count - 1] = Sample(bytes: arrived, time: max(time, last.time))
        } else {
            samples.append(Sample(bytes: arrived, time: time))
        }
        // One sample from before the window stays, because the window begins there.
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// Bytes a second over the last seconds, 0 if it stands still; `nil` while nothing is steady.
    package func rate(at now: Instant) -> Double? {
        guard let first, now - first >= Self.settling, bytes > 0 else { return nil }
        guard let start = samples.last(where: { now - $0.time >= Self.window }) ?? samples.first else { return nil }
        let seconds = (now - start.time).inSeconds
        guard seconds > 0 else { return nil }
        return Double(bytes - resumed - start.bytes) / seconds
    }

    /// The remaining time at this rate in whole seconds, at least 2; `nil` if it is shorter or unknown.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let seconds = secondsLeft(at: now), seconds >= Self.shortestTimeLeft.inSeconds,
            seconds <= Self.longestTimeLeft.inSeconds
        else { return nil }
        return .seconds(Int64(seconds.rounded(.up)))
    }

    /// The time from the transfer's first byte to its last at this rate; `nil` if unknown.
    package func duration(at now: Instant) -> Duration? {
        guard let first, let seconds = secondsLeft(at: now), seconds <= Self.longestTimeLeft.inSeconds else {
            return nil
        }
        return now - first + .seconds(seconds)
    }

    /// The remaining time at this rate; `nil` if unknown.
    func secondsLeft(at now: Instant) -> Double? {
        guard let total, bytes < total, let rate = rate(at: now), rate > 0 else { return nil }
        return Double(total - bytes) / rate
    }
}

extension SplashInfo {
    /// The bytes of a launch at an instant. They agree with the launch's progress.
    public struct Transfer: Equatable, Sendable {
        /// What has arrived, in bytes.
        public var bytes: Int64
        /// The whole, in bytes; `nil` if it is unknown, or does not go with the progress, such as when a longer step follows.
        public var total: Int64?
        /// Bytes a second; 0 while nothing arrives.
        public var rate: Double?
        /// The time that the rest will probably take, in whole seconds from 2 on; `nil` if it is shorter or unknown, or does
        /// not end before the launch's time limit.
        public var timeLeft: Duration?
        /// The launch's time limit, if the rest will probably take longer than that allows.
        public var exceededLimit: Duration?
    }
}

extension Language {
    /// The line under the bar: bytes and, if known, the rate at the left; the remaining time at the right, or nothing.
    public func transfer(_ reading: SplashInfo.Transfer) -> (leading: SafeText, trailing: SafeText) {
        let amount = reading.total.map { bytes(reading.bytes, of: $0) } ?? bytes(reading.bytes)
        return (leading: reading.rate.map { amount + " · " + rate($0) } ?? amount, trailing: transferEnd(reading))
    }

    /// The remaining time, or that it is longer than the launch may take; empty if neither is known.
    package func transferEnd(_ reading: SplashInfo.Transfer) -> SafeText {
        if let limit = reading.exceededLimit { return tooSlow(for: limit) }
        return reading.timeLeft.map { timeLeft($0) } ?? ""
    }
}
