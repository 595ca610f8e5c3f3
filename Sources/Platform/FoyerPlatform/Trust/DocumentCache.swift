import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A platform's documents as it sent them last, in `$XDG_CACHE_HOME/foyer/documents`: it need not send again what has not
/// changed. All calls block on the disk; damaged files count as missing, and failing to keep one is no error.
struct DocumentCache: Sendable {
    private let store: Store<CachedBody>

    init(_ places: Places, disk: Disk = .real) {
        // A torn write is found by the format, and fetched again.
        store = Store(
            places.cache + "/documents", depth: 2, CachedBody.format(in: .sealed("foyer-document 1")),
            largest: 2 << 20, bound: .digests(bytes: 16 << 20), readingIsUse: true, isSynced: false, disk: disk)
    }

    /// - Parameter language: the one that it was asked for in.
    func document(_ address: WebAddress, _ language: Language? = nil) -> CachedBody? {
        store.read(Self.name(address, language))
    }

    /// Keeps an answer in place of the former one, if its version has a name.
    func keep(_ response: HTTPResponse, at address: WebAddress, _ language: Language? = nil) {
        let (body, name) = (CachedBody(response), Self.name(address, language))
        if response.status == 200, Self.mayKeep(response.head), !body.conditions.isEmpty {
            try? store.write(body, to: name)
        } else {
            try? store.remove(name)
        }
    }

    /// What changed in the second of the answer may change once more in it, and would still be called by the same name.
    private static func mayKeep(_ head: ResponseHead) -> Bool {
        let isForbidden = head.values("Cache-Control").contains { $0.lowercased().contains("no-store") }
        return !isForbidden && (head.value("Date") == nil || head.value("Date") != head.value("Last-Modified"))
    }

    private static func name(_ address: WebAddress, _ language: Language?) -> String {
        SHA256.name(address.text + (language.map { "\n" + $0.rawValue } ?? ""))
    }
}
