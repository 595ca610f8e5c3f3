/// A launch as one frame shows it. Its parts agree in every frame: splash, status line and lines draw this, and nothing else.
///
/// Beside bytes out of a total stands a figure that agrees with them within five points. The figure does not go away
/// before the attempt ends, and never falls. The time left is the bytes' own, from 2 seconds up to the launch's limit.
package struct LoadingState: Equatable, Sendable {
    /// The label's text, before it is put into words.
    package enum Label: Equatable, Sendable {
        /// Nothing runs that the launch waits for: before the first step, and after a failure.
        case none
        case step(LaunchStep)
        case ready
    }

    package let label: Label
    /// The bar's filled part, in whole per cents as 0.00…1.00; 1 only when everything is ready.
    package let fraction: Double
    /// The fraction is known, so that a figure stands beside the bar.
    package let isMeasured: Bool
    /// The fetch, once it has taken half a second and for as long as it takes.
    package let transfer: SplashInfo.Transfer?

    /// The figure; `nil` if nobody knows how far the launch is.
    package var percent: Int? { isMeasured ? Int((fraction * 100).rounded()) : nil }

    package init(label: Label, fraction: Double, isMeasured: Bool, transfer: SplashInfo.Transfer? = nil) {
        (self.label, self.fraction, self.isMeasured, self.transfer) = (label, fraction, isMeasured, transfer)
    }

    /// The state of a launch that is loading.
    ///
    /// - Parameters:
    ///   - fraction: how far the bar is; at least as far as it has been.
    ///   - deadline: when the attempt's time is over, `limit` after it began.
    init(
        _ estimate: ProgressEstimate, step: LaunchStep?, fraction: Double, isMeasured: Bool, limit: Duration,
        deadline: Instant, at now: Instant
    ) {
        var transfer: SplashInfo.Transfer?
        if estimate.isFetching, let rate = estimate.meter.rate(at: now) {
            let seconds = estimate.endsWithFetch ? estimate.meter.secondsLeft(at: now) : nil
            let isTooLong = seconds.map { $0.rounded(.up) > (deadline - now).inSeconds } ?? false
            let left = seconds != nil && !isTooLong ? estimate.meter.timeLeft(at: now) : nil
            transfer = SplashInfo.Transfer(
                bytes: estimate.meter.bytes, total: estimate.agreesWithBytes ? estimate.meter.total : nil, rate: rate,
                timeLeft: left, exceededLimit: isTooLong ? limit : nil)
        }
        self.init(
            label: step.map { .step($0) } ?? .none, fraction: fraction, isMeasured: isMeasured, transfer: transfer)
    }
}

extension Language {
    /// The label in words; empty without one.
    package func label(_ label: LoadingState.Label) -> SafeText {
        switch label {
        case .none: ""
        case .step(let step): stepLabel(step)
        case .ready: self[.stepReady]
        }
    }
}
