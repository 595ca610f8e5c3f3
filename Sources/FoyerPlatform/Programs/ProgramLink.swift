import FoyerCore

/// A link of the host's own scheme to a mini program: the addressing draft's
/// `foyer://miniapp/com.example.tea;version=1.2.0/pages/menu`, or `foyer://app/com.example.tea/pages/menu` for short.
public struct ProgramLink: Equatable, Sendable {
    /// The program's id.
    public let appID: String
    /// The name of the requested version; `nil` for the current one.
    public let version: String?
    /// `nil` for the program's start page.
    package let page: PagePath?

    /// The pattern of such links, for a host's router: `miniapp/{app}/{page...}`.
    public static let pattern = MiniProgramLink.pattern
    /// The short host, for the aliases of a host's router: `app` means `miniapp`.
    public static let aliases = ["app": MiniProgramLink.host]

    /// - Parameter text: raw text from outside; the result is `nil` if it does not lead to a program.
    public init?(_ text: String, scheme: String = "foyer") {
        guard let router = try? Router(scheme: scheme, patterns: [MiniProgramLink.pattern], aliases: Self.aliases),
            let route = try? router.route(text)
        else { return nil }
        self.init(route)
    }

    /// The link of a program's start page, such as `foyer://miniapp/com.example.tea`.
    public static func text(_ appID: String, scheme: String = "foyer") -> String {
        "\(scheme)://\(MiniProgramLink.host)/\(appID)"
    }

    /// - Parameter route: a match of ``pattern``; the result is `nil` for any other.
    public init?(_ route: Route) {
        guard let link = try? MiniProgramLink(route) else { return nil }
        (appID, version, page) = (link.appID.text, link.version, link.page)
    }
}

extension MiniProgramRequest {
    /// What a link asks for: program, version and page.
    public init(_ link: ProgramLink, server: WebAddress) {
        self.init(appID: link.appID, server: server)
        version = link.version
        page = link.page
    }
}
