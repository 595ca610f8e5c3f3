/// placeholder until the rules branch lands
public struct TransferMeter: Equatable, Sendable {
    public init() {}
    public mutating func update(bytes: Int, total: Int, at now: Instant) {}
}
