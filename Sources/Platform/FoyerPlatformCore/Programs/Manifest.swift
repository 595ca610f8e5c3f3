import FoyerCore

/// A package's `manifest.json`: the supported part of the W3C MiniApp manifest.
///
/// `app_id`, `name`, `pages` and `version` are required; `icons` and `platform_version` are checked if present.
package struct Manifest: Equatable, Sendable {
    package static let path = "manifest.json"
    package static let maxBytes = 1 << 20
    package static let maxPages = 1_000
    package static let maxIcons = 100

    package let appID: AppID
    package let name: String
    /// Paths of files in the package.
    package let icons: [PackagePath]
    /// The pages in order, without their extension; at least one, without duplicates.
    package let pages: [PagePath]
    package let version: ProgramVersion
    /// The oldest platform that the program runs on; `nil` if it does not say.
    package let minimumPlatform: Int64?

    /// The program's first page.
    package var startPage: PagePath { pages[0] }

    /// Reads the manifest of the program being launched; throws 10002 if it is wrong or another program's.
    package static func validate(_ bytes: [UInt8], of app: AppID) throws(LaunchFailure) -> Manifest {
        let manifest = try validate(bytes)
        guard manifest.appID == app else { throw damaged("is of another program, \(manifest.appID)") }
        return manifest
    }

    /// Reads the manifest of any program; throws 10002 if it is wrong.
    package static func validate(_ bytes: [UInt8]) throws(LaunchFailure) -> Manifest {
        guard bytes.count <= maxBytes else { throw damaged("is larger than \(maxBytes) bytes") }
        let manifest: Manifest
        do {
            manifest = try Manifest(JSON.parse(bytes))
        } catch let error as JSONError {
            throw damaged("is \(error)")
        } catch let error as JSONShapeError {
            throw damaged("is wrong: \(error)")
        } catch {
            throw damaged("is wrong")
        }
        return manifest
    }

    init(_ json: JSON) throws {
        let top = JSONNode(json)
        appID = try Self.appID(top)
        name = try Self.name(top)
        pages = try Self.pages(top)
        icons = try Self.icons(top)
        version = try ProgramVersion(top.field("version"))
        minimumPlatform = try Self.minimumPlatform(top)
    }

    /// All that is wrong with a manifest; empty if it can be read.
    package static func mistakes(in json: JSON) -> [JSONShapeError] {
        guard case .object = json else { return [JSONNode(json).shapeError(expected: "an object")] }
        let parts: [(JSONNode) throws -> Void] = [
            { _ = try appID($0) }, { _ = try name($0) }, { _ = try pages($0) }, { _ = try icons($0) },
            { _ = try ProgramVersion.code(in: $0.field("version")) },
            { _ = try ProgramVersion.name(in: $0.field("version")) }, { _ = try minimumPlatform($0) },
        ]
        var mistakes: [JSONShapeError] = []
        for part in parts {
            do { try part(JSONNode(json)) } catch {
                if let mistake = error as? JSONShapeError, mistakes.last != mistake { mistakes.append(mistake) }
            }
        }
        return mistakes
    }

    private static func appID(_ top: JSONNode) throws -> AppID {
        let id = try top.field("app_id")
        let text = try id.text()
        guard let appID = AppID(text) else { throw id.shapeError(expected: "an app id", quoting: text) }
        return appID
    }

    private static func name(_ top: JSONNode) throws -> String {
        try top.field("name").text(notEmptyUpTo: AppMetadata.maxTextLength)
    }

    private static func minimumPlatform(_ top: JSONNode) throws -> Int64? {
        try top.optionalField("platform_version")?.optionalField("min_code")?
            .integer(in: 0...AppMetadata.versionCodes.upperBound)
    }

    private static func pages(_ top: JSONNode) throws -> [PagePath] {
        let list = try top.field("pages")
        let nodes = try list.elements()
        guard !nodes.isEmpty else { throw list.shapeError(expected: "a list of at least one page") }
        guard nodes.count <= maxPages else { throw list.shapeError(expected: "at most \(maxPages) pages") }
        var seen: Set<PagePath> = []
        return try nodes.map { node in
            let text = try node.text()
            guard let page = PagePath(text) else {
                throw node.shapeError(expected: "a page's path inside the package", quoting: text)
            }
            guard seen.insert(page).inserted else {
                throw JSONShapeError(path: node.path, expected: "another page", found: "\(page) again")
            }
            return page
        }
    }

    private static func icons(_ top: JSONNode) throws -> [PackagePath] {
        guard let list = try top.optionalField("icons") else { return [] }
        let nodes = try list.elements()
        guard nodes.count <= maxIcons else { throw list.shapeError(expected: "at most \(maxIcons) icons") }
        return try nodes.map { node in
            let source = try node.field("src")
            // In the draft's examples, icons begin with a slash, at the package's root.
            let text = try source.text()
            guard let path = PackagePath(text.hasPrefix("/") ? String(text.dropFirst()) : text) else {
                throw source.shapeError(expected: "a path inside the package", quoting: text)
            }
            return path
        }
    }

    private static func damaged(_ what: String) -> LaunchFailure {
        LaunchFailure(.unzipFailed, .manifest(what))
    }
}
