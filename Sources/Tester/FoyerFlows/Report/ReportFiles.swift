import Foyer
import FoyerSystem

/// Pages and other results of a run, in a folder of theirs.
package enum ReportFiles {
    /// Writes files into a folder, which is made if it is missing; each file is replaced atomically.
    package static func write(
        _ files: [(name: String, text: String)], to folder: String, disk: Disk = .real
    ) throws(LocalizedFailure) {
        do { try Places().makeNamed(folder) } catch { throw LocalizedFailure(error.cause) }
        for file in files {
            let path = folder + "/" + file.name
            // Whose file the link leads to is not known.
            if UserFile.isLink(path) { throw LocalizedFailure(.fileNotWritten(path, .isLink)) }
            do { try UserFile.replace(path, with: Array(file.text.utf8), disk: disk) } catch {
                throw .notWritten(path, error.code)
            }
        }
    }
}
