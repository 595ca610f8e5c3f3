import FoyerCore
import FoyerSystem
import Glibc

/// A cache folder with a total size limit; the least recently used files are removed first. Files are named by a
/// digest; others are left alone. All calls block on the disk.
struct CacheFolder: Sendable {
    /// The user's cache folder, and this folder's name in it.
    let place: String
    let name: String
    /// The most bytes of all files together.
    let bound: Int
    var disk = Disk.real

    /// A file's bytes, which counts as a use; `nil` if it is missing or not a regular file.
    func read(_ file: String, limit: Int) -> [UInt8]? {
        guard let folder = try? Folder.openOwn(path: place, depth: 1, makes: false, disk: disk).folder(name),
            let opened = try? folder.file(file), let bytes = try? opened.readAll(limit: limit)
        else { return nil }
        opened.touch()
        return bytes
    }

    /// Replaces a file atomically. It is not synced: a digest reveals a torn write.
    func write(_ bytes: [UInt8], to file: String) throws(DiskError) {
        guard bytes.count <= bound else { return }
        let folder = try Folder.openOwn(path: place, depth: 1, makes: true, disk: disk).makeFolder(name)
        let temporary = Self.temporaryPrefix + Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) })
        do throws(DiskError) {
            try folder.create(temporary).write(bytes)
            do { try folder.rename(temporary, to: folder, as: file) } catch {
                guard [EISDIR, ENOTEMPTY, EEXIST].contains(error.code) else { throw error }
                try folder.removeTree(file)
                try folder.rename(temporary, to: folder, as: file)
            }
        } catch {
            try? folder.remove(temporary)
            throw error
        }
        try trim(folder, except: file)
    }

    func remove(_ file: String) throws(DiskError) {
        let folder: Folder
        do { folder = try Folder.openOwn(path: place, depth: 1, makes: false, disk: disk).folder(name) } catch {
            // If there is no folder, there is nothing to remove.
            if [ENOENT, ENOTDIR, ELOOP].contains(error.code) { return }
            throw error
        }
        try folder.removeTree(file)
    }

    private static let temporaryPrefix = ".new-"
    /// Seconds after which an unfinished file counts as abandoned.
    private static let abandoned = 3_600

    private struct Found {
        let name: String
        let size: Int
        let used: timespec
    }

    private func trim(_ folder: Folder, except kept: String) throws(DiskError) {
        var files: [Found] = []
        for entry in try folder.entries() where entry.kind == .file {
            guard let status = folder.status(of: entry.raw) else { continue }
            if entry.name.hasPrefix(Self.temporaryPrefix) {
                if time(nil) - status.st_mtim.tv_sec > Self.abandoned { try folder.remove(entry.raw) }
            } else if entry.name.utf8.count == 64, entry.name.utf8.allSatisfy(Hexadecimal.isDigit) {
                files.append(Found(name: entry.name, size: Int(status.st_size), used: status.st_mtim))
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > bound else { return }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        for file in files where total > bound && file.name != kept {
            try folder.remove(file.name)
            total -= file.size
        }
    }
}
