import FoyerCore
import FoyerCrypto
import FoyerSystem

/// The keys that a host pins for one platform, and the serial numbers of the documents it has seen.
public struct DocumentTrust: Sendable {
    /// The number of keys that a host may pin: the one in use, and its replacement.
    package static let maxKeys = 2

    private let keys: [Ed25519.PublicKey]
    private let serials: SerialStore
    /// The wall clock.
    var now: @Sendable () -> WallTime = { WallClock.now }

    /// `nil` if no key is pinned.
    ///
    /// - Parameter keys: 32 bytes each; a signature by any of them is enough.
    public init?(_ keys: [[UInt8]], server: WebAddress, places: Places) {
        guard !keys.isEmpty else { return nil }
        self.keys = keys.compactMap { Ed25519.PublicKey($0) }
        serials = SerialStore(places, server: server)
    }

    /// Throws if a document must not be believed; otherwise remembers its serial number. Blocks on the disk.
    func validate(path: String, body: [UInt8], signatureFile: [UInt8]?) throws(DocumentRefusal) {
        let seen = serials.serial(of: path)
        let serial = try SignedDocument.validate(
            path: path, body: body, signatureFile: signatureFile, seen: seen, now: now()
        ) { signature, message in
            keys.contains { $0.verifies(signature, of: message) }
        }
        // A failing disk is no reason to refuse the document: it is signed and has not expired.
        if serial != seen { try? serials.keep(serial, of: path) }
    }
}
