import FoyerCore
import FoyerCrypto
import FoyerSystem
import Glibc

/// A file with an Ed25519 private key: its 32 bytes, in base64 on one line, or raw.
public enum KeyFile {
    public enum Failure: Error, Equatable, Sendable {
        case disk(DiskError)
        case exists(path: String)
        case notAKey(path: String, String)

        public var cause: Cause {
            switch self {
            case .disk(let error): error.cause
            case .exists(let path): .keyExists(path)
            case .notAKey(let path, let problem): .notASigningKey(path, problem)
            }
        }
    }

    /// Makes a key of the system's randomness and keeps it, for its owner alone; what exists is never overwritten.
    ///
    /// - Returns: the public key in base64, which hosts pin.
    public static func make(_ path: String) throws(Failure) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<Ed25519.PrivateKey.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        guard let key = Ed25519.PrivateKey(bytes) else { throw .notAKey(path: path, "it has \(bytes.count) bytes") }
        let (folder, name) = split(path)
        do throws(DiskError) {
            let folder = try Folder.open(path: folder, makes: false, disk: .real)
            let file = try folder.create(name)
            do throws(DiskError) {
                try file.write(Array((Base64.encode(bytes) + "\n").utf8))
                try file.sync()
            } catch {
                try? folder.remove(name)
                throw error
            }
            try folder.sync()
        } catch {
            throw error.code == EEXIST ? .exists(path: path) : .disk(error)
        }
        return Base64.encode(key.publicKey.bytes)
    }

    /// The public key of a key file, in base64.
    public static func publicKey(_ path: String) throws(Failure) -> String {
        Base64.encode(try read(path).publicKey.bytes)
    }

    static func read(_ path: String) throws(Failure) -> Ed25519.PrivateKey {
        var bytes: [UInt8]
        do throws(DiskError) { bytes = try OpenFile.reading(path).readAll(limit: 4_096) } catch { throw .disk(error) }
        if bytes.count != Ed25519.PrivateKey.byteCount {
            let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
            guard let decoded = Base64.decode(text) else { throw .notAKey(path: path, "it has \(bytes.count) bytes") }
            bytes = decoded
        }
        guard let key = Ed25519.PrivateKey(bytes) else {
            throw .notAKey(path: path, "it decodes to \(bytes.count) bytes")
        }
        return key
    }

    /// The folder and the name of a path as people write it.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (
            slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.utf8.index(after: slash)...])
        )
    }
}
