import FoyerCore
import FoyerPlatform

/// The key that signs the demo's packages. It is public, since anybody can compute it: it proves nothing.
package enum DemoKey {
    private static let seed = "Foyer demo key: not a secret, protects nothing"

    /// 32 bytes.
    package static var publicKey: [UInt8] { privateKey?.publicKey.bytes ?? [] }

    /// In base64, for `--public-key`.
    package static var publicKeyBase64: String {
        Base64.encode(publicKey)
    }

    /// Ed25519 over the bytes, in base64.
    static func signature(of bytes: [UInt8]) -> String? {
        (privateKey?.signature(of: bytes)).map(Base64.encode)
    }

    /// The signature file of a document, as a site has it.
    ///
    /// - Parameter path: the document's path, without a leading slash.
    static func signatureFile(path: String, body: [UInt8], isForeign: Bool = false) -> [UInt8] {
        let key = isForeign ? Ed25519.PrivateKey(SHA256.digest(of: Array("somebody else".utf8))) : privateKey
        let message = SignedDocument.message(path: path, body: body)
        return key.map { SignedDocument.signatureFile([$0.signature(of: message)]) } ?? []
    }

    private static var privateKey: Ed25519.PrivateKey? { Ed25519.PrivateKey(SHA256.digest(of: Array(seed.utf8))) }
}
