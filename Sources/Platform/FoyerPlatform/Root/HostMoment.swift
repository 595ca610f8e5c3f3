import FoyerCore
import FoyerPlatformCore

/// Something that happened while a host started and ran: for recordings and traces.
///
/// ```swift
/// host.report = { moment in log("\(moment.name) \(moment.phase) at \(moment.instant - .zero)") }
/// ```
public struct HostMoment: Sendable {
    /// What kind of moment it is.
    public enum Phase: Sendable {
        /// A part of the start has begun or ended: `launch screen`, `splash`, `config`, `root`.
        case began, ended
        /// Any other moment, described in a few English words.
        case happened
    }

    /// The part of the start, or a few words.
    public let name: String
    /// Begin, end, or neither.
    public let phase: Phase
    /// On the monotonic clock.
    public let instant: Instant

    /// A moment of the host's own.
    public init(_ name: String, _ phase: Phase, at instant: Instant) {
        self.name = name
        self.phase = phase
        self.instant = instant
    }
}
