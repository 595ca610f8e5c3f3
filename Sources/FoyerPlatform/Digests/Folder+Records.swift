import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// Folders that hold records of one kind, or an installed package.
extension Folder {
    /// Removes unfinished files, and the oldest records until `count` are left. The caller holds the folder's lock, so
    /// that an unfinished file belongs to a process that has died.
    ///
    /// - Parameters:
    ///   - kept: a record that stays, however old.
    ///   - digits: the length of the records' names, which are hexadecimal.
    func trim(to count: Int, keeping kept: String, digits: Int) throws(DiskError) {
        var records: [(name: String, used: timespec)] = []
        for entry in try entries() where entry.name != kept {
            guard let status = status(of: entry.raw) else { continue }
            if entry.name.hasPrefix(Folder.temporaryPrefix) {
                try removeTree(entry.raw)
            } else if entry.name.utf8.count == digits, entry.name.utf8.allSatisfy(Hexadecimal.isDigit) {
                records.append((entry.name, status.st_mtim))
            }
        }
        records.sort { ($0.used.tv_sec, $0.used.tv_nsec) > ($1.used.tv_sec, $1.used.tv_nsec) }
        for old in records.dropFirst(count - 1) { try removeTree(old.name) }
    }

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
