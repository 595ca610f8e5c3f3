import FoyerCore

/// How a host picks its root from the remote config: the text under a key, case by case.
public struct RootRule: Equatable, Sendable {
    /// One value of the config, and the root for it.
    public struct Case: Equatable, Sendable {
        /// The value, compared as text: a number or a truth value as JSON writes it, such as `1` or `true`.
        public let text: String
        /// The root's name.
        public let root: String

        /// A case with its text and its root.
        public init(_ text: String, root: String) {
            self.text = text
            self.root = root
        }
    }

    /// `nil` for a host with a single root: nothing is fetched for it.
    public let key: String?
    /// The cases; the first that matches counts.
    public let cases: [Case]
    /// The root for every other value, including a missing one.
    public let otherwise: String

    /// A rule for the value of `key`; `otherwise` is the root if no case matches.
    public init(key: String, cases: [Case], otherwise: String) {
        self.key = key
        self.cases = cases
        self.otherwise = otherwise
    }

    /// The same root always.
    public init(always root: String) {
        key = nil
        cases = []
        otherwise = root
    }

    /// - Parameter fetch: how the fetch before the decision ended; `nil` if there was none.
    package func decide(_ snapshot: ConfigSnapshot, after fetch: ConfigFetch?) -> RootDecision {
        guard let key else { return RootDecision(root: otherwise, key: nil, reading: nil, fetch: fetch) }
        let reading = snapshot.text(key)
        let match = cases.first { $0.text.utf8.elementsEqual(reading.value.utf8) }
        var decision = RootDecision(root: match?.root ?? otherwise, key: key, reading: reading, fetch: fetch)
        let isOfPlatform = reading.source == .remote || reading.source == .cached
        decision.isUnknown = match == nil && isOfPlatform
        return decision
    }
}

/// A root, and what it was picked from.
public struct RootDecision: Equatable, Sendable {
    /// The name of the picked root.
    public let root: String
    /// `nil` if the host has a single root.
    public let key: String?
    package let reading: ConfigReading<String>?
    /// Whether the platform's value is none of the rule's cases.
    package var isUnknown = false
    /// How the fetch before it ended; `nil` if there was none.
    package let fetch: ConfigFetch?
}
