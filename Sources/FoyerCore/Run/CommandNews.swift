/// What a command says about its own start.
public struct CommandNews: Equatable, Sendable {
    /// The line for people; empty where the one before no longer holds.
    public var status: SafeText?
    /// How far it is, 0…1.
    public var progress: Double?
    /// Until when it wants to have time.
    public var deadline: Instant?

    public init() {}

    var isEmpty: Bool { self == CommandNews() }
}

/// Limits news to ten a second: the latest counts.
public struct CommandNewsLimit: Sendable {
    public static let interval = Duration.milliseconds(100)

    private var pending = CommandNews()
    private var next = Instant.zero

    public init() {}

    public mutating func add(_ message: NotifyMessage, at now: Instant) {
        if let status = message.status { pending.status = status }
        if let progress = message.progress { pending.progress = progress }
        if let time = message.timeExtension { pending.deadline = max(pending.deadline ?? now, now + time) }
    }

    public mutating func add(_ report: BarReport) {
        if case .fraction(let fraction) = report { pending.progress = fraction }
    }

    /// When there will be news to take; `nil` where there are none.
    public var nextDeadline: Instant? { pending.isEmpty ? nil : next }

    /// The news, where it is time for some.
    public mutating func take(at now: Instant) -> CommandNews? {
        guard !pending.isEmpty, now >= next else { return nil }
        defer { pending = CommandNews() }
        next = now + Self.interval
        return pending
    }
}
