/// Which commands a command needs, in an order in which each comes after all that it needs itself.
package struct CommandNeeds: Equatable, Sendable {
    /// Why there is no such order.
    package enum Flaw: Error, Equatable, Sendable {
        /// There is no command of this name.
        case unknown(String, neededBy: String)
        case twice(String, neededBy: String)
        /// The first and the last are the same: each needs the next.
        case cycle([String])
        /// More than ``CommandNeeds/most``.
        case tooMany(Int)
    }

    /// The most commands that one command may need, with all that those need: each takes a thread and a terminal.
    package static let most = 32

    /// All of them; the last one is the command itself.
    package let order: [String]
    private let needs: [String: [String]]

    /// - Parameters:
    ///   - name: the command.
    ///   - needs: what each command needs; `nil` for a name that is none.
    package init(of name: String, _ needs: @escaping (String) -> [String]?) throws(Flaw) {
        var search = Search(needs: needs)
        try search.visit(name, from: nil)
        (order, self.needs) = (search.order, search.found)
        if order.count - 1 > Self.most { throw .tooMany(order.count - 1) }
    }

    package func of(_ name: String) -> [String] { needs[name] ?? [] }

    /// Those that cannot do without it.
    package func dependents(of name: String) -> [String] { order.filter { of($0).contains(name) } }

    private struct Search {
        let needs: (String) -> [String]?
        var order: [String] = []
        var found: [String: [String]] = [:]
        var path: [String] = []

        mutating func visit(_ name: String, from parent: String?) throws(Flaw) {
            if let place = path.firstIndex(of: name) { throw .cycle(path[place...] + [name]) }
            if found[name] != nil { return }
            guard let needed = needs(name) else { throw .unknown(name, neededBy: parent ?? name) }
            path.append(name)
            var seen: Set<String> = []
            for other in needed {
                guard seen.insert(other).inserted else { throw .twice(other, neededBy: name) }
                try visit(other, from: name)
            }
            path.removeLast()
            found[name] = needed
            order.append(name)
        }
    }
}
