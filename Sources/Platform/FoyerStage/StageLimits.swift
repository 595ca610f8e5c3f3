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
    /// The number of requests in the log; older ones are forgotten.
    static let log = 2_000
    /// The number of events that are kept.
    static let events = 10_000
    /// The size of one file of the assets in bytes.
    static let assetBytes = 256 << 20
}
