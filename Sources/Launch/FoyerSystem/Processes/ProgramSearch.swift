import Glibc

/// Where a program is that is named without a slash, as `execvp` looks for it.
package enum ProgramSearch {
    /// The `PATH` where none is set.
    package static let standard = "/usr/local/bin:/usr/bin:/bin"
    /// This process's own.
    package static var own: String { Places.variable("PATH") ?? standard }

    /// Whether there is a file of that name, whoever may run it.
    static func isFile(_ name: String, in folders: String) -> Bool {
        folders.split(separator: ":").contains {
            UserFile.status($0 + "/" + name).map { $0.st_mode & S_IFMT != S_IFDIR } ?? false
        }
    }

    /// The first file of that name that may be run; `nil` if there is none.
    ///
    /// - Parameter folders: separated by colons.
    package static func find(_ name: String, in folders: String) -> String? {
        folders.split(separator: ":").map { $0 + "/" + name }.first { candidate in
            access(candidate, X_OK) == 0 && UserFile.status(candidate).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }
    }
}
