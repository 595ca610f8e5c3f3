import FoyerCore

/// Something that happened while a host started and ran: for recordings and traces.
public struct HostMoment: Sendable {
    public enum Phase: Sendable {
        /// A part of the start has begun or ended: `launch screen`, `splash`, `config`, `root`.
        case began, ended
        /// Any other moment, described in a few English words.
        case happened
    }

    public let name: String
    public let phase: Phase
    public let instant: Instant

    public init(_ name: String, _ phase: Phase, at instant: Instant) {
        self.name = name
        self.phase = phase
        self.instant = instant
    }
}
