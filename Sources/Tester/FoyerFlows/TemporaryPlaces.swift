import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// Folders for one flow, in memory if the machine has such a place.
package struct TemporaryPlaces {
    package let places: Places
    private let folder: String

    /// - Parameter blocked: whether a file takes the place of the packages' folder.
    init(blocked: Bool) throws(LocalizedFailure) {
        let parent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
        try self.init(below: Self.make(parent + "/foyer-scenario-"), blocked: blocked)
    }

    /// Numbered from 0, since pages may show the path, and a page is drawn with the same bytes each time. No flow of this
    /// process gets the folder of a former one, where something may still be ending.
    private static func make(_ prefix: String) throws(LocalizedFailure) -> String {
        while true {
            let path = "\(prefix)\(next.wrappingAdd(1, ordering: .relaxed).oldValue)"
            if mkdir(path, 0o700) == 0 { return path }
            // Another process has it, or has left it.
            guard errno == EEXIST else {
                let why = "The folder \(path) cannot be made: \(SystemError.text(errno))."
                throw LocalizedFailure(Phrase(asIs: why))
            }
        }
    }

    private static let next = Atomic(0)

    /// The same in a known folder, whose contents are removed.
    package init(folder: String, blocked: Bool = false) throws(LocalizedFailure) {
        Folder.removeTree(path: folder)
        do { try Places().make(folder) } catch { throw LocalizedFailure(error.cause) }
        try self.init(below: folder, blocked: blocked)
    }

    private init(below path: String, blocked: Bool) throws(LocalizedFailure) {
        folder = path
        places = Places { name in name == "HOME" || name == "XDG_RUNTIME_DIR" ? path : nil }
        guard blocked else { return }
        let data = places.dataHome
        try? places.make(data)
        try? UserFile.write([], to: data + "/foyer")
    }

    /// The same for another program.
    var environment: [(name: String, value: String?)] {
        [("HOME", folder), ("XDG_RUNTIME_DIR", folder)]
            + ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"].map { ($0, nil) }
    }

    func remove() {
        Folder.removeTree(path: folder)
    }
}
