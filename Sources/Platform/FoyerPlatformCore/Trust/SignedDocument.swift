import FoyerCore

/// Documents of a platform that a host trusts by their signature alone (`serial` and `expires` are members of the
/// document; the signature is under `v1/signatures/…`).
package enum SignedDocument {
    /// The member that grows with every change of a document.
    package static let serialName = "serial"
    /// The member with the document's expiry, in RFC 3339.
    package static let expiresName = "expires"
    /// The lines of a signature file: two keys, each for the present document and the one before.
    static let maxLines = 8
    /// The size of a signature file in bytes.
    package static let maxSignatureBytes = 1_024
    /// How far ahead of a host's clock a serial number may be, in seconds: whoever steals a key cannot lock hosts out
    /// for longer.
    static let maxLead: Int64 = 366 * 86_400

    /// The newest document that was ever trusted at a place.
    package struct Seen: Equatable, Sendable {
        package let serial: Int64
        /// Whether the document to check has the same bytes.
        package let isSame: Bool

        package init(serial: Int64, isSame: Bool) { (self.serial, self.isSame) = (serial, isSame) }
    }

    /// The signed message: the bytes, bound to their place. A signature of a package can never match it, since packages
    /// begin differently.
    ///
    /// - Parameter path: below the platform's base, such as `v1/apps/com.example.tea`.
    package static func message(path: String, body: [UInt8]) -> [UInt8] {
        Array("foyer document 1\n\(path)\n".utf8) + body
    }

    /// The place of a document's signature; `nil` if the path is not a document's.
    package static func signaturePath(of path: String) -> String? {
        path.hasPrefix("v1/") ? "v1/signatures/" + path.dropFirst(3) : nil
    }

    /// The members of a document with those that signing adds.
    package static func members(
        _ members: [JSON.Member], serial: Int64, expires: WallTime
    ) -> [JSON.Member] {
        members + [
            JSON.Member(serialName, .integer(serial)), JSON.Member(expiresName, .string(expires.rfc3339)),
        ]
    }

    /// Whether a document has the members that signing adds.
    static func isSigned(_ json: JSON) -> Bool {
        guard case .integer? = json[serialName], case .string(let text)? = json[expiresName] else { return false }
        return WallTime(rfc3339: text) != nil
    }

    /// The members without those that signing added.
    package static func unsigned(_ json: JSON) -> JSON {
        guard case .object(let members) = json else { return json }
        return .object(members.filter { $0.name != serialName && $0.name != expiresName })
    }

    /// A signature file: one signature in base64 on each line.
    package static func signatureFile(_ signatures: [[UInt8]]) -> [UInt8] {
        Array(signatures.map { Base64.encode($0) + "\n" }.joined().utf8)
    }

    package static func signatures(in file: [UInt8]) -> [[UInt8]]? {
        guard file.count <= maxSignatureBytes else { return nil }
        let lines = file.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        guard (1...maxLines).contains(lines.count) else { return nil }
        let decoded = lines.compactMap { Base64.decode($0) }
        guard decoded.count == lines.count, decoded.allSatisfy({ $0.count == AppMetadata.signatureLength }) else {
            return nil
        }
        return decoded
    }
}

/// Why a host with a pinned key does not trust a document.
package enum DocumentRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no signature for it.
    case unsigned
    /// An answer that is not a document cannot be signed.
    case unsignedAnswer(status: Int)
    /// The signature file is cut short or not valid.
    case signatureUnreadable
    /// None of the signatures was made by a pinned key for these bytes at this place: the document was changed, is
    /// another one, or was signed by somebody else.
    case foreign
    /// It is signed, but lacks `serial` or `expires`.
    case incomplete
    case older(offered: Int64, seen: Int64)
    /// Its serial number is that of another document seen at this place.
    case otherContent(serial: Int64)
    /// Its serial number is more than a year ahead of this machine's clock.
    case ahead(WallTime)
    case expired(WallTime)

    /// In every language.
    package var cause: Phrase {
        switch self {
        case .unsigned: .documentUnsigned
        case .unsignedAnswer(let status): .answerUnsigned(status: status)
        case .signatureUnreadable: .documentSignatureUnreadable
        case .foreign: .documentForeign
        case .incomplete: .documentIncomplete
        case .older(let offered, let seen): .documentOlder(offered: offered, seen: seen)
        case .otherContent(let serial): .documentDiffers(serial: serial)
        case .ahead(let time): .documentAhead(time.rfc3339)
        case .expired(let time): .documentExpired(time.rfc3339)
        }
    }

    package var description: String { cause.english }
}

extension SignedDocument {
    /// Checks whether a document can be trusted; returns its serial number, which is the minimum from then on.
    ///
    /// - Parameters:
    ///   - path: the document's path below the platform's base.
    ///   - signatureFile: the contents of its signature file; `nil` if there is none.
    ///   - seen: the newest document ever trusted at this place; `nil` if there is none.
    ///   - verifies: whether a pinned key made the signature for the message; asked for every signature.
    package static func validate(
        path: String, body: [UInt8], signatureFile: [UInt8]?, seen: Seen?, now: WallTime,
        verifies: (_ signature: [UInt8], _ message: [UInt8]) -> Bool
    ) throws(DocumentRefusal) -> Int64 {
        guard let signatureFile else { throw .unsigned }
        guard let signatures = signatures(in: signatureFile) else { throw .signatureUnreadable }
        let message = message(path: path, body: body)
        guard !signatures.filter({ verifies($0, message) }).isEmpty else { throw .foreign }
        // Only now a byte of it is parsed.
        guard let json = try? JSON.parse(body), case .integer(let serial)? = json[serialName], serial >= 0,
            case .string(let text)? = json[expiresName], let expires = WallTime(rfc3339: text)
        else { throw .incomplete }
        if let seen {
            if serial < seen.serial { throw .older(offered: serial, seen: seen.serial) }
            if serial == seen.serial, !seen.isSame { throw .otherContent(serial: serial) }
        }
        guard serial <= now.seconds + maxLead else { throw .ahead(WallTime(seconds: serial)) }
        guard now < expires else { throw .expired(expires) }
        return serial
    }
}
