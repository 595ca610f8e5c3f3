import FoyerCore
import FoyerPlatform

/// The site's documents as they are served: changed and attacked if faults say so, and signed.
extension StageResponder {
    static let signatures = "/v1/signatures/"
    private static let expires = "9999-12-31T23:59:59Z"

    /// The document at a path without any attack; `nil` if there is none.
    private func document(_ path: String, serial: Int64? = nil, expires: String = expires) -> [UInt8]? {
        guard var members = members(path), let expires = WallTime(rfc3339: expires) else { return nil }
        let (route, subject) = meaning(of: path, query: nil)
        if route == .metadata { tellTruth(ofPackageIn: &members) }
        for fault in route.map({ faults.faults(for: $0, subject: subject) }) ?? [] {
            if case .set(let member, let value) = fault { members.set(member.split(separator: ".")[...], to: value) }
        }
        return JSON.object(SignedDocument.members(members, serial: serial ?? self.serial, expires: expires)).bytes
    }

    private func members(_ path: String) -> [JSON.Member]? {
        if path == "/v1/config" { return config.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) } }
        let (route, subject) = meaning(of: path, query: nil)
        guard let route, let subject, route == .banner || route == .popup else { return platform.documents[path] }
        return platform.campaign(route, subject, of: campaigns[subject])
    }

    /// What a program's package is published as, if faults make another one of it.
    func package(_ file: StagePlatform.File) -> [UInt8]? {
        for fault in faults.faults(for: .package, subject: file.subject) {
            switch fault {
            case .damage(let place):
                var answer = LoopbackAnswer(status: 200, body: file.bytes)
                answer.apply(.corrupt(at: place ?? 80), target: "")
                return answer.body
            case .future: return futurePackage(of: file.subject)
            default: break
            }
        }
        return nil
    }

    /// A package with one page, for a platform version that no host has.
    private func futurePackage(of app: String) -> [UInt8]? {
        let document = JSON.object(platform.documents["/v1/apps/" + app] ?? [])
        let manifest = JSON([
            "app_id": .string(app), "name": document["appName"], "pages": ["pages/index"],
            "platform_version": ["min_code": 9_999], "version": document["version"],
        ])
        return try? ZipWriter.encode([
            .init(name: Manifest.path, bytes: manifest.bytes),
            .init(name: "pages/index.md", bytes: Array("# ?\n".utf8)),
        ])
    }

    /// Size, digest and signature of the package are those of what is published.
    private func tellTruth(ofPackageIn members: inout [JSON.Member]) {
        guard case .string(let url)? = JSON.object(members)["package"]?["url"], let file = platform.files["/" + url],
            let bytes = package(file)
        else { return }
        members.set(["package", "size"], to: JSON(bytes.count))
        members.set(["package", "sha256"], to: .string(SHA256.hexadecimal(of: bytes)))
        let signatures = platform.keys.map { JSON.string(Base64.encode($0.signature(of: bytes))) }
        if let first = signatures.first { members.set(["package", "edSignature"], to: first) }
        if signatures.count > 1 { members.set(["package", "edSignatures"], to: .array(signatures)) }
    }

    private func attacks(on path: String) -> [StageAttack] {
        let (route, subject) = meaning(of: path, query: nil)
        return route.map { faults.attacks(on: $0, subject: subject) } ?? []
    }

    /// Another document of the same kind, or any other if there is none.
    private func sibling(of path: String) -> String {
        let others = platform.documents.keys.filter { $0 != path }
        let kind = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        return others.filter { $0.hasPrefix(kind) && $0 != "/v1/catalogue" }.min() ?? others.min() ?? path
    }

    /// The document served at a path.
    func served(_ path: String) -> [UInt8]? {
        let attacks = attacks(on: path)
        if attacks.contains(.swapped) { return document(sibling(of: path)) }
        if attacks.contains(.older) { return document(path, serial: 0) }
        if attacks.contains(.expired) { return document(path, expires: "2000-01-01T00:00:00Z") }
        return document(path)
    }

    func signature(ofDocumentAt path: String) -> LoopbackAnswer {
        let attacks = attacks(on: path)
        // The valid signature of the served document, wherever that belongs.
        let place = attacks.contains(.swapped) || attacks.contains(.other) ? sibling(of: path) : path
        guard let body = attacks.contains(.other) ? document(place) : served(path), !attacks.contains(.unsigned) else {
            return .sentence(404, "There is nothing at this address.")
        }
        let foreign = Ed25519.PrivateKey(SHA256.digest(of: Array("somebody else".utf8)))
        let keys = attacks.contains(.foreign) ? [foreign].compactMap { $0 } : platform.keys
        let message = SignedDocument.message(path: String(place.dropFirst()), body: body)
        var file = SignedDocument.signatureFile(keys.map { $0.signature(of: message) })
        if attacks.contains(.truncated) { file.removeLast(file.count / 2) }
        return LoopbackAnswer(status: 200, headers: [("Content-Type", "text/plain")], body: file)
    }
}

extension [JSON.Member] {
    /// Replaces, adds or (with no value) removes a member, which may lie within others.
    fileprivate mutating func set(_ path: ArraySlice<Substring>, to value: JSON?) {
        guard let name = path.first.map(String.init) else { return }
        let place = firstIndex { $0.name == name }
        var new = value
        if path.count > 1 {
            guard let place, case .object(var members) = self[place].value else { return }
            members.set(path.dropFirst(), to: value)
            new = .object(members)
        }
        let member = new.map { JSON.Member(name, $0) }
        if let place {
            replaceSubrange(place...place, with: member.map { [$0] } ?? [])
        } else if let member {
            append(member)
        }
    }
}
