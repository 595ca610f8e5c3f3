import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

extension Folder {
    /// The paths of all files below, except our own records at the top; `nil` if there is anything but files and
    /// folders, or too much of it.
    func filePaths(limit: Int, depth: Int, isTop: Bool = true) throws(DiskError) -> [String]? {
        var paths: [String] = []
        for entry in try entries() where !isTop || !entry.name.utf8.starts(with: PackageLimits.reservedPrefix.utf8) {
            switch entry.kind {
            case .other: return nil
            case .file: paths.append(entry.name)
            case .folder:
                guard depth > 1,
                    let below = try folder(entry.name).filePaths(limit: limit, depth: depth - 1, isTop: false)
                else { return nil }
                paths += below.map { "\(entry.name)/\($0)" }
            }
            guard paths.count <= limit else { return nil }
        }
        return paths
    }
}
