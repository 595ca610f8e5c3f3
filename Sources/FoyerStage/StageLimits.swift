/// What the stage bears, so that no peer can make it grow without end.
enum StageLimits {
    /// Characters of a text that a fault puts into a header.
    static let faultText = 8_192
    /// Byte positions that a fault may name.
    static let positions = 0...1_099_511_627_776
    /// Bytes of extra headers that a fault may ask for.
    static let headerPadding = 16 * 1_024 * 1_024
    /// Rules in force at a time.
    static let rules = 256
    /// Bytes of a request's body.
    static let requestBody = 1_024 * 1_024
    /// Bytes of a request's target.
    static let target = 8_192
    /// Requests of one connection that wait for their turn.
    static let pipelined = 16
    /// Requests that the log keeps; older ones are forgotten.
    static let log = 2_000
    /// Events that are kept.
    static let events = 10_000
    /// Connections at a time; one more closes the oldest. A process of an ordinary user has 1,024 descriptors for everything.
    static let connections = 128
    /// Seconds of silence in both directions after which a connection is closed.
    static let silence: Int64 = 120
    /// Bytes of one file of the assets.
    static let assetBytes = 256 << 20
}
