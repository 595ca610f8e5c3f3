/// How fast a transfer goes and how long it will take: what the loading page shows once it is steady.
package struct TransferMeter: Equatable, Sendable {
    /// The rate is that of the last three seconds.
    package static let window = Duration.seconds(3)
    /// Nothing is said of rate and time before the transfer has gone on for this long.
    package static let settling = Duration.seconds(1)
    /// Samples closer together than this are one.
    static let spacing = Duration.milliseconds(100)
    /// No time is told beyond this: it would be a guess.
    package static let longestTimeLeft = Duration.seconds(99 * 60)

    private struct Sample: Equatable {
        var bytes: Int64
        var time: Instant
    }

    /// Bytes that are here, those of an earlier, resumed attempt included.
    package private(set) var bytes: Int64 = 0
    /// Bytes that there will be; `nil` where that is not known.
    package let total: Int64?
    private var first: Instant?
    private var samples: [Sample] = []

    package init(total: Int64? = nil) {
        self.total = total.map { max(0, $0) }
    }

    /// Takes note of how many bytes are here now. The first note is where counting begins. Fewer bytes than before
    /// (a download that began anew) begin the measurement anew; time never runs backwards.
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
        // One sample from before the window stays: the window begins there.
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// Bytes a second over the last seconds, 0 where it stands still; `nil` while there is nothing steady to tell.
    package func rate(at now: Instant) -> Double? {
        guard let first, now - first >= Self.settling, bytes > 0 else { return nil }
        guard let start = samples.last(where: { now - $0.time >= Self.window }) ?? samples.first else { return nil }
        let seconds = (now - start.time).inSeconds
        guard seconds > 0 else { return nil }
        return Double(bytes - start.bytes) / seconds
    }

    /// The time that is left at this rate, whole seconds, at least 1; `nil` where nobody can know.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let total, bytes < total, let rate = rate(at: now), rate > 0 else { return nil }
        let seconds = (Double(total - bytes) / rate).rounded(.up)
        guard seconds <= Self.longestTimeLeft.inSeconds else { return nil }
        return .seconds(max(1, Int64(seconds)))
    }

    /// Everything at once, for drawing.
    package func reading(at now: Instant) -> TransferReading {
        TransferReading(bytes: bytes, total: total, rate: rate(at: now), timeLeft: timeLeft(at: now))
    }
}

/// What a meter shows at an instant.
package struct TransferReading: Equatable, Sendable {
    package var bytes: Int64
    package var total: Int64?
    /// Bytes a second.
    package var rate: Double?
    package var timeLeft: Duration?

    package init(bytes: Int64, total: Int64? = nil, rate: Double? = nil, timeLeft: Duration? = nil) {
        self.bytes = bytes
        self.total = total
        self.rate = rate
        self.timeLeft = timeLeft
    }
}

extension Language {
    /// The line under the bar: at its left bytes and, where it is known, the rate; at its right the time left, or
    /// nothing.
    ///
    /// For the same total the left part begins the same way with and without a rate, and nothing in it moves.
    package func transfer(_ reading: TransferReading) -> (leading: SafeText, trailing: SafeText) {
        let amount = reading.total.map { bytes(reading.bytes, of: $0) } ?? bytes(reading.bytes)
        return (
            leading: reading.rate.map { amount + " · " + rate($0) } ?? amount,
            trailing: reading.timeLeft.map { timeLeft($0) } ?? ""
        )
    }
}
