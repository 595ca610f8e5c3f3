import FoyerCore
import FoyerCrypto

/// One file on the wire.
struct StageEntity: Equatable, Sendable {
    var route: StageRoute
    /// The app id, or `key/file` of a banner's picture.
    var subject: String
    var contentType: String
    var bytes: [UInt8]
    var digest: String

    init(route: StageRoute, subject: String, contentType: String, bytes: [UInt8]) {
        self.route = route
        self.subject = subject
        self.contentType = contentType
        self.bytes = bytes
        digest = Hexadecimal.encode(SHA256.digest(of: bytes))
    }

    /// Changes exactly when the bytes do.
    var tag: String { "\"\(digest.prefix(32))\"" }
}

/// Everything that the stage serves, built once from the assets: the same bytes for the same assets.
public struct StagePlatform: Sendable {
    /// One program, as control tells of it.
    public struct Program: Codable, Equatable, Sendable {
        public var appId: String
        public var appName: String
        public var slogan: String
        /// Relative to the base.
        public var iconUrl: String
        /// `active`, `removed` or `suspended`.
        public var status: String
        public var packageUrl: String
        /// Bytes of the package.
        public var size: Int
    }

    public internal(set) var programs: [Program] = []
    /// The keys of the banners, in the catalogue's order.
    public internal(set) var bannerKeys: [String] = []
    /// The keys of the pop-ups, in the catalogue's order.
    public internal(set) var popupKeys: [String] = []
    public internal(set) var config: [String: JSONValue] = [:]
    public internal(set) var intrinsicFaults: [FaultRule] = []
    /// By path.
    var entities: [String: StageEntity] = [:]
    /// By the key of their banner.
    private var campaigns: [String: BannerAnswer] = [:]
    private var popups: [String: Catalogue.Popup] = [:]

    /// Reads the catalogue and builds all packages in memory.
    public init(assets: AssetFolder) throws(StageError) {
        let catalogue: Catalogue
        do {
            catalogue = try StageJSON.decode(Catalogue.self, from: assets.read(Catalogue.fileName))
        } catch .wrongRequest(let reason) {
            throw .wrongAsset(path: assets.path + "/" + Catalogue.fileName, reason: reason)
        }
        for program in catalogue.programs { try add(ProgramBuild(program, assets: assets)) }
        for banner in catalogue.banners { try add(banner, assets: assets) }
        for popup in catalogue.popups ?? [] { add(popup) }
        config = catalogue.config
        let rows = programs.map {
            CatalogueAnswer.Row(appId: $0.appId, appName: $0.appName, iconUrl: $0.iconUrl, slogan: $0.slogan)
        }
        entities["/v1/catalogue"] = StageEntity(
            route: .catalogue, subject: "", contentType: ContentType.json,
            bytes: StageJSON.encode(CatalogueAnswer(programs: rows)))
        intrinsicFaults = catalogue.faults
    }

    private mutating func add(_ build: ProgramBuild) {
        programs.append(build.summary)
        for (path, entity) in build.entities { entities[path] = entity }
    }

    private mutating func add(_ banner: Catalogue.Banner, assets: AssetFolder) throws(StageError) {
        var items: [BannerAnswer.Item] = []
        for (index, item) in banner.items.enumerated() {
            let path = "/banners/\(banner.key)/\(item.picture)"
            items.append(.init(index: index, title: item.title, imageUrl: path, openUrl: item.openUrl))
            let bytes = try assets.read("banners/" + item.picture)
            entities[path] = StageEntity(
                route: .picture, subject: "\(banner.key)/\(item.picture)",
                contentType: ContentType.of(item.picture), bytes: bytes)
        }
        let answer = BannerAnswer(name: banner.name, bannerKey: banner.key, items: items)
        bannerKeys.append(banner.key)
        campaigns[banner.key] = answer
        entities["/v1/banners/" + banner.key] = StageEntity(
            route: .banner, subject: banner.key, contentType: ContentType.json, bytes: StageJSON.encode(answer))
    }

    private mutating func add(_ popup: Catalogue.Popup) {
        popupKeys.append(popup.popupKey)
        popups[popup.popupKey] = popup
        entities["/v1/popups/" + popup.popupKey] = StageEntity(
            route: .popup, subject: popup.popupKey, contentType: ContentType.json, bytes: StageJSON.encode(popup))
    }

    /// What a pop-up's key answers while it has that of another; `nil` where there is no such pop-up.
    func popup(of other: String, forKey key: String) -> [UInt8]? {
        guard var popup = popups[other] else { return nil }
        popup.popupKey = key
        return StageJSON.encode(popup)
    }

    /// What a banner's key answers while it has the campaign of another; `nil` where there is no such campaign.
    func campaign(of other: String, forKey key: String) -> [UInt8]? {
        guard var answer = campaigns[other] else { return nil }
        answer.bannerKey = key
        // A picture that both have is the same one for both.
        for index in answer.items.indices {
            let path = answer.items[index].imageUrl.replacing("/banners/\(other)/", with: "/banners/\(key)/")
            if entities[path] != nil { answer.items[index].imageUrl = path }
        }
        return StageJSON.encode(answer)
    }
}

/// The programs on the wire.
private struct CatalogueAnswer: Encodable {
    struct Row: Encodable {
        var appId: String
        var appName: String
        var iconUrl: String
        var slogan: String
    }

    var programs: [Row]
}

/// The data of a banner key on the wire.
private struct BannerAnswer: Encodable, Sendable {
    struct Item: Encodable, Sendable {
        var index: Int
        var title: String
        var imageUrl: String
        var openUrl: String
    }

    var name: String
    var bannerKey: String
    var items: [Item]
}

/// Media types by the ending of a name.
enum ContentType {
    static let json = "application/json"
    static let package = "application/miniapp-pkg+zip"

    static func of(_ name: String) -> String {
        switch name.split(separator: ".").last.map(String.init) {
        case "png": "image/png"
        case "jpg": "image/jpeg"
        case "webp": "image/webp"
        case "gif": "image/gif"
        case "json": json
        case "md": "text/markdown; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
