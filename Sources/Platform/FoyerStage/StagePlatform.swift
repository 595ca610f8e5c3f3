import FoyerCore
import FoyerPlatform
import FoyerServe
import FoyerSystem

/// What the stage serves before anything goes wrong: a site, made of its sources as `publish` makes it.
///
/// The address of a campaign's picture also names the campaign (`pictures/….jpg?home`), so that a fault of one leaves
/// another alone that shows the same picture.
package struct StagePlatform: Sendable {
    /// A file that is named by its content.
    struct File: Sendable {
        var route: StageRoute
        /// The app id; empty for a campaign's picture.
        var subject: String
        var type: String
        var bytes: [UInt8]
    }

    /// The app ids, in the order of the catalogue.
    package let programs: [String]
    package let bannerKeys: [String]
    package let popupKeys: [String]
    package let config: [String: JSON]
    package let intrinsicFaults: [FaultRule]
    /// Sign packages and documents.
    let keys: [Ed25519.PrivateKey]
    /// By path.
    let files: [String: File]
    /// The members of each document but config, by path.
    let documents: [String: [JSON.Member]]
    /// Translations of documents' texts, by language and English text.
    private let translations: [String: [String: String]]
    /// The names of each campaign's pictures, by its key and their paths.
    private let pictures: [String: [String: String]]

    /// The first public key, 32 bytes.
    package var publicKey: [UInt8] { keys.first?.publicKey.bytes ?? [] }

    /// Makes the site in memory.
    ///
    /// - Parameters:
    ///   - folder: the sources, beside which `stage.json` may say what goes wrong from the beginning.
    ///   - packing: `smallest` gives the packages that a publication has.
    package init(
        sources folder: String, packing: PackageBuilder.Packing = .quickest
    ) throws(StageError) {
        let site: SiteContents
        do {
            site = try SiteContents(sources: folder, key: DemoKey.key, packing: packing, now: WallClock.now)
        } catch {
            throw .sources(error)
        }
        let settings = try StageSettings.read(in: folder)
        keys = site.keys
        intrinsicFaults = settings.faults
        translations = settings.translations
        config = Dictionary((site.documents["config"] ?? []).map { ($0.name, $0.value) }) { $1 }
        func names(_ kind: String) -> [String] {
            site.documents.keys.filter { $0.hasPrefix(kind) }.map { String($0.dropFirst(kind.count)) }.sorted()
        }
        let (banners, popups, found) = (names("banners/"), names("popups/"), names("apps/"))
        programs = settings.programs.filter(found.contains) + found.filter { !settings.programs.contains($0) }
        (bannerKeys, popupKeys) = (banners, popups)

        var files: [String: File] = [:]
        var documents: [String: [JSON.Member]] = [:]
        for (key, members) in site.documents where key != "config" {
            documents["/v1/" + key] = key == "catalogue" ? Self.catalogue(members, in: programs) : members
        }
        for app in programs {
            let document = JSON.object(documents["/v1/apps/" + app] ?? [])
            for (url, route) in Self.files(of: document) where files["/" + url] == nil {
                files["/" + url] = site.files[url].map {
                    File(route: route, subject: app, type: Self.type(of: url), bytes: $0)
                }
            }
        }
        for (url, bytes) in site.files where files["/" + url] == nil {
            files["/" + url] = File(route: .picture, subject: "", type: Self.type(of: url), bytes: bytes)
        }
        var pictures: [String: [String: String]] = [:]
        for (key, names) in site.pictures where !key.hasPrefix("apps/") {
            let campaign = String(key.split(separator: "/").last ?? "")
            for (url, name) in names { pictures[campaign, default: [:]]["/" + url] = name }
        }
        (self.files, self.documents, self.pictures) = (files, documents, pictures)
    }

    /// Fails for a fault of resources or icons where no program has any: it would never come.
    package func check(_ rules: [FaultRule]) throws(StageError) {
        for rule in rules where [.resource, .icon].contains(rule.route) {
            let comes = files.values.contains {
                $0.route == rule.route && (rule.app == nil || $0.subject == rule.app)
            }
            if !comes { throw .neverComes(rule.route, app: rule.app) }
        }
    }

    /// The name of a picture in a campaign's sources; `nil` if that does not show it.
    func picture(at path: String, of campaign: String) -> String? { pictures[campaign]?[path] }

    /// A banner or pop-up as it is served: its pictures' addresses name the campaign.
    ///
    /// - Parameters:
    ///   - key: the key that is asked for.
    ///   - other: whose campaign it has, unless its own.
    func campaign(_ route: StageRoute, _ key: String, of other: String?) -> [JSON.Member]? {
        let folder = route == .banner ? "/v1/banners/" : "/v1/popups/"
        let owner = other.flatMap { documents[folder + $0] == nil ? nil : $0 } ?? key
        guard let members = documents[folder + owner] else { return nil }
        func marked(_ members: [JSON.Member]) -> [JSON.Member] {
            members.map { member in
                switch (member.name, member.value) {
                case ("bannerKey", _), ("popupKey", _): return .init(member.name, .string(key))
                case ("imageUrl", .string(let url)) where !url.isEmpty:
                    // A picture in both is the same one for both.
                    let isShared = route == .banner && picture(at: "/" + url, of: key) != nil
                    return .init(member.name, .string("\(url)?\(isShared ? key : owner)"))
                case (_, .array(let items)):
                    let items = items.map { item in
                        if case .object(let members) = item { JSON.object(marked(members)) } else { item }
                    }
                    return .init(member.name, .array(items))
                default: return member
                }
            }
        }
        return marked(members)
    }

    /// A document in another language, where its texts have a translation.
    ///
    /// - Parameter language: as a request asks for it; `nil` for the language of the sources.
    func translated(_ members: [JSON.Member], to language: String?) -> [JSON.Member] {
        guard let texts = language.flatMap({ translations[$0] }) else { return members }
        func translated(_ json: JSON, _ name: String) -> JSON {
            switch json {
            case .string(let text): .string(Self.texts.contains(name) ? texts[text] ?? text : text)
            case .array(let items): .array(items.map { translated($0, name) })
            case .object(let members): .object(members.map { JSON.Member($0.name, translated($0.value, $0.name)) })
            default: json
            }
        }
        return members.map { JSON.Member($0.name, translated($0.value, $0.name)) }
    }

    /// The members of documents that people read.
    private static let texts: Set = ["appName", "slogan", "desc", "name", "title", "text", "label"]

    // MARK: - Making

    /// The rows in the order of `programs`.
    private static func catalogue(_ members: [JSON.Member], in programs: [String]) -> [JSON.Member] {
        members.map { member in
            guard member.name == "programs", case .array(let rows) = member.value else { return member }
            func place(_ row: JSON) -> Int {
                if case .string(let app)? = row["appId"] { programs.firstIndex(of: app) ?? .max } else { .max }
            }
            return .init(member.name, .array(rows.sorted { place($0) < place($1) }))
        }
    }

    private static func files(of document: JSON) -> [(url: String, route: StageRoute)] {
        func url(_ json: JSON?, _ name: String, _ route: StageRoute) -> [(String, StageRoute)] {
            if case .string(let url)? = json?[name] { [(url, route)] } else { [] }
        }
        let resources: [JSON] = if case .array(let list)? = document["resources"] { list } else { [] }
        return url(document["package"], "url", .package) + url(document, "iconUrl", .icon)
            + resources.flatMap { url($0, "url", .resource) }
    }

    private static func type(of url: String) -> String {
        switch url.split(separator: ".").last {
        case "ma": "application/miniapp-pkg+zip"
        case "png": "image/png"
        case "jpg": "image/jpeg"
        case "webp": "image/webp"
        case "gif": "image/gif"
        default: "application/octet-stream"
        }
    }
}

/// The file `stage.json` beside the sources, with the programs' order, the faults that stay, and translations.
private struct StageSettings {
    private(set) var programs: [String] = []
    private(set) var faults: [FaultRule] = []
    private(set) var translations: [String: [String: String]] = [:]

    private init() {}

    private init(_ node: JSONNode) throws(JSONShapeError) {
        for program in try node.optionalField("programs")?.elements() ?? [] { programs.append(try program.text()) }
        for fault in try node.optionalField("faults")?.elements() ?? [] { faults.append(try FaultRule(fault)) }
        for language in try node.optionalField("translations")?.members() ?? [] {
            var texts: [String: String] = [:]
            for text in try language.node.members() { texts[text.name] = try text.node.text() }
            translations[language.name] = texts
        }
    }

    static func read(in folder: String) throws(StageError) -> StageSettings {
        guard UserFile.exists(folder + "/" + AssetFolder.settingsName) else { return StageSettings() }
        let bytes = try AssetFolder(path: folder).read(AssetFolder.settingsName)
        do {
            return try JSONNode.read(bytes, StageSettings.init(_:))
        } catch {
            throw .wrongAsset(path: folder + "/" + AssetFolder.settingsName, reason: error.description)
        }
    }
}

/// The key that signs the demo's documents and packages. It is public, since anybody can compute it: it proves nothing.
package enum DemoKey {
    static let key = Ed25519.PrivateKey(SHA256.digest(of: Array("Foyer demo key: not a secret, protects nothing".utf8)))

    /// 32 bytes.
    package static var publicKey: [UInt8] { key?.publicKey.bytes ?? [] }
}
