import FoyerSystem

/// The program that desktop entries name.
public enum OwnProgram {
    /// The path of this process's executable; `nil` if the system does not know it.
    public static var path: String? { ResourceFolders.program }

    /// Whether a path lies in a folder of a package manager, which its next clean-up removes.
    package static func isInBuildFolder(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains(".build")
    }
}
