import CDeflate
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// Unpacks a validated archive into an empty folder.
struct Inflater: Sendable {
    /// Entries that need at most `need` bytes of buffers are unpacked by this many threads at once. The product limits
    /// the memory for unpacking, except for a single larger entry. There may be more threads than cores: each waits
    /// until its file is safe on the disk, and many together get there faster than one by one.
    private static let classes = [
        (need: 1 << 20, threads: 16), (need: 4 << 20, threads: 8), (need: 16 << 20, threads: 2),
        (need: .max, threads: 1),
    ]

    let system: SystemServices
    let progress: @Sendable (Double) -> Void
    let isCancelled: @Sendable () -> Bool

    /// Blocks. If it fails, partial results stay in `folder`, which the caller discards.
    func unpack(_ entries: [ZipEntry], from archive: OpenFile, into folder: Folder) throws(PackageError)
        -> [InstallRecord.File]
    {
        try onDisk(makeFolders(entries, in: folder))
        let files = entries.filter { !$0.isFolder }
        let tally = InflateTally(total: files.reduce(0) { $0 + $1.size })
        var rest = files.sorted { InflateWork.need($0) < InflateWork.need($1) }[...]
        for (need, threads) in Inflater.classes {
            let part = rest.prefix { InflateWork.need($0) <= need }
            rest = rest.dropFirst(part.count)
            // Largest first, so that no thread is left with a large one at the end.
            let work = InflateWork(
                part.sorted { $0.size > $1.size }, archive: archive, folder: folder, tally: tally,
                progress: progress, isCancelled: isCancelled)
            system.work.parallel(min(threads, part.count)) { work.run() }
            try tally.validate()
        }
        try onDisk(Inflater.syncFolders(of: entries, in: folder))
        // Unpacking has verified these.
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

/// How far all entries have got. Without locks: many threads ask after each small file, and the one that has been
/// interrupted while it holds a lock would keep all others.
private final class InflateTally: Sendable {
    private let total: Int
    /// The number of unpacked bytes.
    private let done = Atomic(0)
    let hasFailed = Atomic(false)
    private let error = Mutex<PackageError?>(nil)

    init(total: Int) {
        self.total = total
    }

    /// - Returns: the fraction that is unpacked, 0…1.
    func add(_ bytes: Int) -> Double {
        let done = done.wrappingAdd(bytes, ordering: .relaxed).newValue
        return total == 0 ? 1 : Double(done) / Double(total)
    }

    func fail(_ error: PackageError) {
        self.error.withLock { if $0 == nil { $0 = error } }
        hasFailed.store(true, ordering: .relaxed)
    }

    /// Throws the error of the first entry that failed.
    func validate() throws(PackageError) {
        if let error = error.withLock(\.self) { throw error }
    }
}

/// The entries that threads take one after the other, until one of them fails.
private final class InflateWork: Sendable {
    private let entries: [ZipEntry]
    /// The number of entries that have been taken, or more once all have.
    private let taken = Atomic(0)
    private let archive: OpenFile
    private let folder: Folder
    private let tally: InflateTally
    private let progress: @Sendable (Double) -> Void
    private let isCancelled: @Sendable () -> Bool

    init(
        _ entries: [ZipEntry], archive: OpenFile, folder: Folder, tally: InflateTally,
        progress: @escaping @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.entries = entries
        self.archive = archive
        self.folder = folder
        self.tally = tally
        self.progress = progress
        self.isCancelled = isCancelled
    }

    /// The buffer size that an entry needs in bytes: a stored one is copied piece by piece.
    static func need(_ entry: ZipEntry) -> Int {
        entry.method == .stored ? min(entry.size, pieceSize) : entry.size + entry.packedSize
    }

    /// The number of bytes of a stored entry to copy at once.
    private static let pieceSize = 256 << 10

    /// Takes entries until none is left or one has failed.
    func run() {
        guard var room = InflateRoom() else { return tally.fail(.disk(DiskError(.read, archive.path, ENOMEM))) }
        while let entry = next() {
            do {
                try unpack(entry, in: &room)
                progress(tally.add(entry.size))
            } catch {
                tally.fail(error)
            }
        }
    }

    private func next() -> ZipEntry? {
        if isCancelled() { tally.fail(.cancelled) }
        guard !tally.hasFailed.load(ordering: .relaxed) else { return nil }
        let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < entries.count ? entries[index] : nil
    }

    private func unpack(_ entry: ZipEntry, in room: inout InflateRoom) throws(PackageError) {
        let file = try onDisk(folder.create(entry.name))
        room.reserve(InflateWork.need(entry))
        switch entry.method {
        case .stored: try copy(entry, to: file, room)
        case .deflate: try inflate(entry, to: file, room)
        }
        do { try file.sync() } catch { throw .disk(error) }
    }

    private func copy(
        _ entry: ZipEntry, to file: OpenFile, _ room: borrowing InflateRoom
    ) throws(PackageError) {
        var crc: UInt32 = 0
        var done = 0
        while done < entry.size {
            if isCancelled() { throw .cancelled }
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: room.bytes[..<min(InflateWork.pieceSize, entry.size - done)])
            try fill(piece, at: entry.dataOffset + done, of: entry)
            crc = libdeflate_crc32(crc, piece.baseAddress, piece.count)
            do { try file.write(UnsafeRawBufferPointer(piece)) } catch { throw .disk(error) }
            done += piece.count
        }
        guard crc == entry.crc else { throw .damaged(entry: entry.name, .wrongChecksum) }
    }

    private func inflate(
        _ entry: ZipEntry, to file: OpenFile, _ room: borrowing InflateRoom
    ) throws(PackageError) {
        let output = UnsafeMutableRawBufferPointer(rebasing: room.bytes[..<entry.size])
        let packed = UnsafeMutableRawBufferPointer(rebasing: room.bytes[entry.size...].prefix(entry.packedSize))
        try fill(packed, at: entry.dataOffset, of: entry)
        var taken = 0
        let result = libdeflate_deflate_decompress_ex(
            room.decompressor, packed.baseAddress, packed.count, output.baseAddress, entry.size, &taken, nil)
        guard result == LIBDEFLATE_SUCCESS else {
            throw .damaged(entry: entry.name, .wrongSize)
        }
        guard taken == packed.count else { throw .damaged(entry: entry.name, .trailingBytes) }
        guard libdeflate_crc32(0, output.baseAddress, output.count) == entry.crc else {
            throw .damaged(entry: entry.name, .wrongChecksum)
        }
        do { try file.write(UnsafeRawBufferPointer(output)) } catch { throw .disk(error) }
    }

    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, at offset: Int, of entry: ZipEntry
    ) throws(PackageError) {
        let count = try onDisk(archive.read(into: buffer, at: offset))
        guard count == buffer.count else { throw .damaged(entry: entry.name, .cutShort) }
    }
}

/// The buffers of one thread, used for entry after entry.
struct InflateRoom: ~Copyable {
    let decompressor: OpaquePointer
    /// Never empty: even an empty buffer needs an address.
    private(set) var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 16)

    /// `nil` if memory is short.
    init?() {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        self.decompressor = decompressor
    }

    deinit {
        libdeflate_free_decompressor(decompressor)
        bytes.deallocate()
    }

    /// Grows the buffer to at least `count` bytes; its contents are lost.
    mutating func reserve(_ count: Int) {
        guard bytes.count < count else { return }
        bytes.deallocate()
        bytes = .allocate(byteCount: count, alignment: 16)
    }
}
