import FoyerCore

/// Signs a site's documents, and decides whether one that is served may stay as it is.
struct DocumentSigning {
    let keys: [Ed25519.PrivateKey]
    /// How long a signature is valid, in seconds.
    let lifetime: Int64
    let now: WallTime
    /// Of what is signed now; `nil` if there is none above the former ones.
    let serial: Int64?

    var isOn: Bool { !keys.isEmpty }

    /// Whether less than half of a signature's lifetime is left.
    func isOld(_ expires: Int64) -> Bool { expires - now.seconds < lifetime / 2 }

    func sign(_ members: [JSON.Member], _ record: inout PublishIndex.Record) -> [JSON.Member] {
        guard isOn, let serial else { return members }
        let expires = WallTime(seconds: now.seconds + lifetime)
        (record.serial, record.expires) = (serial, expires.seconds)
        return SignedDocument.members(members, serial: serial, expires: expires)
    }

    /// The signatures of every body by every key.
    func signatures(of path: String, _ bodies: [[UInt8]]) -> [[UInt8]] {
        bodies.flatMap { bytes in
            let message = SignedDocument.message(path: path, body: bytes)
            return keys.map { $0.signature(of: message) }
        }
    }

    /// The serial number and expiry of a served document that may stay as it is; `nil` if it must be signed again.
    ///
    /// - Parameter areKeysKnown: whether these keys made every signature. If not, no other may be there: a key that was
    ///   dropped must not vouch for anything any more.
    func standing(
        of path: String, _ bytes: [UInt8], _ json: JSON, on site: SiteFolder?, areKeysKnown: Bool
    ) -> (Int64, Int64)? {
        let hasSignature = json[SignedDocument.serialName] != nil || json[SignedDocument.expiresName] != nil
        guard isOn else { return hasSignature ? nil : (0, 0) }
        guard case .integer(let serial)? = json[SignedDocument.serialName],
            case .string(let text)? = json[SignedDocument.expiresName], let expires = WallTime(rfc3339: text),
            !isOld(expires.seconds), let place = SignedDocument.signaturePath(of: path),
            let file = site?.read(place, limit: SignedDocument.maxSignatureBytes)
        else { return nil }
        let lines = Set(String(decoding: file, as: UTF8.self).split(separator: "\n"))
        let own = Set(signatures(of: path, [bytes]).map { Base64.encode($0)[...] })
        guard areKeysKnown ? lines.isSuperset(of: own) : lines == own else { return nil }
        return (serial, expires.seconds)
    }
}
