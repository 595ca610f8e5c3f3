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

/// A command's own messages about its start.
package struct CommandNews: Equatable, Sendable {
    /// The line for people; empty if the former one no longer holds.
    package var status: SafeText?
    /// Its progress, 0…1.
    package var progress: Double?
    /// The deadline that it asks for.
    package var deadline: Instant?

    package init() {}

    var isEmpty: Bool { self == CommandNews() }
}

/// Limits messages to ten a second: the latest counts.
package struct CommandNewsLimit: Sendable {
    package static let interval = Duration.milliseconds(100)

    private var pending = CommandNews()
    private var next = Instant.zero

    package init() {}

    package mutating func add(_ message: NotifyMessage, at now: Instant) {
        if let status = message.status { pending.status = status }
        if let progress = message.progress { pending.progress = progress }
        if let time = message.timeExtension { pending.deadline = max(pending.deadline ?? now, now + time) }
    }

    package mutating func add(_ report: BarReport) {
        if case .fraction(let fraction) = report { pending.progress = fraction }
    }

    /// When there will be a message to take; `nil` if there is none.
    package var nextDeadline: Instant? { pending.isEmpty ? nil : next }

    /// The message, if it is due.
    package mutating func take(at now: Instant) -> CommandNews? {
        guard !pending.isEmpty, now >= next else { return nil }
        defer { pending = CommandNews() }
        next = now + Self.interval
        return pending
    }
}
