import FoyerClient
import FoyerCore

/// A link of the host's own scheme that leads to a mini program: `foyer://app/com.example.tea/pages/menu`, or the one of
/// the URI scheme draft, `foyer://miniapp/com.example.tea;version=1.2.0/pages/menu`.
public struct ProgramLink: Equatable, Sendable {
    public let appID: String
    /// `nil` for the program's start page.
    public let page: PagePath?

    /// The route of such links, for a host's router.
    public static let pattern = "app/{app}/{page...}"

    /// - Parameter text: as written; text from outside. `nil` where it leads to no program.
    public init?(_ text: String, scheme: String = "foyer") {
        guard let router = try? Router(scheme: scheme, patterns: [Self.pattern, MiniProgramLink.pattern]),
            let route = try? router.route(text)
        else { return nil }
        if let link = try? MiniProgramLink(route) {
            (appID, page) = (link.appID.text, link.page)
            return
        }
        guard route.name == Self.pattern, let app = route["app"], AppID(app) != nil else { return nil }
        let path = route["page"] ?? ""
        guard path.isEmpty || PagePath(path) != nil else { return nil }
        (appID, page) = (app, PagePath(path))
    }
}
