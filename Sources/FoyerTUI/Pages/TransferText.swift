import FoyerCore

/// The line under the bar: bytes and rate at the left, the time left at the right.
package struct TransferText: Equatable, Sendable {
    package var leading: SafeText
    package var trailing: SafeText

    package init(leading: SafeText, trailing: SafeText = "") {
        self.leading = leading
        self.trailing = trailing
    }
}
