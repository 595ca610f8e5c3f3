import FoyerCore
import FoyerCrypto

/// How documents of a site are signed, and whether one that is served may stay as it is.
struct DocumentSigning {
    let keys: [Ed25519.PrivateKey]
    /// Seconds for which a signature counts.
    let lifetime: Int64
    let now: WallTime
    let serial: Int64

    var isOn: Bool { !keys.isEmpty }

    /// Whether less than half of a signature's life is left.
    func isOld(_ expires: Int64) -> Bool { expires - now.seconds < lifetime / 2 }

    func sign(_ members: [JSON.Member], _ record: inout PublishIndex.Record) -> [JSON.Member] {
        guard isOn else { return members }
        let expires = WallTime(seconds: now.seconds + lifetime)
        (record.serial, record.expires) = (serial, expires.seconds)
        return SignedDocument.members(members, serial: serial, expires: expires)
    }

    /// By every key, of every body.
    func signatures(of path: String, _ bodies: [[UInt8]]) -> [[UInt8]] {
        bodies.flatMap { bytes in
            let message = SignedDocument.message(path: path, body: bytes)
            return keys.map { $0.signature(of: message) }
        }
    }

    /// Serial number and end of a served document that may stay as it is; `nil` where it must be signed anew.
    ///
    /// - Parameter areKeysKnown: whether these keys made every signature there is. Else none may be there but theirs: a key
    ///   that was dropped must not vouch for anything any more.
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
