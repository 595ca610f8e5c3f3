import Glibc
import TestSupport

/// A user's folders for one test, removed with the value.
final class Household {
    let path: String

    init() throws {
        var template = Array("/tmp/foyer-e2e-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SessionFailure(description: "no folder: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        MarkedProcesses.end(mark: path, of: "HOME")
        for file in files.reversed() { remove(path + "/" + file) }
        rmdir(path)
    }

    var environment: [String: String] {
        [
            "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_CACHE_HOME": path + "/cache",
            "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_HOME": path + "/config", "XDG_RUNTIME_DIR": path + "/run",
            "FOYER_TESTER": "the tests",
        ]
    }

    /// Writes the user's settings.
    func writeSettings(_ text: String) throws {
        for folder in [path + "/config", path + "/config/foyer"] { mkdir(folder, 0o700) }
        TestFile.write(text, to: path + "/config/foyer/config.yaml")
    }

    /// As after `foyer events on`.
    func allowEvents() throws {
        for folder in ["/state", "/state/foyer", "/state/foyer/consent"] { mkdir(path + folder, 0o700) }
        TestFile.write(#"{"events":"granted"}"#, to: path + "/state/foyer/consent/all")
    }

    /// Every file and folder, a folder before what is in it.
    var files: [String] { Self.list(path, "") }

    /// What attempts that are under way, or were broken off, have left.
    var staged: [String] { files.filter { $0.hasPrefix("data/foyer/apps/.staging/") } }

    /// What is below a folder, by paths that begin with a prefix.
    static func list(_ folder: String, _ prefix: String) -> [String] {
        var found: [String] = []
        for name in TestFile.names(in: folder) {
            found.append(prefix + name)
            var status = stat()
            if lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                found += list(folder + "/" + name, prefix + name + "/")
            }
        }
        return found.sorted()
    }
}
