/// The limits of the stage, so that no peer can make it grow without end.
package enum StageLimits {
    /// The length of a text that a fault puts into a header, in characters.
    package static let faultText = 8_192
    /// The byte positions that a fault may name.
    package static let positions = 0...1_099_511_627_776
    /// The extra header bytes that a fault may ask for.
    package static let headerPadding = 16 * 1_024 * 1_024
    /// The number of rules in force at a time.
    static let rules = 256
    /// The size of a request's body in bytes.
    static let requestBody = 1_024 * 1_024
    /// The length of a request's target in bytes.
    static let target = 8_192
    /// The number of pipelined requests of one connection.
    static let pipelined = 16
    /// The number of requests in the log; older ones are forgotten.
    static let log = 2_000
    /// The number of events that are kept.
    static let events = 10_000
    /// The number of connections at a time; one more closes the oldest. A process of an ordinary user has 1,024
    /// descriptors for everything.
    static let connections = 128
    /// Seconds of silence in both directions after which a connection is closed.
    static let silence: Int64 = 120
    /// The size of one file of the assets in bytes.
    static let assetBytes = 256 << 20
}
