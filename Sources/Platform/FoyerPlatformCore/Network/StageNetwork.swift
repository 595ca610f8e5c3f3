import FoyerCore

/// The network that a stage imitates: how long a request takes there, and how fast an answer comes.
///
/// The figures are those with which Lighthouse measures web pages (its desktopDense4G, mobileSlow4G and mobileRegular3G:
/// 40 ms and 10,240 kbit/s, 150 ms and 1,638 kbit/s, 300 ms and 700 kbit/s), rounded down; at home a fifth of the line is
/// somebody else's.
package enum StageNetwork: String, CaseIterable, Sendable {
    /// A connection at home.
    case home
    /// A telephone's.
    case mobile
    /// A telephone's where there is little of it.
    case slow
    /// This machine alone: nothing waits.
    case loopback = "none"

    /// The usual time before the first byte of an answer.
    package var delay: Duration {
        switch self {
        case .home: .milliseconds(40)
        case .mobile: .milliseconds(150)
        case .slow: .milliseconds(300)
        case .loopback: .zero
        }
    }

    /// The usual pace of an answer; `nil` for as fast as the peer reads.
    package var bytesPerSecond: Int? {
        switch self {
        case .home: 1_000_000
        case .mobile: 200_000
        case .slow: 87_500
        case .loopback: nil
        }
    }

    /// The delay and the pace of one answer: around the usual ones, and the same each time for a seed.
    ///
    /// - Parameter request: its number.
    package func conditions(of request: Int, seed: UInt64) -> (delay: Duration, bytesPerSecond: Int?) {
        let chance = (seed &+ UInt64(truncatingIfNeeded: request)).splitMixed
        func around(_ chance: UInt64, _ width: Double) -> Double {
            1 + width * (Double(chance & 0xFFFF) / Double(0xFFFF) * 2 - 1)
        }
        return (
            delay * around(chance, Self.delayWidth),
            bytesPerSecond.map { Int(Double($0) * around(chance >> 16, Self.paceWidth)) }
        )
    }

    /// How far a delay may be from the usual one, as a part of it.
    private static let delayWidth = 0.25
    private static let paceWidth = 0.1
}
