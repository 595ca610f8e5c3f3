import Crypto
import FoyerCore

/// The key that signs the demo's packages. It is public, for anybody can compute it: it proves nothing.
public enum DemoKey {
    private static let seed = "Foyer demo key: not a secret, protects nothing"

    /// 32 bytes.
    public static var publicKey: [UInt8] {
        guard let key = privateKey else { return [] }
        return [UInt8](key.publicKey.rawRepresentation)
    }

    /// In base64, as `--public-key` takes it.
    public static var publicKeyBase64: String {
        Base64.encode(publicKey)
    }

    /// Ed25519 over the bytes, in base64.
    static func signature(of bytes: [UInt8]) -> String? {
        (try? privateKey?.signature(for: bytes)).map { Base64.encode([UInt8]($0)) }
    }

    private static var privateKey: Curve25519.Signing.PrivateKey? {
        try? Curve25519.Signing.PrivateKey(rawRepresentation: SHA256.hash(data: Array(seed.utf8)))
    }
}
