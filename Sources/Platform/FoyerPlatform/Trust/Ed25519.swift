import CNettle

/// Signatures by Ed25519 (RFC 8032), over whole messages.
package enum Ed25519 {
    package static let signatureSize = Int(ED25519_SIGNATURE_SIZE)

    /// The key that signatures are checked with.
    package struct PublicKey: Equatable, Sendable {
        package static let byteCount = Int(ED25519_KEY_SIZE)

        package let bytes: [UInt8]

        /// `nil` where it is not 32 bytes.
        package init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.byteCount else { return nil }
            self.bytes = bytes
        }

        /// Whether `signature` was made by this key for `message`; one that is not 64 bytes was not.
        package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            signature.count == signatureSize
                && nettle_ed25519_sha512_verify(bytes, message.count, message, signature) == 1
        }
    }

    /// The key that signatures are made with.
    package struct PrivateKey: Sendable {
        package static let byteCount = Int(ED25519_KEY_SIZE)

        private let bytes: [UInt8]
        /// What others check its signatures with.
        package let publicKey: PublicKey

        /// `nil` where it is not 32 bytes.
        package init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.byteCount else { return nil }
            var key = [UInt8](repeating: 0, count: PublicKey.byteCount)
            nettle_ed25519_sha512_public_key(&key, bytes)
            guard let publicKey = PublicKey(key) else { return nil }
            (self.bytes, self.publicKey) = (bytes, publicKey)
        }

        /// 64 bytes; the same for the same message.
        package func signature(of message: [UInt8]) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: signatureSize) { buffer, count in
                nettle_ed25519_sha512_sign(publicKey.bytes, bytes, message.count, message, buffer.baseAddress)
                count = signatureSize
            }
        }
    }
}
