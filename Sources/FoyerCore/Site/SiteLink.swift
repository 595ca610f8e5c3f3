/// What the links of a site's campaigns may be: those that some host opens.
package enum SiteLink {
    /// Schemes of which no host should be given one, whatever follows.
    private static let refusedSchemes: Set = ["javascript", "vbscript", "data", "file", "blob", "about", "view-source"]

    /// Whether a host would open it: an address of the web, absolute or below the platform's, or a link of the host's
    /// own scheme, whichever that is. An empty one leads nowhere, and is no mistake.
    package static func isOpened(_ link: String) -> Bool {
        guard !link.isEmpty else { return true }
        let scheme = (try? WebReference(link))?.scheme?.lowercased()
        if let scheme, refusedSchemes.contains(scheme) { return false }
        guard let base = try? WebAddress("https://site.invalid/") else { return false }
        let decision = LinkDecision(openURL: link, isConsumed: false, hostScheme: scheme, base: base)
        if case .refused = decision { return false }
        return true
    }
}
