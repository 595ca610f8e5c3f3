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
    public var names: [String] { Self.names(in: path) }

    public func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen(path + "/" + name, "we") else { fatalError("no file \(name): \(errno)") }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            fatalError("\(name) is not written: \(errno)")
        }
    }

    /// All bytes of a file; `nil` where there is none.
    public func read(_ name: String) -> [UInt8]? {
        guard let file = fopen(path + "/" + name, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }

    public static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Links are removed, not followed.
    private static func remove(_ path: String) {
        chmod(path, 0o700)
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }
}
