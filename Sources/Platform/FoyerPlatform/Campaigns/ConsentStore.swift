import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The user's answers about events, a file for each platform, and one for all of them.
package struct ConsentStore: Sendable {
    private static let everywhere = "all"

    private let own: Store<ConsentRecord>
    /// Where the answer for all platforms is, which holds for every host.
    private let common: Store<ConsentRecord>

    package init(_ places: Places, disk: Disk = .real) {
        func store(in state: String) -> Store<ConsentRecord> {
            Store(state + "/consent", depth: 2, ConsentRecord.format, largest: 16 << 10, disk: disk)
        }
        own = store(in: places.state)
        common = store(in: places.commonState)
    }

    /// The name of the files about a platform.
    package static func name(of server: WebAddress) -> String { SHA256.name(server.text, digits: 32) }

    /// The answer for a platform; that for all of them counts where it says no, or where there is no other.
    package func answer(for server: WebAddress) -> EventConsent? {
        let all = answerForAll
        if all == .denied { return .denied }
        let answer = own.read(Self.name(of: server))?.answer
        return answer == nil || answer == .ask ? all ?? answer : answer
    }

    /// Keeps the platform's address, so that what waits for it can be listed; changes no answer.
    func remember(_ server: WebAddress) throws(DiskError) {
        let name = Self.name(of: server)
        // Mostly it is known, and nothing needs to be locked.
        guard own.read(name)?.answer == nil else { return }
        try own.change { (held) throws(DiskError) in
            if held.read(name)?.answer == nil { try held.write(ConsentRecord(.ask, server), to: name) }
        }
    }

    /// The answer for all platforms; `nil` without one.
    package var answerForAll: EventConsent? { common.read(Self.everywhere)?.answer }

    /// - Parameter server: `nil` for all platforms; a yes for all of them undoes this host's former noes.
    package func keep(_ answer: EventConsent, for server: WebAddress?) throws(DiskError) {
        let record = ConsentRecord(answer, server)
        if let server { return try own.write(record, to: Self.name(of: server)) }
        try common.write(record, to: Self.everywhere)
        guard answer == .granted else { return }
        for (name, server) in platforms() where own.read(name)?.answer == .denied {
            try own.write(ConsentRecord(.ask, server), to: name)
        }
    }

    func forget(_ name: String) throws(DiskError) { try own.remove(name) }

    /// The platforms with an answer, by the name of their files.
    package func platforms() -> [String: WebAddress] {
        var found: [String: WebAddress] = [:]
        for name in (try? own.names()) ?? [] { found[name] = own.read(name)?.server }
        return found
    }
}

private struct ConsentRecord {
    /// `nil` if it is none that this version knows.
    let answer: EventConsent?
    /// `nil` for all platforms.
    let server: WebAddress?

    init(_ answer: EventConsent?, _ server: WebAddress?) { (self.answer, self.server) = (answer, server) }

    static let format = StoreFormat.json.map { (record: ConsentRecord) in
        JSON(["events": record.answer.map { .string($0.rawValue) }, "platform": record.server.map { .string($0.text) }])
    } _: { json in
        func text(_ name: String) -> String? { try? JSONNode(json).field(name).text() }
        return ConsentRecord(
            text("events").flatMap(EventConsent.init), text("platform").flatMap { try? WebAddress($0) })
    }
}
