import FoyerCore
import FoyerPlatform

/// The documents of the platform, signed with the demo's key, and attacked if a fault says so.
extension StageResponder {
    static let signatures = "/v1/signatures/"
    private static let expires = "9999-12-31T23:59:59Z"

    /// The document at a path without any attack; `nil` if there is none.
    private func document(_ path: String, serial: Int64? = nil, expires: String = expires) -> [UInt8]? {
        let bare: [UInt8]
        if path == "/v1/config" {
            bare = JSON(sorted: config).bytes
        } else if let entity = platform.entities[path], path.hasPrefix("/v1/") {
            let other = entity.route == .banner ? campaigns[entity.subject] : nil
            bare = other.flatMap { platform.campaign(of: $0, forKey: entity.subject) } ?? entity.bytes
        } else {
            return nil
        }
        guard let json = try? JSON.parse(bare), let expires = WallTime(rfc3339: expires),
            case .object(let members) = SignedDocument.unsigned(json)
        else { return bare }
        return JSON.object(SignedDocument.members(members, serial: serial ?? self.serial, expires: expires)).bytes
    }

    private func attacks(on path: String) -> [StageAttack] {
        if path == "/v1/config" { return faults.attacks(on: .config, subject: nil) }
        guard let entity = platform.entities[path] else { return [] }
        return faults.attacks(on: entity.route, subject: entity.subject)
    }

    /// Another document of the same kind, or any other if there is none.
    private func sibling(of path: String) -> String {
        let route = platform.entities[path]?.route
        let others = platform.entities.filter { $0.key != path && $0.key.hasPrefix("/v1/") }
        return others.filter { $0.value.route == route }.keys.min() ?? others.keys.min() ?? path
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
        var file = DemoKey.signatureFile(
            path: String(place.dropFirst()), body: body, isForeign: attacks.contains(.foreign))
        if attacks.contains(.truncated) { file.removeLast(file.count / 2) }
        return LoopbackAnswer(status: 200, headers: [("Content-Type", "text/plain")], body: file)
    }
}
