import FoyerCore

/// A file of a site that is named after its content, and so never changes.
package enum SiteContent {
    package static func package(_ digest: String) -> String { "packages/\(digest).ma" }
    package static func picture(_ digest: String, ending: String) -> String { "pictures/\(digest).\(ending)" }
    package static func resource(_ digest: String) -> String { "resources/\(digest)" }

    package static let folders = ["packages", "pictures", "resources"]

    /// Whether a file of one of these folders is ours, by its name.
    package static func isName(_ name: String) -> Bool {
        digest(inName: name[...]) != nil
    }

    /// The SHA-256 that a path promises of the file there: its name up to the first dot, if that is a digest.
    package static func digest(namedBy path: String) -> String? {
        digest(inName: path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...])
    }

    private static func digest(inName name: Substring) -> String? {
        let digits = name.utf8.prefix { $0 != 0x2E }
        guard digits.count == 2 * SHA256Digest.byteCount, digits.allSatisfy(Hexadecimal.isDigit) else { return nil }
        return String(Substring(digits))
    }
}

/// A published file: its address, its length and its digest.
package struct SiteFile: Equatable, Sendable {
    package let url: String
    package let size: Int
    /// SHA-256, 64 lower-case hexadecimal digits.
    package let digest: String

    package init(url: String, size: Int, digest: String) {
        (self.url, self.size, self.digest) = (url, size, digest)
    }

    var members: [JSON.Member] {
        JSON.members(["url": .string(url), "size": JSON(size), "sha256": .string(digest)])
    }
}

extension SiteProgram {
    /// `v1/apps/<appId>`: everything that a launch needs; a removed or suspended program has neither package nor
    /// resources.
    ///
    /// - Parameters:
    ///   - signatures: signatures of the package, in base64, by each key of the site.
    ///   - files: in the order of `resources`.
    package func document(
        _ manifest: Manifest, iconURL: String, package: SiteFile, signatures: [String], files: [SiteFile]
    ) -> [JSON.Member] {
        let isActive = status == .active
        let signed = JSON.members([
            "edSignature": signatures.first.map { .string($0) },
            "edSignatures": signatures.count > 1 ? JSON(signatures) : nil,
        ])
        let list = zip(resources, files).map { JSON.object([.init("path", .string($0))] + $1.members) }
        return JSON.members([
            "appId": .string(manifest.appID.text), "appName": .string(manifest.name), "iconUrl": .string(iconURL),
            "desc": .string(description), "slogan": .string(slogan), "status": .string(status.rawValue),
            "version": ["code": .integer(manifest.version.code), "name": .string(manifest.version.name)],
            "package": isActive ? .object(package.members + signed) : nil,
            "resources": isActive && !list.isEmpty ? .array(list) : nil,
        ])
    }

    /// The program's row of `v1/catalogue`; `nil` if it cannot be launched.
    package func row(_ manifest: Manifest, iconURL: String) -> JSON? {
        guard status == .active else { return nil }
        return Self.row(appID: manifest.appID.text, name: manifest.name, iconURL: iconURL, slogan: slogan)
    }

    package static func row(appID: String, name: String, iconURL: String, slogan: String) -> JSON {
        [
            "appId": .string(appID), "appName": .string(name), "iconUrl": .string(iconURL), "slogan": .string(slogan),
        ]
    }

    /// The digests of a program's content; if they have changed, its version must have grown.
    package static func content(of document: JSON) -> [String] {
        let node = JSONNode(document)
        let package = try? node.field("package").field("sha256").text()
        let resources = (try? node.field("resources").elements()) ?? []
        return [package].compactMap { $0 }
            + resources.compactMap { resource in
                guard let path = try? resource.field("path").text(),
                    let digest = try? resource.field("sha256").text()
                else { return nil }
                return path + " " + digest
            }
    }

    package static func versionCode(of document: JSON) -> Int64? {
        try? JSONNode(document).field("version").field("code").integer(in: AppMetadata.versionCodes)
    }
}

extension SiteBanner {
    /// `v1/banners/<bannerKey>`, with the items that are current now.
    ///
    /// - Parameter imageURLs: by the names that the items use.
    package func document(key: String, imageURLs: [String: String], at now: WallTime) -> [JSON.Member] {
        let items = items.filter { $0.counts(at: now) }.enumerated().map { index, item in
            BannerItem(index: index, title: item.title, imageURL: imageURLs[item.image] ?? "", openURL: item.link)
        }
        guard case .object(let members) = BannerData(name: name, bannerKey: key, items: items).json else { return [] }
        return members
    }
}

extension SitePopup {
    /// `v1/popups/<popupKey>`.
    package func document(key: String, imageURLs: [String: String]) -> [JSON.Member] {
        JSON.members([
            "popupKey": .string(key), "id": .string(id), "title": .string(title), "text": .string(text),
            "imageUrl": image.flatMap { imageURLs[$0] }.map { .string($0) },
            "buttons": .array(buttons.map(\.json)),
        ]) + rule
    }

    /// The pop-up's row of `v1/catalogue`: what says when it may come.
    package func row(key: String) -> JSON {
        .object(JSON.members(["popupKey": .string(key), "id": .string(id), "title": .string(title)]) + rule)
    }

    private var rule: [JSON.Member] {
        JSON.members([
            "frequency": .string(frequency.rawValue), "from": from.map { .string($0.rfc3339) },
            "until": until.map { .string($0.rfc3339) }, "trigger": trigger.map { .string($0) },
            "priority": priority == 0 ? nil : JSON(priority),
            "most": most.map { ["times": JSON($0.times), "days": JSON($0.days)] },
        ])
    }
}
