import FoyerPlatform
import FoyerSystem
import Glibc

/// Folders for one flow, in memory if the machine has such a place.
struct TemporaryPlaces {
    let places: Places
    private let folder: String

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter blocked: whether a file takes the place of the packages' folder.
    init(blocked: Bool) throws(Failure) {
        let parent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
        let path: String
        do throws(DiskError) { path = try Folder.makeTemporary(parent + "/foyer-scenario-") } catch {
            throw Failure(description: "No folder can be made below \(parent): \(SystemError.text(error.code)).")
        }
        try self.init(below: path, blocked: blocked)
    }

    /// The same in a known folder, whose contents are removed.
    init(folder: String, blocked: Bool = false) throws(Failure) {
        Folder.removeTree(path: folder)
        do {
            try Places().make(folder)
        } catch {
            throw Failure(description: error.description)
        }
        try self.init(below: folder, blocked: blocked)
    }

    private init(below path: String, blocked: Bool) throws(Failure) {
        folder = path
        places = Places { name in name == "HOME" || name == "XDG_RUNTIME_DIR" ? path : nil }
        guard blocked else { return }
        let data = places.dataHome
        try? places.make(data)
        try? UserFile.write([], to: data + "/foyer")
    }

    func remove() {
        Folder.removeTree(path: folder)
    }
}
