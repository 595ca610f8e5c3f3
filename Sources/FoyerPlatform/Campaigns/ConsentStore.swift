import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The user's answers about events, a file for each platform, and one for all of them.
package struct ConsentStore: Sendable {
    private let path: String
    /// Where the answer for all platforms is, which holds for every host.
    private let commonPath: String
    private static let everywhere = "all"
    private static let sizeLimit = 16 << 10
    private let disk: Disk

    package init(_ places: Places, disk: Disk = .real) {
        self.disk = disk
        (path, commonPath) = (places.state + "/consent", places.commonState + "/consent")
    }

    /// The name of the files about a platform.
    package static func name(of server: WebAddress) -> String {
        String(SHA256.hexadecimal(of: Array(server.text.utf8)).prefix(32))
    }

    /// The answer for a platform; that for all of them counts where it says no, or where there is no other.
    package func answer(for server: WebAddress) -> EventConsent? {
        let all = read(Self.everywhere, in: commonPath)
        if all == .denied { return .denied }
        let own = read(Self.name(of: server), in: path)
        return own == nil || own == .ask ? all ?? own : own
    }

    /// Keeps the platform's address, so that what waits for it can be listed; changes no answer.
    func remember(_ server: WebAddress) throws(DiskError) {
        if read(Self.name(of: server), in: path) == nil { try keep(.ask, for: server) }
    }

    /// - Parameter server: `nil` for all platforms.
    package func keep(_ answer: EventConsent, for server: WebAddress?) throws(DiskError) {
        let folder = try Folder.openOwn(
            path: server == nil ? commonPath : path, depth: 2, makes: true, disk: disk)
        var members = [JSON.Member("events", .string(answer.rawValue))]
        if let server { members.append(JSON.Member("platform", .string(server.text))) }
        try folder.replace(
            server.map(Self.name) ?? Self.everywhere, with: Array(JSON.object(members).jsonText.utf8))
    }

    /// The platforms with an answer, by the name of their files.
    package func platforms() -> [String: WebAddress] {
        guard let entries = try? folder(path)?.entries() else { return [:] }
        var found: [String: WebAddress] = [:]
        for entry in entries where entry.kind == .file {
            guard let text = try? document(entry.name, in: path)?.field("platform").text(),
                let address = try? WebAddress(text)
            else { continue }
            found[entry.name] = address
        }
        return found
    }

    private func folder(_ path: String) -> Folder? {
        try? Folder.openOwn(path: path, depth: 2, makes: false, disk: disk)
    }

    private func document(_ name: String, in path: String) throws -> JSONNode? {
        guard let bytes = try folder(path)?.file(name).readAll(limit: Self.sizeLimit) else { return nil }
        return JSONNode(try JSON.parse(bytes))
    }

    private func read(_ name: String, in path: String) -> EventConsent? {
        guard let text = try? document(name, in: path)?.field("events").text() else { return nil }
        return EventConsent(rawValue: text)
    }
}
