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
        let package = JSON([
            "url": .string("packages/" + Self.escaped(PathParts(output).name[...])), "size": JSON(size),
            "sha256": .string(digest), "edSignature": signature.map { .string($0) },
        ])
        return JSON([
            "appId": .string(manifest.appID.text), "status": "active", "appName": .string(manifest.name),
            "iconUrl": .string("icons/\(manifest.appID.text).\(Self.ending(of: manifest.icons.first))"),
            "desc": "", "slogan": "",
            "version": ["code": .integer(manifest.version.code), "name": .string(manifest.version.name)],
            "package": package, "resources": [],
            // Hosts pin it; a launch does not read this part of the document.
            "publicKey": publicKey.map { .string($0) },
        ])
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
