/// Which flows of a set are played. The order stays.
package struct FlowChoice: Sendable {
    /// Parts of a title or a file's name, in any case; one of them suffices. Empty for all.
    package var filters: [String] = []
    /// One of these suffices. Empty for all.
    package var tags: [String] = []
    package var tagsLeftOut: [String] = []
    /// Whole paths; `nil` for all.
    package var files: Set<String>?
    package var shard: Shard?

    package init() {}

    package func chosen(of flows: [Scenario]) -> [Scenario] {
        let wanted = flows.filter(isWanted)
        return shard?.part(of: wanted) ?? wanted
    }

    private func isWanted(_ flow: Scenario) -> Bool {
        let named = [flow.title, flow.file].map { $0.lowercased() }
        return (filters.isEmpty || filters.contains { part in named.contains { $0.contains(part.lowercased()) } })
            && (tags.isEmpty || tags.contains(where: flow.tags.contains))
            && !tagsLeftOut.contains(where: flow.tags.contains)
            && files?.contains(flow.file) != false
    }
}

/// One of several machines that share a set: each flow is in exactly one of their parts, and neighbours, which often take
/// equally long, are in different ones.
package struct Shard: Equatable, Sendable {
    /// From 1 to ``count``.
    package let number: Int
    package let count: Int

    /// - Parameter text: such as `2/7`; anything else is `nil`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
            (1...count).contains(number)
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    package func part<Element>(of all: [Element]) -> [Element] {
        all.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
    }
}
