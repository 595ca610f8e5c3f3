import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The keys that a host pins for one platform, and what it remembers of the documents that they have signed.
public struct DocumentTrust: Sendable {
    /// The number of keys that a host may pin: the one in use, and its replacement.
    package static let maxKeys = 2

    private let keys: [Ed25519.PublicKey]
    /// 32 bytes each, as they were pinned.
    package let publicKeys: [[UInt8]]
    private let serials: SerialStore
    /// Keeps caches apart: what is cached under other keys, or under none, is never read.
    let scope: String
    var now: @Sendable () -> WallTime = { WallClock.now }

    /// `nil` if no key is pinned.
    ///
    /// - Parameter keys: 32 bytes each; a signature by any of them is enough.
    public init?(_ keys: [[UInt8]], places: Places) {
        self.init(keys, places: places, disk: .real)
    }

    /// The same for keys in base 64, as `foyer publish` prints them; `nil` if one of them is no key, or there is none.
    public init?(base64 keys: [String], places: Places) {
        let decoded = keys.compactMap { PackageCheck.publicKey(base64: $0) }
        guard decoded.count == keys.count else { return nil }
        self.init(decoded, places: places)
    }

    init?(_ keys: [[UInt8]], places: Places, disk: Disk) {
        guard let scope = Self.scope(keys) else { return nil }
        self.scope = scope
        publicKeys = keys
        self.keys = keys.compactMap { Ed25519.PublicKey($0) }
        serials = SerialStore(places, disk: disk)
    }

    /// The scope of what is kept under these keys, in any order; `nil` without a key.
    static func scope(_ keys: [[UInt8]]) -> String? {
        keys.isEmpty ? nil : Set(keys.map { Hexadecimal.encode($0) }).sorted().joined(separator: ",")
    }

    /// Throws if a document must not be believed; otherwise remembers its serial number and its digest under each pinned
    /// key that has signed it. Blocks on the disk.
    func validate(path: String, body: [UInt8], signatureFile: [UInt8]?) throws(DocumentRefusal) {
        let digest = SHA256.hexadecimal(of: body)
        let records = keys.compactMap { serials.record(of: path, key: $0.bytes) }
        let newest = records.max { $0.serial < $1.serial }
        var signers: [Ed25519.PublicKey] = []
        let serial = try SignedDocument.validate(
            path: path, body: body, signatureFile: signatureFile,
            seen: newest.map { newest in
                let same = records.filter { $0.serial == newest.serial }
                return SignedDocument.Seen(serial: newest.serial, isSame: same.allSatisfy { $0.digest == digest })
            }, now: now()
        ) { signature, message in
            let found = keys.filter { key in !signers.contains { $0.bytes == key.bytes } }.filter {
                $0.verifies(signature, of: message)
            }
            signers += found
            return !found.isEmpty
        }
        let record = SerialStore.Record(serial: serial, digest: digest)
        for key in signers where serials.record(of: path, key: key.bytes) != record {
            // A failing disk is no reason to refuse the document: it is signed and has not expired.
            try? serials.keep(record, of: path, key: key.bytes)
        }
    }

    /// Whether a picture is the one that a signed document means: one that is named by its digest must have it.
    static func isMeant(_ digest: @autoclosure () -> String, at address: WebAddress) -> Bool {
        SiteContent.digest(namedBy: address.path).map { $0 == digest() } ?? true
    }
}
