import CDeflate
import FoyerCore
import Synchronization

/// The entries that threads take one after the other, and what came of them.
final class InflateWork: Sendable {
    private struct State {
        var queue: [ZipEntry] = []
        var records: [InstallRecord.File] = []
        var error: PackageError?
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

    /// Bytes of buffers that an entry asks for: a stored one is copied piece by piece.
    static func need(_ entry: ZipEntry) -> Int {
        entry.method == .stored ? 0 : entry.size + entry.packedSize
    }

    func queue(_ entries: [ZipEntry]) {
        state.withLock { $0.queue = entries.reversed() }
    }

    func results() throws(PackageError) -> [InstallRecord.File] {
        let (records, error) = state.withLock { ($0.records, $0.error) }
        if let error { throw error }
        return records
    }

    /// Takes entries until none is left or one of them failed.
    func run() {
        while let entry = next() {
            do throws(PackageError) {
                let record = try unpack(entry)
                finish(entry, record)
            } catch {
                state.withLock { if $0.error == nil { $0.error = error } }
            }
        }
    }

    private func next() -> ZipEntry? {
        let cancelled = isCancelled()
        return state.withLock { state in
            if cancelled, state.error == nil { state.error = .cancelled }
            return state.error == nil ? state.queue.popLast() : nil
        }
    }

    private func finish(_ entry: ZipEntry, _ record: InstallRecord.File) {
        let done = state.withLock { state in
            state.records.append(record)
            state.done += entry.size
            return state.done
        }
        progress(total == 0 ? 1 : Double(done) / Double(total))
    }

    private func unpack(_ entry: ZipEntry) throws(PackageError) -> InstallRecord.File {
        let file = try onDisk { () throws(DiskError) in try folder.create(entry.name) }
        var digest = StreamDigest()
        switch entry.method {
        case .stored: try copy(entry, to: file, &digest)
        case .deflate: try inflate(entry, to: file, &digest)
        }
        do { try file.sync() } catch { throw .disk(error) }
        return InstallRecord.File(path: entry.name, size: entry.size, digest: digest.hexadecimal)
    }

    private func copy(
        _ entry: ZipEntry, to file: borrowing OpenFile, _ digest: inout StreamDigest
    ) throws(PackageError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var crc: UInt32 = 0
        var done = 0
        while done < entry.size {
            if isCancelled() { throw .cancelled }
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, entry.size - done)])
            try fill(piece, at: entry.dataOffset + done, of: entry)
            crc = libdeflate_crc32(crc, piece.baseAddress, piece.count)
            digest.update(UnsafeRawBufferPointer(piece))
            do { try file.write(UnsafeRawBufferPointer(piece)) } catch { throw .disk(error) }
            done += piece.count
        }
        guard crc == entry.crc else { throw .damaged(entry: entry.name, "has a wrong checksum") }
    }

    private func inflate(
        _ entry: ZipEntry, to file: borrowing OpenFile, _ digest: inout StreamDigest
    ) throws(PackageError) {
        // No buffer is empty: an address is needed even for nothing.
        let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: entry.packedSize, alignment: 16)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, entry.size), alignment: 16)
        defer {
            packed.deallocate()
            output.deallocate()
        }
        try fill(packed, at: entry.dataOffset, of: entry)
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw .disk(DiskError(.read, archivePath, 12))
        }
        defer { libdeflate_free_decompressor(decompressor) }
        var taken = 0
        let result = libdeflate_deflate_decompress_ex(
            decompressor, packed.baseAddress, packed.count, output.baseAddress, entry.size, &taken, nil)
        guard result == LIBDEFLATE_SUCCESS else {
            throw .damaged(entry: entry.name, "does not unpack to the size it should")
        }
        guard taken == packed.count else { throw .damaged(entry: entry.name, "has bytes after its content") }
        let bytes = UnsafeRawBufferPointer(rebasing: output[..<entry.size])
        guard libdeflate_crc32(0, bytes.baseAddress, bytes.count) == entry.crc else {
            throw .damaged(entry: entry.name, "has a wrong checksum")
        }
        digest.update(bytes)
        do { try file.write(bytes) } catch { throw .disk(error) }
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
