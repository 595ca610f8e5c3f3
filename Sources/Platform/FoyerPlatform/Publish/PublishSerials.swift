import FoyerCore
import FoyerPlatformCore

/// The highest serial numbers that each key of a site has signed documents with. A host remembers what it has seen of a
/// key, so what is signed next must be above that, whichever checkout it comes from and whatever its clock says.
struct PublishSerials: Equatable {
    /// How far ahead of the clock a serial number may be, in seconds.
    static let maxLead: Int64 = 86_400
    /// The number of keys that are remembered, so that one which was dropped can come back.
    private static let maxKeys = 8

    /// By public key, 64 hexadecimal digits.
    private var byKey: [String: Int64] = [:]

    init() {}

    /// Whether no key has signed anything.
    var isEmpty: Bool { byKey.isEmpty }

    mutating func reach(_ serial: Int64, by keys: [Ed25519.PrivateKey]) {
        for key in keys {
            let name = Self.name(key)
            byKey[name] = max(byKey[name] ?? serial, serial)
        }
    }

    /// Reads what a site serves. Only what lies above `least` is verified, since that alone can matter.
    mutating func reach(servedBy site: SiteFolder, keys: [Ed25519.PrivateKey], after least: Int64) {
        for path in (try? site.documents()) ?? [] {
            guard let bytes = site.read(path, limit: CataloguedProgram.maxCatalogueBytes),
                case .integer(let serial)? = (try? JSON.parse(bytes))?[SignedDocument.serialName], serial >= least,
                let place = SignedDocument.signaturePath(of: path),
                let file = site.read(place, limit: SignedDocument.maxSignatureBytes),
                let signatures = SignedDocument.signatures(in: file)
            else { continue }
            let message = SignedDocument.message(path: path, body: bytes)
            let signers = keys.filter { key in signatures.contains { key.publicKey.verifies($0, of: message) } }
            reach(serial, by: signers)
        }
    }

    func highest(of keys: [Ed25519.PrivateKey]) -> Int64? { keys.compactMap { byKey[Self.name($0)] }.max() }

    /// The number to sign with: the time, or one above the highest; `nil` if there is none above it.
    func next(for keys: [Ed25519.PrivateKey], at now: WallTime) -> Int64? {
        guard let highest = highest(of: keys) else { return now.seconds }
        return highest == .max ? nil : max(now.seconds, highest + 1)
    }

    private static func name(_ key: Ed25519.PrivateKey) -> String { Hexadecimal.encode(key.publicKey.bytes) }

    // MARK: - Text

    var text: String {
        byKey.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxKeys)
            .map { "\($0.key):\($0.value)" }.joined(separator: ",")
    }

    init?(text: some StringProtocol) {
        for part in text.split(separator: ",") {
            let fields = part.split(separator: ":")
            guard fields.count == 2, let serial = Int64(fields[1]) else { return nil }
            byKey[String(fields[0])] = serial
        }
    }
}
