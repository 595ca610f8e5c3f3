import FoyerCore

/// A platform's metadata of a mini program (`GET {base}/v1/apps/{appId}`).
package struct AppMetadata: Equatable, Sendable {
    /// A file to fetch, and what it must match.
    package struct RemoteFile: Equatable, Sendable {
        /// As written: absolute, or relative to the platform's base.
        package let url: String
        /// The exact number of bytes.
        package let size: Int
        package let sha256: SHA256Digest
    }

    /// A file that the program needs besides its package.
    package struct Resource: Equatable, Sendable {
        package let path: PackagePath
        package let file: RemoteFile
    }

    package let appID: AppID
    package let appName: String
    /// As written: absolute, or relative to the platform's base.
    package let iconURL: String
    package let description: String
    package let slogan: String
    package let version: ProgramVersion
    package let package: RemoteFile
    /// Ed25519 signatures of the package's bytes, 64 bytes each: none if the platform does not sign, two while it
    /// replaces a key.
    package let signatures: [[UInt8]]
    package let resources: [Resource]
}

extension AppMetadata {
    package static let maxBytes = TransferBounds.metadata
    package static let maxPackageSize = TransferBounds.package
    package static let maxResourceSize = TransferBounds.resource
    package static let maxResources = 1_000
    package static let maxTextLength = 4_096
    package static let maxURLLength = TransferBounds.address
    /// Version codes are kept for ever, to prevent a return to an older version. The largest fits into 32 bits on every
    /// platform, which is enough even for a release a second over 60 years.
    package static let versionCodes: ClosedRange<Int64> = 1...2_147_483_647
    /// The length of an Ed25519 signature in bytes.
    package static let signatureLength = 64

    /// Why a document is not usable as metadata.
    package enum Refusal: Error, Equatable, Sendable {
        case shape(JSONShapeError)
        case removed
        case suspended
        case packageTooLarge
        /// The path of the resource.
        case resourceTooLarge(String)
    }

    /// Reads the document. Unknown fields are ignored. The status is checked before fields that a removed program may
    /// lack.
    package init(_ json: JSON) throws(Refusal) {
        do {
            let top = JSONNode(json)
            appID = try Self.appID(top.field("appId"))
            switch try top.field("status").text() {
            case "active": break
            case "removed": throw Refusal.removed
            case "suspended": throw Refusal.suspended
            default: throw try top.field("status").shapeError(expected: "active, removed or suspended")
            }
            appName = try top.field("appName").text(notEmptyUpTo: Self.maxTextLength)
            iconURL = try Self.url(top.field("iconUrl"))
            description = try Self.optionalText(top, "desc")
            slogan = try Self.optionalText(top, "slogan")
            version = try ProgramVersion(top.field("version"))
            let package = try top.field("package")
            self.package = try Self.file(package, limit: Self.maxPackageSize, orElse: .packageTooLarge)
            signatures = try Self.signatures(package)
            resources = try Self.resources(top)
        } catch let error as JSONShapeError {
            throw .shape(error)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw .shape(JSONShapeError(path: "(top)", expected: "metadata", found: "\(error)"))
        }
    }

    private static func appID(_ node: JSONNode) throws -> AppID {
        guard let id = AppID(try node.text()) else { throw node.shapeError(expected: "an app id") }
        return id
    }

    private static func optionalText(_ top: JSONNode, _ name: String) throws -> String {
        guard let node = try top.optionalField(name) else { return "" }
        let text = try node.text()
        guard text.utf8.count <= maxTextLength else {
            throw node.shapeError(expected: "text of at most \(maxTextLength) bytes")
        }
        return text
    }

    private static func url(_ node: JSONNode) throws -> String {
        let text = try node.text(notEmptyUpTo: maxURLLength)
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && ScalarPart($0) == .base }) else {
            throw node.shapeError(expected: "a URL without spaces and controls")
        }
        return text
    }

    private static func file(_ node: JSONNode, limit: Int, orElse refusal: Refusal) throws -> RemoteFile {
        let size = try node.field("size")
        switch size.value {
        case .integer(let value) where value > Int64(limit): throw refusal
        case .number(let value) where value > Double(limit): throw refusal
        // Small enough, or no number, which the reader of the integer below refuses.
        default: break
        }
        let digest = try node.field("sha256")
        guard let sha256 = SHA256Digest(hex: try digest.text()) else {
            throw digest.shapeError(expected: "64 hexadecimal digits")
        }
        return RemoteFile(
            url: try url(node.field("url")), size: Int(try size.integer(in: 0...Int64(limit))), sha256: sha256)
    }

    private static let maxSignatures = 4

    /// `edSignature`, and `edSignatures` if there are several, without duplicates.
    private static func signatures(_ package: JSONNode) throws(JSONShapeError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        if let node = try package.optionalField("edSignature") { found.append(try signature(node)) }
        guard let list = try package.optionalField("edSignatures") else { return found }
        let nodes = try list.elements()
        guard nodes.count <= maxSignatures else {
            throw list.shapeError(expected: "at most \(maxSignatures) signatures")
        }
        for node in nodes {
            let signature = try signature(node)
            if !found.contains(signature) { found.append(signature) }
        }
        return found
    }

    private static func signature(_ node: JSONNode) throws(JSONShapeError) -> [UInt8] {
        guard let bytes = Base64.decode(try node.text()), bytes.count == signatureLength else {
            throw node.shapeError(expected: "\(signatureLength) bytes in base64")
        }
        return bytes
    }

    private static func resources(_ top: JSONNode) throws -> [Resource] {
        guard let list = try top.optionalField("resources") else { return [] }
        let nodes = try list.elements()
        guard nodes.count <= maxResources else { throw list.shapeError(expected: "at most \(maxResources) resources") }
        var taken: Set<String> = []
        return try nodes.map { node in
            let place = try node.field("path")
            // The manifest comes from the package and is covered by its signature: nothing may replace it.
            guard let path = PackagePath(try place.text()), path.text.lowercased() != Manifest.path else {
                throw place.shapeError(expected: "a path inside the package")
            }
            guard taken.insert(path.text.lowercased()).inserted else {
                throw place.shapeError(expected: "a path of its own")
            }
            return Resource(
                path: path, file: try file(node, limit: maxResourceSize, orElse: .resourceTooLarge(path.text)))
        }
    }
}

/// A version of a program, as its metadata and its manifest name it.
package struct ProgramVersion: Equatable, Sendable {
    /// Rises with every release; one of ``AppMetadata/versionCodes``.
    package let code: Int64
    /// For people.
    package let name: String

    init(_ node: JSONNode) throws(JSONShapeError) {
        (code, name) = (try Self.code(in: node), try Self.name(in: node))
    }

    static func code(in node: JSONNode) throws(JSONShapeError) -> Int64 {
        try node.field("code").integer(in: AppMetadata.versionCodes)
    }

    static func name(in node: JSONNode) throws(JSONShapeError) -> String {
        try node.field("name").text(notEmptyUpTo: AppMetadata.maxTextLength)
    }
}
