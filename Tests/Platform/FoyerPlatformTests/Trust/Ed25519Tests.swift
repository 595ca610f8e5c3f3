import FoyerCore
import FoyerPlatform
import TestSupport
import Testing

struct Ed25519Tests {
    struct Example: Sendable {
        let seed: [UInt8]
        let key: [UInt8]
        let message: [UInt8]
        let signature: [UInt8]

        init(_ seed: String, _ key: String, _ message: String, _ signature: String) {
            func bytes(_ text: String) -> [UInt8] { Hexadecimal.decode(text) ?? [] }
            (self.seed, self.key, self.message, self.signature) = (
                bytes(seed), bytes(key), bytes(message), bytes(signature)
            )
        }
    }

    /// RFC 8032, section 7.1.
    static let examples = [
        Example(
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"),
        Example(
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"),
        Example(
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"),
        Example(
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
                + "3dca179c138ac17ad9bef1177331a704"),
    ]

    @Test(arguments: examples)
    func examplesOfTheStandard(example: Example) throws {
        let key = try #require(Ed25519.PrivateKey(example.seed))
        #expect(key.publicKey.bytes == example.key)
        #expect(key.signature(of: example.message) == example.signature)
        #expect(key.publicKey.verifies(example.signature, of: example.message))
    }

    @Test func anyChangeIsSeen() throws {
        var random = SplitMix64(seed: 8032)
        let message = [UInt8]("the package".utf8)
        let key = try #require(Ed25519.PrivateKey([UInt8](repeating: 1, count: 32)))
        let signature = key.signature(of: message)
        for _ in 0..<100 {
            var (wrong, other, stranger) = (signature, message, key.publicKey.bytes)
            wrong[Int.random(in: 0..<64, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            other[Int.random(in: 0..<other.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            stranger[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(!key.publicKey.verifies(wrong, of: message))
            #expect(!key.publicKey.verifies(signature, of: other))
            #expect(Ed25519.PublicKey(stranger)?.verifies(signature, of: message) == false)
        }
        #expect(key.publicKey.verifies(signature, of: message))
    }

    @Test func wrongLengths() throws {
        let key = try #require(Ed25519.PrivateKey([UInt8](repeating: 2, count: 32)))
        let signature = key.signature(of: [])
        for count in [0, 1, 63] { #expect(!key.publicKey.verifies(Array(signature.prefix(count)), of: [])) }
        #expect(!key.publicKey.verifies(signature + [0], of: []))
        for count in [0, 31, 33, 64] {
            #expect(Ed25519.PublicKey([UInt8](repeating: 1, count: count)) == nil)
            #expect(Ed25519.PrivateKey([UInt8](repeating: 1, count: count)) == nil)
        }
    }
}
