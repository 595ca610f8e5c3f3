import FoyerCore
import FoyerPlatform

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
}

/// Everything that the stage serves, built once from the assets: the same bytes for the same assets.
package struct StagePlatform: Sendable {
    /// One program, as control reports it.
    package struct Program: Equatable, Sendable {
        package var appId: String
        package var appName: String
        package var slogan: String
        /// Relative to the base.
        package var iconUrl: String
        /// `active`, `removed` or `suspended`.
        package var status: String
        package var packageUrl: String
        /// Bytes of the package.
        package var size: Int

        var json: JSON {
            [
                "appId": .string(appId), "appName": .string(appName), "slogan": .string(slogan),
                "iconUrl": .string(iconUrl), "status": .string(status), "packageUrl": .string(packageUrl),
                "size": JSON(size),
            ]
        }
    }

    package internal(set) var programs: [Program] = []
    /// The keys of the banners, in the catalogue's order.
    package internal(set) var bannerKeys: [String] = []
    /// The keys of the pop-ups, in the catalogue's order.
    package internal(set) var popupKeys: [String] = []
    package internal(set) var config: [String: JSON] = [:]
    package internal(set) var intrinsicFaults: [FaultRule] = []
    /// By path.
    var entities: [String: StageEntity] = [:]
    /// By the key of their banner.
    private var campaigns: [String: Campaign] = [:]
    private var popups: [String: Catalogue.Popup] = [:]

    /// Reads the catalogue and builds all packages in memory.
    package init(assets: AssetFolder) throws(StageError) {
        let catalogue: Catalogue
        do {
            catalogue = try JSONNode.read(assets.read(Catalogue.fileName), Catalogue.init)
        } catch .wrongRequest(let reason) {
            throw .wrongAsset(path: assets.path + "/" + Catalogue.fileName, reason: reason)
        }
        for program in catalogue.programs { try add(ProgramBuild(program, assets: assets)) }
        for banner in catalogue.banners { try add(banner, assets: assets) }
        for popup in catalogue.popups { add(popup) }
        config = catalogue.config
        let rows: [JSON] = programs.map {
            [
                "appId": .string($0.appId), "appName": .string($0.appName), "iconUrl": .string($0.iconUrl),
                "slogan": .string($0.slogan),
            ]
        }
        let list: JSON = ["programs": .array(rows), "popups": .array(catalogue.popups.map(\.row))]
        entities["/v1/catalogue"] = StageEntity(
            route: .catalogue, subject: "", contentType: ContentType.json, bytes: list.bytes)
        intrinsicFaults = catalogue.faults
    }

    private mutating func add(_ build: ProgramBuild) {
        programs.append(build.summary)
        for (path, entity) in build.entities { entities[path] = entity }
    }

    private mutating func add(_ banner: Catalogue.Banner, assets: AssetFolder) throws(StageError) {
        var items: [Campaign.Item] = []
        for item in banner.items {
            let path = "/banners/\(banner.key)/\(item.picture)"
            items.append(.init(title: item.title, imageUrl: path, openUrl: item.openUrl))
            let bytes = try assets.read("banners/" + item.picture)
            entities[path] = StageEntity(
                route: .picture, subject: "\(banner.key)/\(item.picture)",
                contentType: ContentType.of(item.picture), bytes: bytes)
        }
        let campaign = Campaign(name: banner.name, key: banner.key, items: items)
        bannerKeys.append(banner.key)
        campaigns[banner.key] = campaign
        entities["/v1/banners/" + banner.key] = StageEntity(
            route: .banner, subject: banner.key, contentType: ContentType.json, bytes: campaign.json.bytes)
    }

    private mutating func add(_ popup: Catalogue.Popup) {
        popupKeys.append(popup.key)
        popups[popup.key] = popup
        entities["/v1/popups/" + popup.key] = StageEntity(
            route: .popup, subject: popup.key, contentType: ContentType.json, bytes: popup.bytes(forKey: popup.key))
    }

    /// The answer of a pop-up's key while it has another's campaign; `nil` if there is no such pop-up.
    func popup(of other: String, forKey key: String) -> [UInt8]? {
        popups[other]?.bytes(forKey: key)
    }

    /// The answer of a banner's key while it has another's campaign; `nil` if there is no such campaign.
    func campaign(of other: String, forKey key: String) -> [UInt8]? {
        guard var campaign = campaigns[other] else { return nil }
        campaign.key = key
        // A picture in both is the same one for both.
        for index in campaign.items.indices {
            let path = campaign.items[index].imageUrl.replacing("/banners/\(other)/", with: "/banners/\(key)/")
            if entities[path] != nil { campaign.items[index].imageUrl = path }
        }
        return campaign.json.bytes
    }
}

/// The data of a banner key.
private struct Campaign: Sendable {
    struct Item: Sendable {
        let title: String
        var imageUrl: String
        let openUrl: String
    }

    let name: String
    var key: String
    var items: [Item]

    var json: JSON {
        let items: [JSON] = items.enumerated().map { index, item in
            [
                "index": JSON(index), "title": .string(item.title), "imageUrl": .string(item.imageUrl),
                "openUrl": .string(item.openUrl),
            ]
        }
        return ["name": .string(name), "bannerKey": .string(key), "items": .array(items)]
    }
}

/// Media types by file extension.
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
