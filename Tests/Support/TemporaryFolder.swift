import Glibc

/// A folder that is removed with its owner.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        // In memory if possible: thousands of syncs take minutes on a disk, and prove nothing more.
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/foyer-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary folder: \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// What is in it, sorted.
    public var names: [String] { TestFile.names(in: path) }

    public func write(_ bytes: [UInt8], to name: String) { TestFile.write(bytes, to: path + "/" + name) }

    /// All bytes of a file; `nil` where there is none.
    public func read(_ name: String) -> [UInt8]? { TestFile.bytes(path + "/" + name) }

    /// Links are removed, not followed.
    private static func remove(_ path: String) {
        chmod(path, 0o700)
        for name in TestFile.names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }
}
