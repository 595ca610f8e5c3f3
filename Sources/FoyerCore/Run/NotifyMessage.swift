/// What a service says on the socket that `NOTIFY_SOCKET` names (see `sd_notify(3)`), as far as a launch has use for it.
package struct NotifyMessage: Equatable, Sendable {
    /// Bytes of a message; libraries send no longer ones.
    package static let longest = 4096
    /// The longest time that one message can ask for.
    static let longestExtension = Duration.seconds(86_400)

    /// `READY=1`.
    package var isReady = false
    /// `STOPPING=1`: it is on its way out, ready or not.
    package var isStopping = false
    /// `STATUS=`: one line for people; empty where the one before no longer holds.
    package var status: SafeText?
    /// `ERRNO=`: the system's number of what went wrong.
    package var errorNumber: Int32?
    /// `EXTEND_TIMEOUT_USEC=`: the time that it wants from now on.
    package var timeExtension: Duration?
    /// `X_FOYER_PROGRESS=`: how far it is, 0…1.
    package var progress: Double?

    package init() {}

    /// Reads `NAME=VALUE` lines; unknown names and wrong values are passed over, and of two the last counts.
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
        default: break
        }
    }
}
