import FoyerPlatform
import FoyerSystem

/// What this program is a build of.
enum Release {
    /// The only place with the version: `Scripts/release` reads this line.
    static let version = "0.4.0"

    /// The version, and the commit if it is known.
    static var text: String { commit.map { "\(version) (\($0.prefix(12)))" } ?? version }

    /// The commit that the program was built from: recorded beside its assets by the installation, or that of the
    /// source tree around it.
    static var commit: String? {
        guard var folder = OwnProgram.path else { return nil }
        while case let above = PathParts(folder).folder, above != "/", above != "." {
            folder = above
            if let installed = line(folder + "/share/foyer/commit") { return installed }
            if let head = line(folder + "/.git/HEAD") {
                guard head.hasPrefix("ref: ") else { return head }
                return line(folder + "/.git/" + head.dropFirst(5))
            }
        }
        return nil
    }

    private static func line(_ path: String) -> String? {
        guard let bytes = try? UserFile.read(path, limit: 4096) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}
