import FoyerCore

/// A path with parameters: `page/view1`, `item/{id}/edit`, `miniapp/{appId}/{page...}`. The first part is a link's
/// host; the last may take everything that follows, even nothing.
package struct RoutePattern: Hashable, Sendable, CustomStringConvertible {
    enum Part: Hashable, Sendable {
        case word(String)
        case parameter(String)
        case rest(String)
    }

    package let text: String
    let parts: [Part]

    /// Fails if the host is not a plain lower-case word, a part is empty, a parameter has no name or a duplicate one,
    /// or something follows a part that takes the rest.
    package init?(_ text: String) {
        var parts: [Part] = []
        var names: Set<String> = []
        for piece in text.split(separator: "/", omittingEmptySubsequences: false) {
            if case .rest? = parts.last { return nil }
            guard let part = Self.part(piece) else { return nil }
            switch part {
            case .word: break
            case .parameter(let name), .rest(let name):
                guard names.insert(name).inserted else { return nil }
            }
            parts.append(part)
        }
        guard case .word(let host)? = parts.first, host == host.lowercased(),
            (try? DeepLink(scheme: "x", host: host)) != nil
        else { return nil }
        self.text = text
        self.parts = parts
    }

    var host: String {
        if case .word(let host)? = parts.first { host } else { "" }
    }

    /// The parameters that match this path; `nil` if it does not match.
    func match(_ names: [String]) -> [HostRoute.Parameter]? {
        var parameters: [HostRoute.Parameter] = []
        for (index, part) in parts.enumerated() {
            if case .rest(let name) = part {
                parameters.append(HostRoute.Parameter(name, names.dropFirst(index).joined(separator: "/")))
                return parameters
            }
            guard index < names.count else { return nil }
            switch part {
            case .word(let word): guard word.utf8.elementsEqual(names[index].utf8) else { return nil }
            case .parameter(let name): parameters.append(HostRoute.Parameter(name, names[index]))
            case .rest: return nil
            }
        }
        return names.count == parts.count ? parameters : nil
    }

    /// How general each part is; of two patterns that match, the one with the smaller list wins.
    var openness: [Int] {
        parts.map { part in
            switch part {
            case .word: 0
            case .parameter: 1
            case .rest: 2
            }
        }
    }

    /// The pattern without its parameters' names: two patterns that share it cannot be told apart.
    var shape: [Part] {
        parts.map { part in
            switch part {
            case .word: part
            case .parameter: .parameter("")
            case .rest: .rest("")
            }
        }
    }

    package var description: String { text }

    private static func part(_ piece: Substring) -> Part? {
        guard !piece.isEmpty else { return nil }
        guard piece.hasPrefix("{"), piece.hasSuffix("}") else {
            return piece.contains { $0 == "{" || $0 == "}" } ? nil : .word(String(piece))
        }
        let name = piece.dropFirst().dropLast()
        if name.hasSuffix("...") { return named(name.dropLast(3)).map(Part.rest) }
        return named(name).map(Part.parameter)
    }

    private static func named(_ name: Substring) -> String? {
        !name.isEmpty && name.utf8.allSatisfy(URIText.isLetterOrDigit) ? String(name) : nil
    }
}
