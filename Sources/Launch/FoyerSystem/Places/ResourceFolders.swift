import Glibc

/// Where the program's resources are: beside the executable, or below the prefix that it is installed under.
package enum ResourceFolders {
    /// The path of this process's executable; `nil` if the system does not know it.
    package static let program: String? = {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = path.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), buffer.count) }
                ?? 0
        }
        guard count > 0, let text = String(validating: path[..<count], as: UTF8.self) else { return nil }
        // The system's name for an executable that was replaced while it ran.
        let mark = " (deleted)"
        return text.hasSuffix(mark) ? String(text.dropLast(mark.count)) : text
    }()

    /// The folder of this process's executable; `nil` if the system does not know it.
    package static let executable: String? = {
        program.map { PathParts($0).folder }
    }()

    /// The compiled terminal descriptions; `nil` if they have not been compiled.
    package static var terminfo: String? {
        guard let executable else { return nil }
        return [executable + "/terminfo", executable + "/../share/foyer/terminfo"].first { access($0, R_OK) == 0 }
    }
}
