/// What the engine needs to know of one step of a launch. The body that does the work lies elsewhere.
package struct LaunchStep: Equatable, Sendable, Identifiable {
    /// Names the step in events, logs, `--json` and learned progress; unique in its list.
    package let id: String
    /// What the loading page shows while the step runs; a key of the word catalogue, or plain text of the host.
    package let label: String
    /// The step's share of the bar relative to the other steps, before anything was learned. At least 0.
    package let weight: Double
    /// Steps that must have ended before this one starts; `nil` means the step before it in the list.
    package let after: [String]?
    /// Whether the launch waits for this step. One that is not waited for cannot fail the launch either.
    package let isAwaited: Bool

    package init(_ id: String, label: String, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true) {
        self.id = id
        self.label = label
        self.weight = weight
        self.after = after
        self.isAwaited = isAwaited
    }
}
