/// What the engine needs to know about a step of a launch. The body that does the work is elsewhere.
package struct LaunchStep: Equatable, Sendable, Identifiable {
    /// The step's name in events, logs, JSON lines and learned progress; unique in its list.
    package let id: String
    /// The text on the loading page while the step runs: the host's, or the English one of `words`.
    package let label: String
    /// The text in every language; `nil` if it is the host's, which is shown as it is.
    package let words: Phrase?
    /// The step's share of the bar relative to the other steps, before anything was learned. At least 0.
    package let weight: Double
    /// The steps to wait for; `nil` means the one before it in the list.
    package let after: [String]?
    /// Whether the launch waits for this step. If not, the step cannot fail the launch.
    package let isAwaited: Bool
    /// The step may fetch something: its progress then comes from bytes, and never from learned times alone.
    package let fetches: Bool
}

extension LaunchStep {
    /// The id of the step that brings the program's picture.
    package static let icon = "icon"

    package init(
        _ id: String, label: String, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true,
        fetches: Bool = false
    ) {
        self.init(
            id: id, label: label, words: nil, weight: weight, after: after, isAwaited: isAwaited, fetches: fetches)
    }

    /// A step of Foyer's own.
    package init(
        _ id: String, words: Phrase, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true,
        fetches: Bool = false
    ) {
        self.init(
            id: id, label: words.english, words: words, weight: weight, after: after, isAwaited: isAwaited,
            fetches: fetches)
    }
}
