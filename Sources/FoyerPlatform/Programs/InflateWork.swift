import CDeflate
import FoyerCore
import FoyerSystem
import Glibc
import Synchronization

/// The entries that threads take one after the other, until one of them fails.
final class InflateWork: Sendable {
    private struct State {
        var queue: [ZipEntry] = []
        var error: PackageError?
        /// Bytes that have been unpacked.
        var done = 0
    }

    private let archive: Int32
    private let archivePath: String
    private let folder: Folder
    private let total: Int
    private let progress: @Sendable (Double) -> Void
    private let isCancelled: @Sendable () -> Bool
    private let state = Mutex(State())

    init(
        archive: Int32, archivePath: String, folder: Folder, total: Int,
        progress: @escaping @Sendable (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.archive = archive
        self.archivePath = archivePath
        self.folder = folder
        self.total = total
        self.progress = progress
        self.isCancelled = isCancelled
    }

    /// Bytes of room that an entry asks for: a stored one is copied piece by piece.
    static func need(_ entry: ZipEntry) -> Int {
        entry.method == .stored ? min(entry.size, pieceSize) : entry.size + entry.packedSize
    }

    /// Bytes of a stored entry that are copied at once.
    private static let pieceSize = 256 << 10

    func queue(_ entries: [ZipEntry]) {
        state.withLock { $0.queue = entries.reversed() }
    }

    /// Throws what the first entry that failed did.
    func judge() throws(PackageError) {
        if let error = state.withLock({ $0.error }) { throw error }
    }

    /// Takes entries until none is left or one of them failed.
    func run() {
        guard var room = InflateRoom() else { return fail(.disk(DiskError(.read, archivePath, ENOMEM))) }
        while let entry = next() {
            do throws(PackageError) {
                try unpack(entry, in: &room)
                finish(entry)
            } catch {
                fail(error)
            }
        }
    }

    private func fail(_ error: PackageError) {
        state.withLock { if $0.error == nil { $0.error = error } }
    }

    private func next() -> ZipEntry? {
        let cancelled = isCancelled()
        return state.withLock { state in
            if cancelled, state.error == nil { state.error = .cancelled }
            return state.error == nil ? state.queue.popLast() : nil
        }
    }

    private func finish(_ entry: ZipEntry) {
        let done = state.withLock { state in
            state.done += entry.size
            return state.done
        }
        progress(total == 0 ? 1 : Double(done) / Double(total))
    }

    private func unpack(_ entry: ZipEntry, in room: inout InflateRoom) throws(PackageError) {
        let file = try onDisk { () throws(DiskError) in try folder.create(entry.name) }
        room.reserve(InflateWork.need(entry))
        switch entry.method {
        case .stored: try copy(entry, to: file, room)
        case .deflate: try inflate(entry, to: file, room)
        }
        do { try file.sync() } catch { throw .disk(error) }
    }

    private func copy(
        _ entry: ZipEntry, to file: borrowing OpenFile, _ room: borrowing InflateRoom
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
        guard crc == entry.crc else { throw .damaged(entry: entry.name, "has a wrong checksum") }
    }

    private func inflate(
        _ entry: ZipEntry, to file: borrowing OpenFile, _ room: borrowing InflateRoom
    ) throws(PackageError) {
        let output = UnsafeMutableRawBufferPointer(rebasing: room.bytes[..<entry.size])
        let packed = UnsafeMutableRawBufferPointer(rebasing: room.bytes[entry.size...].prefix(entry.packedSize))
        try fill(packed, at: entry.dataOffset, of: entry)
        var taken = 0
        let result = libdeflate_deflate_decompress_ex(
            room.decompressor, packed.baseAddress, packed.count, output.baseAddress, entry.size, &taken, nil)
        guard result == LIBDEFLATE_SUCCESS else {
            throw .damaged(entry: entry.name, "does not unpack to the size it should")
        }
        guard taken == packed.count else { throw .damaged(entry: entry.name, "has bytes after its content") }
        guard libdeflate_crc32(0, output.baseAddress, output.count) == entry.crc else {
            throw .damaged(entry: entry.name, "has a wrong checksum")
        }
        do { try file.write(UnsafeRawBufferPointer(output)) } catch { throw .disk(error) }
    }

    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, at offset: Int, of entry: ZipEntry
    ) throws(PackageError) {
        let count = try onDisk { () throws(DiskError) in
            try OpenFile.read(archive, path: archivePath, into: buffer, at: offset)
        }
        guard count == buffer.count else { throw .damaged(entry: entry.name, "is cut short") }
    }
}
