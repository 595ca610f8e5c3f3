/// The rate and the remaining time of a transfer, for the loading page once they are steady.
package struct TransferMeter: Equatable, Sendable {
    /// The rate covers the last three seconds.
    package static let window = Duration.seconds(3)
    /// Rate and time are hidden until the transfer has taken this long.
    package static let settling = Duration.milliseconds(500)
    /// Samples closer together than this count as one.
    static let spacing = Duration.milliseconds(100)
    /// Longer times are not shown: they would be guesses.
    package static let longestTimeLeft = Duration.seconds(99 * 60)

    private struct Sample: Equatable {
        var bytes: Int64
        var time: Instant
    }

    /// The bytes received, including those of an earlier, resumed attempt.
    public private(set) var bytes: Int64 = 0
    /// The total bytes; `nil` if unknown.
    package let total: Int64?
    private var first: Instant?
    private var samples: [Sample] = []

    package init(total: Int64? = nil) {
        self.total = total.map { max(0, $0) }
    }

    /// Records the number of bytes received. The first call sets the starting point. A smaller number than before (a
    /// download that started over) restarts the measurement; time never runs backwards.
    package mutating func record(bytes count: Int64, at time: Instant) {
        let count = max(0, count)
        if count < bytes {
            samples = []
            first = nil
        }
        bytes = count
        let time = max(time, samples.last?.time ?? time)
        if first == nil { first = time }
        if samples.count > 1, let last = samples.last, time - samples[samples.count - 2].time < Self.spacing {
            samples[samples.count - 1] = Sample(bytes: count, time: max(time, last.time))
        } else {
            samples.append(Sample(bytes: count, time: time))
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
        return Double(bytes - start.bytes) / seconds
    }

    /// The remaining time at this rate in whole seconds, at least 1; `nil` if unknown.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let total, bytes < total, let rate = rate(at: now), rate > 0 else { return nil }
        let seconds = (Double(total - bytes) / rate).rounded(.up)
        guard seconds <= Self.longestTimeLeft.inSeconds else { return nil }
        return .seconds(max(1, Int64(seconds)))
    }

    /// All values at once, for drawing.
    package func reading(at now: Instant) -> SplashInfo.Transfer {
        SplashInfo.Transfer(bytes: bytes, total: total, rate: rate(at: now), timeLeft: timeLeft(at: now))
    }
}

extension SplashInfo {
    /// The values of a meter at an instant.
    public struct Transfer: Equatable, Sendable {
        /// What has arrived, in bytes.
        public var bytes: Int64
        /// The whole, in bytes; `nil` if unknown.
        public var total: Int64?
        /// Bytes a second; `nil` until it can be told.
        public var rate: Double?
        /// The time that the rest will probably take; `nil` until it can be told.
        public var timeLeft: Duration?
    }
}

extension Language {
    /// The line under the bar: bytes and, if known, the rate at the left; the remaining time at the right, or nothing.
    ///
    /// For the same total, the left part begins the same way with and without a rate, and nothing in it moves.
    public func transfer(_ reading: SplashInfo.Transfer) -> (leading: SafeText, trailing: SafeText) {
        let amount = reading.total.map { bytes(reading.bytes, of: $0) } ?? bytes(reading.bytes)
        return (
            leading: reading.rate.map { amount + " · " + rate($0) } ?? amount,
            trailing: reading.timeLeft.map { timeLeft($0) } ?? ""
        )
    }
}
