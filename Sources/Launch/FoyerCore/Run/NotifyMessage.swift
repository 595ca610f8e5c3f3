/// A service's message on the socket that `NOTIFY_SOCKET` names (see `sd_notify(3)`), as far as a launch can use it.
package struct NotifyMessage: Equatable, Sendable {
    /// The size limit of a message in bytes; libraries send no longer ones.
    package static let longest = 4096
    /// The longest extension that one message can ask for.
    static let longestExtension = Duration.seconds(86_400)

    /// `READY=1`.
    package var isReady = false
    /// `STOPPING=1`: it is about to end, ready or not.
    package var isStopping = false
    /// `STATUS=`: one line for people; empty if the former one no longer holds.
    package var status: SafeText?
    /// `ERRNO=`: the system's number for what went wrong.
    package var errorNumber: Int32?
    /// `EXTEND_TIMEOUT_USEC=`: the time that it needs from now on.
    package var timeExtension: Duration?
    /// `X_FOYER_PROGRESS=`: its progress, 0…1.
    package var progress: Double?
    /// `X_FOYER_ERROR=` and what goes with it; `nil` if none of these was sent.
    package var error: CommandError?

    package init() {}

    /// Reads `NAME=VALUE` lines; skips unknown names and wrong values, and of duplicates the last counts.
    package init(_ bytes: some Collection<UInt8>) {
        for line in bytes.prefix(Self.longest).split(separator: 0x0A) {
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = String(decoding: line[line.index(after: sign)...], as: UTF8.self)
            take(String(decoding: line[..<sign], as: UTF8.self), value)
        }
    }

    private mutating func take(_ name: String, _ value: String) {
        switch name {
        case "READY": isReady = isReady || value == "1"
        case "STOPPING": isStopping = isStopping || value == "1"
        case "STATUS": status = SafeText(value)
        case "ERRNO": if let number = Int32(value), number > 0 { errorNumber = number }
        case "EXTEND_TIMEOUT_USEC":
            guard let number = Int64(value), number > 0 else { return }
            timeExtension = min(.microseconds(number), Self.longestExtension)
        case "X_FOYER_PROGRESS":
            if let fraction = Double(value), fraction.isFinite { progress = min(max(fraction, 0), 1) }
        default:
            var said = error ?? CommandError()
            said.take(name, value)
            if said != CommandError() { error = said }
        }
    }
}
