import FoyerSystem

/// The program that desktop entries name.
package enum OwnProgram {
    /// The path of this process's executable; `nil` where the system does not tell.
    package static var path: String? { ResourceFolders.program }

    /// Whether a path lies in a folder of the package manager's, where the next cleaning takes it away.
    package static func isInBuildFolder(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains(".build")
    }
}
