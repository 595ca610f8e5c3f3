/// What earlier launches of a program taught about how its time divides among the steps.
public struct LearnedProgress: Equatable, Sendable {
    /// Seconds that a launch takes.
    public var duration: Double
    /// For each step the fraction of the launch's time, 0…1, at which it ended.
    public var ends: [String: Double]

    /// Clamps what it is given: a kept file may hold anything.
    public init(duration: Double, ends: [String: Double]) {
        self.duration = duration.isFinite ? min(max(duration, Self.shortest), Self.longest) : Self.shortest
        self.ends = ends.compactMapValues { $0.isFinite ? min(max($0, 0), 1) : nil }
    }

    /// Seconds; a launch is never taken to be shorter or longer than these.
    static let shortest = 0.05
    public static let longest = 600.0

    /// Averages a new launch in, half and half, as Plymouth does for booting: one odd launch is soon forgotten,
    /// and a lasting change is soon believed.
    public func averaged(with newer: LearnedProgress) -> LearnedProgress {
        var ends: [String: Double] = [:]
        for (step, fraction) in newer.ends {
            ends[step] = self.ends[step].map { ($0 + fraction) / 2 } ?? fraction
        }
        return LearnedProgress(duration: (duration + newer.duration) / 2, ends: ends)
    }
}
