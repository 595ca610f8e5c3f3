/// Lets through as much of a transfer's progress as a bar can show: each whole per cent, or some thirty a second.
public struct ProgressGate: Sendable {
    public static let interval = Duration.milliseconds(33)

    private var reported: Instant?
    private var percent: Int64 = -1

    public init() {}

    /// Whether the listener should hear of this state.
    ///
    /// - Parameter expected: bytes in all; `nil` where nobody knows.
    public mutating func admits(received: Int64, expected: Int64?, at now: Instant) -> Bool {
        let reached = expected.map { $0 > 0 ? Int64((Double(received) / Double($0) * 100)) : 100 } ?? -1
        let isDue = reported.map { now - $0 >= Self.interval } ?? true
        guard isDue || reached != percent else { return false }
        reported = now
        percent = reached
        return true
    }
}
