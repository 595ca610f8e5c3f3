import FoyerCore
import FoyerSystem
import Glibc

/// The descriptor of an unfinished download, held by this process alone while it is open.
final class PartFile: Sendable {
    let descriptor: Int32
    let path: String

    /// Opens the file, or makes it, private to the user. Whatever else has taken its place (a link, a fifo) is removed,
    /// never written through.
    init(_ path: String) throws(TransferFailure) {
        self.path = path
        descriptor = try Self.open(path, mayReplace: true)
        // What is whole already is let go of by `deinit`, which closes the descriptor.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw TransferFailure(.sinkFailed(errno: errno), "another process is downloading into \(path)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Lets others have the file, at once: the last reference may go later, on another thread.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    var size: Int64 { SmallFile.regularSize(descriptor) ?? 0 }

    func truncate() throws(TransferFailure) {
        guard ftruncate(descriptor, 0) == 0 else { throw Self.failure("cannot empty", path, errno) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferFailure) {
        let number = SmallFile.write(bytes, to: descriptor, at: offset)
        guard number == 0 else { throw Self.failure("cannot write to", path, number) }
    }

    private static func open(_ path: String, mayReplace: Bool) throws(TransferFailure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        let number = errno
        if descriptor >= 0 {
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
                status.st_uid == geteuid()
            {
                return descriptor
            }
            close(descriptor)
        }
        let isInTheWay = descriptor >= 0 || number == ELOOP || number == ENXIO
        guard mayReplace, isInTheWay, unlink(path) == 0 else {
            throw failure("cannot open", path, descriptor >= 0 ? EEXIST : number)
        }
        return try open(path, mayReplace: false)
    }

    private static func failure(_ what: String, _ path: String, _ number: Int32) -> TransferFailure {
        TransferFailure(.sinkFailed(errno: number), "\(what) \(path): \(SystemError.text(number))")
    }
}

extension PartFile {
    /// Removes a file that nobody misses where it is not.
    static func remove(_ path: String) {
        unlink(path)
    }
}
