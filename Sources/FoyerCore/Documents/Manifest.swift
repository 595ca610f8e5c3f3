/// A package's own word of itself: `manifest.json`, the part of the W3C MiniApp manifest that is used here.
///
/// `app_id`, `name`, `pages` and `version` must be there; `icons` and `platform_version` are checked where they are.
package struct Manifest: Equatable, Sendable {
    package static let path = "manifest.json"
    package static let maxBytes = 1 << 20
    package static let maxPages = 1_000
    package static let maxIcons = 100

    package struct Version: Equatable, Sendable {
        package let code: Int64
        package let name: String
    }

    package let appID: AppID
    package let name: String
    /// Paths of files in the package.
    package let icons: [PackagePath]
    /// The pages in order, without an ending; at least one, no page twice.
    package let pages: [PagePath]
    package let version: Version
    /// The least platform that the program needs; `nil` where it does not say.
    package let minimumPlatform: Int64?

    /// The page that the program begins with.
    package var startPage: PagePath { pages[0] }

    /// Reads the manifest of the program that is being launched; throws 10002 for one that is wrong or another's.
    package static func validate(_ bytes: [UInt8], of app: AppID) throws(LaunchFailure) -> Manifest {
        let manifest = try validate(bytes)
        guard manifest.appID == app else { throw damaged("is of another program, \(manifest.appID)") }
        return manifest
    }

    /// Reads a manifest, whichever program's it is; throws 10002 for one that is wrong.
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
        let id = try top.field("app_id")
        guard let appID = AppID(try id.text()) else { throw id.shapeError(expected: "an app id") }
        self.appID = appID
        name = try top.field("name").text(notEmptyUpTo: AppMetadata.maxTextLength)
        pages = try Self.pages(top.field("pages"))
        icons = try top.optionalField("icons").map(Self.icons) ?? []
        let version = try top.field("version")
        self.version = Version(
            code: try version.field("code").integer(in: AppMetadata.versionCodes),
            name: try version.field("name").text(notEmptyUpTo: AppMetadata.maxTextLength))
        minimumPlatform = try top.optionalField("platform_version")?.optionalField("min_code")?
            .integer(in: 0...AppMetadata.versionCodes.upperBound)
    }

    private static func pages(_ list: JSONNode) throws -> [PagePath] {
        let nodes = try list.elements()
        guard !nodes.isEmpty else { throw list.shapeError(expected: "a list of at least one page") }
        guard nodes.count <= maxPages else { throw list.shapeError(expected: "at most \(maxPages) pages") }
        var seen: Set<PagePath> = []
        return try nodes.map { node in
            guard let page = PagePath(try node.text()) else {
                throw node.shapeError(expected: "a page's path inside the package")
            }
            guard seen.insert(page).inserted else { throw node.shapeError(expected: "a page of its own") }
            return page
        }
    }

    private static func icons(_ list: JSONNode) throws -> [PackagePath] {
        let nodes = try list.elements()
        guard nodes.count <= maxIcons else { throw list.shapeError(expected: "at most \(maxIcons) icons") }
        return try nodes.map { node in
            let source = try node.field("src")
            // The draft's examples write icons from the package's root, with a slash.
            let text = try source.text()
            guard let path = PackagePath(text.hasPrefix("/") ? String(text.dropFirst()) : text) else {
                throw source.shapeError(expected: "a path inside the package")
            }
            return path
        }
    }

    private static func damaged(_ what: String) -> LaunchFailure {
        LaunchFailure(.unzipFailed, .manifest(what))
    }
}
