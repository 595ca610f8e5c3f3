/// What the author of a platform of one's own says of it: `site.yaml`.
public struct SiteSettings: Equatable, Sendable {
    /// For people.
    public var name: String
    /// Where it will be served; said in what `publish` prints, and in no document.
    public var address: String?
    /// Key files, relative to the sources; the first signs packages. Two while a key is replaced by another.
    public var keys: [String]
    /// For how many publications what they named stays after the next.
    public var keeps: Int
    /// Days for which a signed document counts. It is signed again when half of them are over.
    public var lifetime: Int

    public static let standardKeeps = 3
    public static let standardLifetime = 30
    public static let keepsRange = 0...1_000
    public static let lifetimeRange = 1...3_650
    public static let maxKeys = 2

    public init(
        name: String, address: String? = nil, keys: [String] = [], keeps: Int = standardKeeps,
        lifetime: Int = standardLifetime
    ) {
        (self.name, self.address, self.keys, self.keeps, self.lifetime) = (name, address, keys, keeps, lifetime)
    }
}

/// What a program's package does not say itself: `programs/<appId>/program.yaml`.
public struct SiteProgram: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case active, removed, suspended
    }

    public var status = Status.active
    public var description = ""
    public var slogan = ""
    /// A picture below `images/`; the manifest's first icon where it is `nil`.
    public var icon: String?
    /// Files below `resources/` beside the manifest, at the paths that they take in the program; not in the package.
    public var resources: [String] = []

    public static let fileName = "program.yaml"
    public static let resourceFolder = "resources"

    public init() {}
}

/// A campaign: `banners/<bannerKey>.yaml`.
public struct SiteBanner: Equatable, Sendable {
    public struct Item: Equatable, Sendable {
        public var title: String
        /// A picture below `images/`.
        public var image: String
        public var link: String
        /// An item is published from the first instant on and no longer from the second one on.
        public var from: WallTime?
        public var until: WallTime?

        public init(title: String, image: String, link: String, from: WallTime? = nil, until: WallTime? = nil) {
            (self.title, self.image, self.link, self.from, self.until) = (title, image, link, from, until)
        }

        func counts(at now: WallTime) -> Bool { from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true }
    }

    public var name: String
    public var items: [Item]

    public init(name: String, items: [Item]) {
        (self.name, self.items) = (name, items)
    }

    /// The next instant after `now` at which other items count; `nil` where that stays as it is.
    public func nextChange(after now: WallTime) -> WallTime? {
        items.flatMap { [$0.from, $0.until].compactMap { $0 } }.filter { $0 > now }.min()
    }
}

/// A card over a host's screen: `popups/<popupKey>.yaml`.
public struct SitePopup: Equatable, Sendable {
    public enum Frequency: String, CaseIterable, Sendable {
        case once, daily, always
    }

    public struct Button: Equatable, Sendable {
        public var label: String
        public var link: String

        public init(label: String, link: String) { (self.label, self.link) = (label, link) }
    }

    public static let maxButtons = 2

    /// What a host remembers that it has shown.
    public var id: String
    public var title: String
    public var text: String
    /// A picture below `images/`.
    public var image: String?
    public var buttons: [Button]
    public var frequency: Frequency
    public var from: WallTime?
    public var until: WallTime?

    public init(
        id: String, title: String, text: String, image: String? = nil, buttons: [Button] = [],
        frequency: Frequency = .once, from: WallTime? = nil, until: WallTime? = nil
    ) {
        (self.id, self.title, self.text, self.image) = (id, title, text, image)
        (self.buttons, self.frequency, self.from, self.until) = (buttons, frequency, from, until)
    }
}
