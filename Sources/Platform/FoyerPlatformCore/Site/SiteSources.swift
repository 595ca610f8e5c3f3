import FoyerCore

/// The author's description of a platform: `site.yaml`.
package struct SiteSettings: Equatable, Sendable {
    /// For people.
    package var name: String
    /// The address at which it will be served; `publish` prints it, but no document contains it.
    package var address: String?
    /// Key files, relative to the sources; the first signs packages. Two while a key is being replaced.
    package var keys: [String]
    /// Whether it is not signed on purpose (`key: none`), though it may have been before.
    package var isUnsigned = false
    /// The number of later publications for which unused files are kept.
    package var keeps: Int
    /// The validity of a signed document in days. It is signed again when half of them are over.
    package var lifetime: Int

    /// In place of a key file.
    package static let noKey = "none"
    package static let standardKeeps = 3
    package static let standardLifetime = 30
    package static let keepsRange = 0...1_000
    package static let lifetimeRange = 1...3_650
    package static let maxKeys = 2

    package init(
        name: String, address: String? = nil, keys: [String] = [], keeps: Int = standardKeeps,
        lifetime: Int = standardLifetime
    ) {
        (self.name, self.address, self.keys, self.keeps, self.lifetime) = (name, address, keys, keeps, lifetime)
    }
}

/// What a program's package does not say itself: `programs/<appId>/program.yaml`.
package struct SiteProgram: Equatable, Sendable {
    package enum Status: String, CaseIterable, Sendable {
        case active, removed, suspended
    }

    package var status = Status.active
    package var description = ""
    package var slogan = ""
    /// A picture below `images/`; the manifest's first icon if `nil`.
    package var icon: String?
    /// Files below `resources/` beside the manifest, at their paths in the program; not in the package.
    package var resources: [String] = []

    package static let fileName = "program.yaml"
    package static let resourceFolder = "resources"
    /// What lies beside a manifest and does not belong to the package.
    package static let besidePackage: Set = [fileName, resourceFolder]

    package init() {}
}

/// A campaign: `banners/<bannerKey>.yaml`.
package struct SiteBanner: Equatable, Sendable {
    package struct Item: Equatable, Sendable {
        package var title: String
        /// A picture below `images/`.
        package var image: String
        package var link: String
        /// The item is published from `from` on and before `until`; `nil` sets no limit.
        package var from: WallTime?
        package var until: WallTime?

        package init(title: String, image: String, link: String, from: WallTime? = nil, until: WallTime? = nil) {
            (self.title, self.image, self.link, self.from, self.until) = (title, image, link, from, until)
        }

        func counts(at now: WallTime) -> Bool { from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true }
    }

    package var name: String
    package var items: [Item]

    package init(name: String, items: [Item]) {
        (self.name, self.items) = (name, items)
    }
}

/// A card over a host's screen: `popups/<popupKey>.yaml`.
package struct SitePopup: Equatable, Sendable {
    /// The id under which a host remembers that it has shown the card.
    package var id: String
    package var title: String
    package var text: String
    /// A picture below `images/`.
    package var image: String?
    package var buttons: [PopupButton]
    package var frequency: PopupFrequency
    package var from: WallTime?
    package var until: WallTime?
    /// The host's event that brings it.
    package var trigger: String?
    /// Of several that one event could bring, the highest comes.
    package var priority = 0
    /// The most showings within some days.
    package var most: PopupLimit?

    package init(
        id: String, title: String, text: String, image: String? = nil, buttons: [PopupButton] = [],
        frequency: PopupFrequency = .once, from: WallTime? = nil, until: WallTime? = nil
    ) {
        (self.id, self.title, self.text, self.image) = (id, title, text, image)
        (self.buttons, self.frequency, self.from, self.until) = (buttons, frequency, from, until)
    }
}

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
