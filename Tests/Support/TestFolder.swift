import FoyerSystem
import Glibc

/// A folder that goes with the value, and the places of a user who lives in it.
public final class TestFolder: Sendable {
    private let folder = TemporaryFolder()
    public var path: String { folder.path }

    public init() {}

    public var places: Places {
        let path = path
        return Places { $0 == "HOME" ? path : nil }
    }

    /// Writes a file, and makes the folders on the way to it.
    public func write(_ text: String, to name: String) throws {
        for index in name.indices where name[index] == "/" { mkdir(path + "/" + name[..<index], 0o700) }
        folder.write(Array(text.utf8), to: name)
    }
}
