import FoyerCore

/// The line under the bar: bytes and rate at its left, the time left at its right.
public struct TransferText: Equatable, Sendable {
    public var leading: SafeText
    public var trailing: SafeText

    public init(leading: SafeText, trailing: SafeText = "") {
        self.leading = leading
        self.trailing = trailing
    }
}
