import FoyerCore
import FoyerPlatformCore

extension PackageBuilder.Result {
    /// A complete metadata document for the package: with it at `v1/apps/APPID` of a web server, and the package under
    /// `packages/`, the program launches.
    ///
    /// - Parameters:
    ///   - manifest: the package's own manifest.
    ///   - output: the package's file, whose name is used on the server.
    package func metadata(_ manifest: Manifest, output: String) -> JSON {
        var package: [JSON.Member] = [
            .init("url", .string("packages/" + Self.escaped(PathParts(output).name[...]))),
            .init("size", .integer(Int64(size))), .init("sha256", .string(digest)),
        ]
        if let signature { package.append(.init("edSignature", .string(signature))) }
        var members: [JSON.Member] = [
            .init("appId", .string(manifest.appID.text)), .init("status", "active"),
            .init("appName", .string(manifest.name)),
            .init("iconUrl", .string("icons/\(manifest.appID.text).\(Self.ending(of: manifest.icons.first))")),
            .init("desc", ""), .init("slogan", ""),
            .init("version", ["code": .integer(manifest.version.code), "name": .string(manifest.version.name)]),
            .init("package", .object(package)), .init("resources", []),
        ]
        // Hosts pin it; a launch does not read this part of the document.
        if let publicKey { members.append(.init("publicKey", .string(publicKey))) }
        return .object(members)
    }

    private static func ending(of icon: PackagePath?) -> String {
        guard let name = icon?.text.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "png" }
        return escaped(name[name.index(after: dot)...])
    }

    /// Escapes a path component: everything but RFC 3986's unreserved characters becomes %XX.
    private static func escaped(_ name: Substring) -> String {
        var escaped = ""
        for byte in name.utf8 {
            if byte.isPlainNameByte || byte == UInt8(ascii: "~") {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return escaped
    }
}
