import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A file with an Ed25519 private key: its 32 bytes, in base64 on one line, or raw.
package enum KeyFile {
    /// Creates a key from the system's randomness, readable by its owner only; never overwrites a file.
    ///
    /// - Returns: the public key in base64, for hosts to pin.
    package static func make(_ path: String, disk: Disk = .real) throws(LocalizedFailure) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<Ed25519.PrivateKey.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        guard let key = Ed25519.PrivateKey(bytes) else { throw notAKey(path, "it has \(bytes.count) bytes") }
        let (folder, name) = PathParts(path).both
        do throws(DiskError) {
            let folder = try Folder.open(path: folder, makes: false, disk: disk)
            let file = try folder.create(name)
            do {
                try file.write(Array((Base64.encode(bytes) + "\n").utf8))
                try file.sync()
            } catch {
                try? folder.remove(name)
                throw error
            }
            try folder.sync()
        } catch {
            throw LocalizedFailure(error.code == EEXIST ? .keyExists(path) : error.cause)
        }
        return Base64.encode(key.publicKey.bytes)
    }

    /// The public key of a key file, in base64.
    package static func publicKey(_ path: String, disk: Disk = .real) throws(LocalizedFailure) -> String {
        Base64.encode(try read(path, disk: disk).publicKey.bytes)
    }

    /// Refuses a file that others may read or change: whoever can do either can sign.
    static func read(_ path: String, disk: Disk = .real) throws(LocalizedFailure) -> Ed25519.PrivateKey {
        var bytes: [UInt8]
        let mode: UInt32
        do {
            let file = try OpenFile.reading(path, disk: disk)
            mode = try file.mode()
            bytes = try file.readAll(limit: 4_096)
        } catch {
            throw error.code == EINVAL ? notAKey(path, "it is not a regular file") : LocalizedFailure(error.cause)
        }
        if bytes.count != Ed25519.PrivateKey.byteCount {
            let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
            guard let decoded = Base64.decode(text) else { throw notAKey(path, "it has \(bytes.count) bytes") }
            bytes = decoded
        }
        guard let key = Ed25519.PrivateKey(bytes) else {
            throw notAKey(path, "it decodes to \(bytes.count) bytes")
        }
        // Only now: what is no key has no mode to mend.
        guard mode & 0o077 == 0 else { throw LocalizedFailure(.keyOpenToOthers(path, mode: mode)) }
        return key
    }

    private static func notAKey(_ path: String, _ problem: String) -> LocalizedFailure {
        LocalizedFailure(.notASigningKey(path, problem))
    }
}

/// Why a key cannot be used.
extension Phrase {
    package static func notASigningKey(_ path: String, _ problem: String) -> Phrase {
        let command = "foyer key new FILE"
        return Phrase(
            """
            \(path) is not a signing key: \(problem). An Ed25519 private key is 32 bytes, raw or in base 64; \
            `\(command)` makes one.
            """)
    }

    package static func keyOpenToOthers(_ path: String, mode number: UInt32) -> Phrase {
        let mode = String(number, radix: 8)
        let command = "chmod 600 \(path)"
        return Phrase(
            "\(path) is a secret key, and others may read or change it (mode \(mode)). It needs mode 600: `\(command)`."
        )
    }

    package static func keyExists(_ path: String) -> Phrase {
        Phrase("\(path) exists; a key is never overwritten.")
    }
}
