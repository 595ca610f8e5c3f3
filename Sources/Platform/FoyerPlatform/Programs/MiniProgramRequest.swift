import FoyerCore
import FoyerPlatformCore

/// Which mini program to launch, from where, and which signatures to require.
public struct MiniProgramRequest: Sendable {
    /// As given; the first step validates it.
    public var appID: String
    /// The platform's base address.
    public var server: WebAddress
    /// Whether to ask the platform before an installed version is opened.
    public var policy: InstallPolicy
    /// The first page; the start page if `nil`, or if the package does not have it.
    public var page: PagePath?
    /// The name of the only acceptable version, as in a link; `nil` leaves the choice to the policy.
    public var version: String?
    /// How long an attempt may take. The machine's deadline decides; this one only ends work that would run on.
    public var timeout: Duration
    /// How everything is fetched: certificates to trust, keys that are pinned, and what the platform is told.
    public var network: HTTPTransport.Configuration
    /// The keys that must have signed the package; none to trust the connection.
    package var publicKeys: [[UInt8]] { network.trust?.publicKeys ?? [] }

    /// A launch of the current version, from its start page.
    ///
    /// ```swift
    /// var request = MiniProgramRequest(appID: "com.example.tea", server: server, policy: .installedFirst)
    /// request.timeout = .seconds(10)
    /// ```
    /// - Parameters:
    ///   - appID: raw text; a launch with an invalid id ends with 10001.
    ///   - page: the first page; the start page if `nil`.
    ///   - policy: whether to ask the platform before an installed version is opened.
    ///   - timeout: how long an attempt may take; 30 seconds.
    public init(
        appID: String, server: WebAddress, page: PagePath? = nil, policy: InstallPolicy = .latest,
        timeout: Duration = .seconds(30),
        network: HTTPTransport.Configuration = HTTPTransport.Configuration()
    ) {
        self.appID = appID
        self.server = server
        self.page = page
        self.policy = policy
        self.timeout = timeout
        self.network = network
    }
}

package struct ReadyProgram: Sendable {
    /// Keeps the installed version in place while it is shown.
    package let lease: AppLease
    package let manifest: Manifest
    /// The first page, already read; `nil` if it cannot be read or there is no screen.
    package let firstPage: PageContent?
}

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
        guard let router = try? HostRouter(scheme: scheme, patterns: [MiniProgramLink.pattern], aliases: Self.aliases),
            let route = try? router.route(text)
        else { return nil }
        self.init(route)
    }

    /// The link of a program's start page, such as `foyer://miniapp/com.example.tea`.
    public static func text(_ appID: String, scheme: String = "foyer") -> String {
        "\(scheme)://\(MiniProgramLink.host)/\(appID)"
    }

    /// - Parameter route: a match of ``pattern``; the result is `nil` for any other.
    public init?(_ route: HostRoute) {
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
