import FoyerCore

/// Maps links of the host's scheme to its routes.
public struct HostRouter: Equatable, Sendable {
    /// The scheme of the host's links, such as `shop`.
    public let scheme: String
    package let patterns: [RoutePattern]
    /// Other names of hosts.
    private let aliases: [String: String]

    /// Refuses what could never work, which is a mistake of the host's code.
    ///
    /// - Parameter aliases: hosts that links may use in place of one in the patterns. Both lead to the same route, so
    ///   that a page on screen is recognised by either.
    public init(scheme: String, patterns: [String], aliases: [String: String] = [:]) throws(HostRouterError) {
        guard URIText.isScheme(scheme.utf8) else { throw .scheme(scheme) }
        var read: [RoutePattern] = []
        var shapes: Set<[RoutePattern.Part]> = []
        for text in patterns {
            guard let pattern = RoutePattern(text) else { throw .pattern(text) }
            guard shapes.insert(pattern.shape).inserted else { throw .patternTwice(text) }
            read.append(pattern)
        }
        for (alias, host) in aliases {
            guard read.contains(where: { $0.host == host }) else { throw .pattern(host) }
            guard !read.contains(where: { $0.host == alias }) else { throw .patternTwice(alias) }
        }
        self.scheme = scheme.lowercased()
        self.patterns = read
        self.aliases = aliases
    }

    /// The route of a raw text.
    public func route(_ text: String) throws(DeepLinkRefusal) -> HostRoute {
        try route(DeepLink(text))
    }

    /// The route of a link. If several patterns match, words count before parameters, from the left. A route of
    /// ``MiniProgramLink/pattern`` is validated as such.
    package func route(_ link: DeepLink) throws(DeepLinkRefusal) -> HostRoute {
        guard link.scheme == scheme else { throw .scheme(link.scheme) }
        let link = aliases[link.host].map { link.at(host: $0) } ?? link
        guard patterns.contains(where: { $0.host == link.host }) else { throw .host(link.host) }
        var best: (pattern: RoutePattern, parameters: [HostRoute.Parameter])?
        for pattern in patterns {
            guard let parameters = pattern.match([link.host] + link.segments) else { continue }
            if let best, !pattern.openness.lexicographicallyPrecedes(best.pattern.openness) { continue }
            best = (pattern, parameters)
        }
        guard let best else { throw .path("/" + link.address) }
        let route = HostRoute(link, name: best.pattern.text, parameters: best.parameters)
        // Links into mini programs have a form that patterns cannot express.
        _ = try MiniProgramLink(route)
        return route
    }
}

/// An invalid configuration of a router.
public enum HostRouterError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a scheme: letters, digits, `+`, `-` and `.`, a letter first.
    case scheme(String)
    /// Not a route: `host/word/{parameter}/{rest...}`.
    case pattern(String)
    /// Another pattern matches exactly the same links.
    case patternTwice(String)

    /// For people, in English.
    public var description: String {
        switch self {
        case .scheme(let text): "\"\(SafeText(text))\" is not a scheme: letters, digits, +, - and ., a letter first"
        case .pattern(let text): "\"\(SafeText(text))\" is not a route: host/word/{parameter}/{rest...}"
        case .patternTwice(let text): "the route \"\(SafeText(text))\" is there twice"
        }
    }
}
