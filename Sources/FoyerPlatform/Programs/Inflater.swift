import FoyerCore
import FoyerSystem
import Synchronization

/// Unpacks a judged archive into an empty folder.
struct Inflater: Sendable {
    /// Entries up to `need` bytes of buffers are unpacked by so many threads at once; the product is what
    /// unpacking may take of memory, apart from one entry that is larger by itself. They may be more than the cores:
    /// each waits for its file to be safe on the disk, which brings many there together faster than one by one.
    private static let classes = [
        (need: 1 << 20, threads: 16), (need: 4 << 20, threads: 8), (need: 16 << 20, threads: 2),
        (need: .max, threads: 1),
    ]

    let surroundings: Surroundings
    let progress: @Sendable (Double) -> Void
    let isCancelled: @Sendable () -> Bool

    /// Blocks. What was made so far stays in `folder` when it fails; the caller throws the folder away.
    func unpack(_ entries: [ZipEntry], from archive: borrowing OpenFile, into folder: Folder) throws(PackageError)
        -> [InstallRecord.File]
    {
        try onDisk { () throws(DiskError) in try makeFolders(entries, in: folder) }
        let files = entries.filter { !$0.isFolder }
        let work = InflateWork(
            archive: archive.descriptor, archivePath: archive.path, folder: folder,
            total: files.reduce(0) { $0 + $1.size },
            clock: surroundings.clock, progress: progress, isCancelled: isCancelled)
        var rest = files.sorted { InflateWork.need($0) < InflateWork.need($1) }[...]
        for (need, threads) in Inflater.classes {
            let part = rest.prefix { InflateWork.need($0) <= need }
            rest = rest.dropFirst(part.count)
            // The largest first, so that no thread is left with one at the end.
            work.queue(part.sorted { $0.size > $1.size })
            surroundings.work.parallel(min(threads, part.count)) { work.run() }
        }
        try work.judge()
        try onDisk { () throws(DiskError) in try Inflater.syncFolders(of: entries, in: folder) }
        // What was unpacked has proved to have these.
        return files.map { InstallRecord.File(path: $0.name, size: $0.size, checksum: .crc32($0.crc)) }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private func makeFolders(_ entries: [ZipEntry], in folder: Folder) throws(DiskError) {
        for path in Inflater.folders(of: entries) { try folder.makeNewFolder(path) }
    }

    private static func syncFolders(of entries: [ZipEntry], in folder: Folder) throws(DiskError) {
        for path in folders(of: entries) { try folder.folder(path).sync() }
    }

    /// All folders, named or implied, outer ones first.
    private static func folders(of entries: [ZipEntry]) -> [String] {
        var paths: Set<String> = []
        for entry in entries {
            if entry.isFolder { paths.insert(entry.name) }
            for (index, byte) in zip(entry.name.utf8.indices, entry.name.utf8) where byte == UInt8(ascii: "/") {
                paths.insert(String(entry.name[..<index]))
            }
        }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
