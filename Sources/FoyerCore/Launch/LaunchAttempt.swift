/// An attempt that is loading: what nobody needs once it is over.
package struct LaunchAttempt: Equatable, Sendable {
    /// Where the bar stops until everything is ready.
    static let highestWhileLoading = 0.99

    let began: Instant
    private(set) var deadline: Instant
    var estimate: ProgressEstimate
    var isInfoTold = false
    /// The kind of this launch, for what it teaches.
    var kind = ""
    /// When the bar next moves by itself; `nil` if it does not.
    private(set) var nextCrawl: Instant?

    init(began: Instant, timeout: Duration, estimate: ProgressEstimate) {
        self.began = began
        deadline = began + timeout
        self.estimate = estimate
    }

    /// A deadline never moves closer.
    mutating func extend(until instant: Instant) {
        deadline = max(deadline, instant)
    }

    /// What the bar shows, in whole per cents.
    func shown(at now: Instant) -> Double {
        min((estimate.value(at: now) * 100).rounded(.down) / 100, Self.highestWhileLoading)
    }

    /// Finds the first whole interval after which the bar shows more than `progress` by itself.
    mutating func planCrawl(beyond progress: Double, every interval: Duration, at now: Instant) {
        nextCrawl = crawl(beyond: progress, every: interval, at: now)
    }

    private func crawl(beyond progress: Double, every interval: Duration, at now: Instant) -> Instant? {
        guard estimate.movesByItself, progress < Self.highestWhileLoading else { return nil }
        func moves(after intervals: Int) -> Bool { shown(at: now + interval * intervals) > progress }
        var most = 1
        while !moves(after: most) {
            // By then the attempt has long ended.
            guard most < 1 << 16 else { return nil }
            most *= 2
        }
        var least = most / 2
        while least + 1 < most {
            let middle = (least + most) / 2
            if moves(after: middle) { most = middle } else { least = middle }
        }
        return now + interval * most
    }
}
