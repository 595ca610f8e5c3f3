import FoyerCore
import FoyerPlatform
import TestSupport
import Testing

struct SHA256Tests {
    private func hexadecimal(_ text: String) -> String { Hexadecimal.encode(SHA256.digest(of: Array(text.utf8))) }

    @Test func examplesOfTheStandard() {
        #expect(hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hexadecimal(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                    + "nopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
        #expect(
            hexadecimal(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Every length of the padding. The expected digest is another implementation's.
    @Test func everyLengthOfTheLastBlocks() {
        var all = SHA256()
        for count in 0...300 {
            all.update(SHA256.digest(of: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }))
        }
        #expect(all.size == 301 * SHA256.byteCount)
        #expect(Hexadecimal.encode(all.digest) == "60d63ff40b5558727a9b786ac0be9300f7ca58fd9ddd3b2f3681b369018a87dc")
    }

    @Test func inPieces() {
        var random = SplitMix64(seed: 256)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let whole = SHA256.digest(of: bytes)
            var hash = SHA256()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 0...min(rest.count, 150), using: &random)
                hash.update(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
                var copy = hash
                #expect(copy.digest == hash.digest)
                copy.update(Array(rest))
                #expect(copy.digest == whole)
            }
            #expect(hash.digest == whole && hash.size == bytes.count)
        }
    }
}
