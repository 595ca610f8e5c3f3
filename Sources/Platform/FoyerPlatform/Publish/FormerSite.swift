import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What a site is before a publication: who has signed it, and whose programs it serves.
struct FormerSite {
    let site: SiteFolder

    /// Documents that every site has; the smaller one comes first.
    private static let everywhere = ["v1/config", "v1/catalogue"]

    var isEmpty: Bool { !Self.everywhere.contains { site.root.hasFile($0) } }

    var isSigned: Bool {
        Self.everywhere.contains { path in
            guard let place = SignedDocument.signaturePath(of: path), site.root.hasFile(place) else { return false }
            return document(path).flatMap { try? JSON.parse($0) }?[SignedDocument.serialName] != nil
        }
    }

    /// Whether none of these keys has signed it, but another one has.
    func isSigned(byOtherThan keys: [Ed25519.PrivateKey]) -> Bool {
        guard isSigned else { return false }
        return !Self.everywhere.contains { path in
            guard let bytes = document(path), let place = SignedDocument.signaturePath(of: path),
                let file = site.read(place, limit: SignedDocument.maxSignatureBytes),
                let signatures = SignedDocument.signatures(in: file)
            else { return false }
            let message = SignedDocument.message(path: path, body: bytes)
            return keys.contains { key in signatures.contains { key.publicKey.verifies($0, of: message) } }
        }
    }

    /// Whether it serves programs, and none of these.
    ///
    /// - Parameter programs: keys such as `apps/com.example.tea`.
    func servesOnlyOthers(than programs: Set<String>) throws(PublishError) -> Bool {
        let served = try onSite(site.files(in: "v1/apps"))
        return !served.isEmpty && programs.isDisjoint(with: served.map { "apps/" + $0 })
    }

    private func document(_ path: String) -> [UInt8]? {
        site.read(path, limit: CataloguedProgram.maxCatalogueBytes)
    }
}
