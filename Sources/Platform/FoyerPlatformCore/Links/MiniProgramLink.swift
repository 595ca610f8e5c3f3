import FoyerCore

/// A link into a mini program, after the W3C MiniApp addressing draft: `scheme://miniapp/{appId}[;version=…]/{page}`.
package struct MiniProgramLink: Hashable, Sendable {
    /// The host part of such links.
    package static let host = "miniapp"
    /// The route of such links, for a host's router.
    package static let pattern = "miniapp/{app}/{page...}"
    /// The length limit of a version's text in bytes.
    package static let maxVersionLength = 64
    private static let versionMark = ";version="

    package let appID: AppID
    /// As written; `nil` for the current version.
    package let version: String?
    /// `nil` for the start page.
    package let page: PagePath?
    package let query: [DeepLink.Item]

    package init(appID: AppID, version: String? = nil, page: PagePath? = nil, query: [DeepLink.Item] = []) {
        self.appID = appID
        self.version = version
        self.page = page
        self.query = query
    }

    /// Reads a route of `pattern`; `nil` for a route that leads elsewhere.
    package init?(_ route: HostRoute) throws(DeepLinkRefusal) {
        guard route.name == Self.pattern, let app = route["app"] else { return nil }
        let parts = app.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard let appID = AppID(String(parts[0])) else { throw .appID(String(parts[0])) }
        self.appID = appID
        version = try parts.count == 2 ? Self.version(";" + parts[1]) : nil
        let page = route["page"] ?? ""
        guard page.isEmpty || PagePath(page) != nil else { throw .page(page) }
        self.page = PagePath(page)
        query = route.query
    }

    /// The link itself. Throws if the version is not valid, or the whole is too long.
    package func link(scheme: String) throws(DeepLinkRefusal) -> DeepLink {
        if let version { _ = try Self.version(Self.versionMark + version) }
        let app = appID.text + (version.map { Self.versionMark + $0 } ?? "")
        let page = page?.text.split(separator: "/").map(String.init) ?? []
        return try DeepLink(
            scheme: scheme, host: Self.host, segments: [app] + page, query: query.isEmpty ? nil : query)
    }

    private static func version(_ text: String) throws(DeepLinkRefusal) -> String {
        guard text.hasPrefix(versionMark) else { throw .version(text) }
        let version = text.dropFirst(versionMark.count)
        guard (1...maxVersionLength).contains(version.utf8.count),
            version.utf8.allSatisfy({ URIText.isLetterOrDigit($0) || "-._+".utf8.contains($0) })
        else { throw .version(String(version)) }
        return String(version)
    }
}
