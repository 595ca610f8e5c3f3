/// The answer to a request in memory, and its timing.
struct MemoryAnswer: Sendable {
    /// What happens after the last byte.
    enum Ending: Sendable {
        /// The body ends as its framing says.
        case complete
        /// The connection closes, or is reset, before the body is complete.
        case broken
        /// The connection stays open, and nothing more comes.
        case silent
        /// There is no connection.
        case refused
        /// The host's name does not resolve.
        case unresolved
        /// The host cannot prove its identity.
        case untrusted
    }

    /// Status line and fields as on the wire, including the blank line; empty if there is no answer.
    var head: [UInt8] = []
    var body: [UInt8] = []
    /// The body repeats for ever.
    var isEndless = false
    /// The time before the first byte.
    var delay: Duration = .zero
    /// The pace of the body; `nil`: all at once.
    var bytesPerSecond: Int?
    var ending = Ending.complete
}
