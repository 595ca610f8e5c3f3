import FoyerCore

/// A link of the host's own scheme that leads to a mini program: the one of the addressing draft,
/// `foyer://miniapp/com.example.tea;version=1.2.0/pages/menu`, or in short `foyer://app/com.example.tea/pages/menu`.
public struct ProgramLink: Equatable, Sendable {
    /// The program's id.
    public let appID: String
    /// The name of the version that is asked for; `nil` for whichever is current.
    public let version: String?
    /// `nil` for the program's start page.
    package let page: PagePath?

    /// The short host, for the aliases of a host's router: `MiniProgramLink.pattern` is the route of both.
    package static let aliases = ["app": MiniProgramLink.host]

    /// - Parameter text: as written; text from outside. `nil` where it leads to no program.
    public init?(_ text: String, scheme: String = "foyer") {
        guard let router = try? Router(scheme: scheme, patterns: [MiniProgramLink.pattern], aliases: Self.aliases),
            let route = try? router.route(text)
        else { return nil }
        self.init(route)
    }

    /// - Parameter route: of `MiniProgramLink.pattern`; `nil` for any other.
    public init?(_ route: Route) {
        guard let link = try? MiniProgramLink(route) else { return nil }
        (appID, version, page) = (link.appID.text, link.version, link.page)
    }
}

extension MiniProgramRequest {
    /// What a link asks of a platform: program, version and page.
    public init(_ link: ProgramLink, server: WebAddress) {
        self.init(appID: link.appID, server: server)
        version = link.version
        page = link.page
    }
}
