import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The user's answers about events, a file for each platform, and one for all of them.
package struct ConsentStore: Sendable {
    private static let everywhere = "all"
    // Nothing follows the closing brace, so a file that was cut is not JSON.
    private static let policy = Records.Policy(largest: 16 << 10)

    private let own: Records
    /// Where the answer for all platforms is, which holds for every host.
    private let common: Records

    package init(_ places: Places, disk: Disk = .real) {
        own = Records(Self.policy, path: places.state + "/consent", depth: 2, disk: disk)
        common = Records(Self.policy, path: places.commonState + "/consent", depth: 2, disk: disk)
    }

    /// The name of the files about a platform.
    package static func name(of server: WebAddress) -> String {
        String(SHA256.hexadecimal(of: Array(server.text.utf8)).prefix(32))
    }

    /// The answer for a platform; that for all of them counts where it says no, or where there is no other.
    package func answer(for server: WebAddress) -> EventConsent? {
        let all = answerForAll
        if all == .denied { return .denied }
        let answer = Self.answer(in: own.read(Self.name(of: server)))
        return answer == nil || answer == .ask ? all ?? answer : answer
    }

    /// Keeps the platform's address, so that what waits for it can be listed; changes no answer.
    func remember(_ server: WebAddress) throws(DiskError) {
        let name = Self.name(of: server)
        // Mostly it is known, and nothing needs to be locked.
        guard Self.answer(in: own.read(name)) == nil else { return }
        try own.change { (held) throws(DiskError) in
            if Self.answer(in: held.read(name)) == nil { try held.write(Self.record(.ask, for: server), to: name) }
        }
    }

    /// The answer for all platforms; `nil` without one.
    package var answerForAll: EventConsent? { Self.answer(in: common.read(Self.everywhere)) }

    /// - Parameter server: `nil` for all platforms; a yes for all of them undoes this host's former noes.
    package func keep(_ answer: EventConsent, for server: WebAddress?) throws(DiskError) {
        let record = Self.record(answer, for: server)
        if let server { return try own.write(record, to: Self.name(of: server)) }
        try common.write(record, to: Self.everywhere)
        guard answer == .granted else { return }
        for (name, server) in platforms() where Self.answer(in: own.read(name)) == .denied {
            try own.write(Self.record(.ask, for: server), to: name)
        }
    }

    func forget(_ name: String) throws(DiskError) { try own.remove(name) }

    /// The platforms with an answer, by the name of their files.
    package func platforms() -> [String: WebAddress] {
        var found: [String: WebAddress] = [:]
        for name in (try? own.names()) ?? [] {
            guard let bytes = own.read(name), let text = try? Self.field("platform", in: bytes),
                let address = try? WebAddress(text)
            else { continue }
            found[name] = address
        }
        return found
    }

    private static func record(_ answer: EventConsent, for server: WebAddress?) -> [UInt8] {
        var members = [JSON.Member("events", .string(answer.rawValue))]
        if let server { members.append(JSON.Member("platform", .string(server.text))) }
        return Array(JSON.object(members).jsonText.utf8)
    }

    private static func answer(in record: [UInt8]?) -> EventConsent? {
        record.flatMap { try? field("events", in: $0) }.flatMap(EventConsent.init)
    }

    private static func field(_ name: String, in record: [UInt8]) throws -> String {
        try JSONNode(JSON.parse(record)).field(name).text()
    }
}
