/// What was typed for a program before it had the terminal.
package struct TypedAhead: Sendable {
    /// Before a screen of ours: the terminal has shown it.
    package var seen: [UInt8]
    /// At that screen: nobody has seen it.
    package var keys: [UInt8]

    package init(seen: [UInt8] = [], keys: [UInt8] = []) {
        self.seen = seen
        self.keys = keys
    }
}
