/// What earlier launches of a program taught about how its time is divided among the steps.
package struct LearnedProgress: Equatable, Sendable {
    /// The duration of a launch in seconds.
    package var duration: Double
    /// For each step, the fraction of the launch's time, 0…1, at which it ended.
    package var ends: [String: Double]
    /// The kind of launch that taught it; empty if there is only one kind.
    package var kind: String
    /// The number of launches that taught it.
    package var runs: Int

    /// Clamps its arguments: a file may hold anything.
    package init(duration: Double, ends: [String: Double], kind: String = "", runs: Int = 1) {
        self.kind = kind
        self.runs = min(max(runs, 1), Self.mostRuns)
        self.duration = duration.isFinite ? min(max(duration, Self.shortest), Self.longest) : Self.shortest
        self.ends = ends.compactMapValues { $0.isFinite ? min(max($0, 0), 1) : nil }
    }

    /// In seconds; durations are clamped to these.
    static let shortest = 0.05
    package static let longest = 600.0
    /// Launches beyond this are not counted.
    package static let mostRuns = 1000
    /// From this number of launches on, the usual duration may be shown.
    static let runsOfHabit = 3

    /// Averages a new launch in, half and half, as Plymouth does for booting: one odd launch is soon forgotten, and a
    /// lasting change is soon learned. A launch of another kind starts over.
    package func averaged(with newer: LearnedProgress) -> LearnedProgress {
        guard newer.kind == kind else { return newer }
        var ends: [String: Double] = [:]
        for (step, fraction) in newer.ends {
            ends[step] = self.ends[step].map { ($0 + fraction) / 2 } ?? fraction
        }
        return LearnedProgress(
            duration: (duration + newer.duration) / 2, ends: ends, kind: kind, runs: runs + newer.runs)
    }
}
