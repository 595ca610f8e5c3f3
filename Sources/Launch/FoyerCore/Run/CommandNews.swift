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
