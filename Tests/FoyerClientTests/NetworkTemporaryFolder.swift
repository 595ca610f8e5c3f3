import Glibc

@testable import FoyerClient

/// A folder that is gone with its owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/foyer-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary folder: \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// What is in it, sorted.
    var names: [String] { Self.names(in: path) }

    func write(_ bytes: [UInt8], to name: String) {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = bytes.withUnsafeBytes { SmallFile.write($0, to: descriptor, at: 0) }
        close(descriptor)
    }

    func read(_ name: String) -> [UInt8]? { SmallFile.read(path + "/" + name) }

    private static func names(in path: String) -> [String] {
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

    private static func remove(_ path: String) {
        chmod(path, 0o700)
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }
}
