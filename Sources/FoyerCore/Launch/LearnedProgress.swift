/// What earlier launches of a program taught about how its time divides among the steps.
package struct LearnedProgress: Equatable, Sendable {
    /// Seconds that a launch takes.
    package var duration: Double
    /// For each step the fraction of the launch's time, 0…1, at which it ended.
    package var ends: [String: Double]
    /// What kind of launch taught it; empty where there is one kind alone.
    package var kind: String
    /// How many launches taught it.
    package var runs: Int

    /// Clamps what it is given: a kept file may hold anything.
    package init(duration: Double, ends: [String: Double], kind: String = "", runs: Int = 1) {
        self.kind = kind
        self.runs = min(max(runs, 1), Self.mostRuns)
        self.duration = duration.isFinite ? min(max(duration, Self.shortest), Self.longest) : Self.shortest
        self.ends = ends.compactMapValues { $0.isFinite ? min(max($0, 0), 1) : nil }
    }

    /// Seconds; a launch is never taken to be shorter or longer than these.
    static let shortest = 0.05
    package static let longest = 600.0
    /// From here on they are not counted.
    package static let mostRuns = 1000
    /// From here on what was learned is a habit that people may be told of.
    static let runsOfHabit = 3

    /// Averages a new launch in, half and half, as Plymouth does for booting: one odd launch is soon forgotten,
    /// and a lasting change is soon believed. A launch of another kind begins anew.
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
