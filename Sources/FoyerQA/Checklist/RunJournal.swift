import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// A run's file: a line of JSON for each thing that happened, written through to the disk before anything goes on.
///
/// A line that was being written when the machine failed is left out; anything else that is not as it was written is
/// named with its line, and nothing is changed.
public final class RunJournal: Sendable {
    public let path: String
    /// What the file held when it was opened.
    public let entries: [RunEntry]
    private let descriptor: Int32
    private let length: Mutex<Int64>

    /// Why a run cannot be taken up, or kept.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let cause: Cause
        public var description: String { cause.english }
    }

    /// Bytes of a run that are read.
    private static let bound: Int64 = 512 << 20

    /// Opens a run for this process alone, and makes it where there is none.
    public init(path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let whole: (entries: [RunEntry], length: Int64)
        do throws(Failure) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Failure(cause: .runInUse(path)) }
            whole = try Self.entries(try Self.read(path, descriptor), path: path)
        } catch {
            close(descriptor)
            throw error
        }
        if whole.length < lseek(descriptor, 0, SEEK_END) { ftruncate(descriptor, off_t(whole.length)) }
        entries = whole.entries
        length = Mutex(whole.length)
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Reads a run that others may be busy with.
    public static func entries(path: String) throws(Failure) -> [RunEntry] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        return try entries(try read(path, descriptor), path: path).entries
    }

    /// Adds an entry; when this returns, nothing can lose it.
    public func append(_ entry: RunEntry) throws(Failure) {
        let bytes = Array((entry.json.jsonText + "\n").utf8)
        let number = length.withLock { length in
            let number = write(bytes, at: length)
            if number == 0 { length += Int64(bytes.count) } else { ftruncate(descriptor, off_t(length)) }
            return number
        }
        if number != 0 { throw Self.failure(path, number) }
    }

    /// - Returns: 0, or the system's error number.
    private func write(_ bytes: [UInt8], at offset: Int64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
        }
        return fdatasync(descriptor) == 0 ? 0 : errno
    }

    private static func failure(_ path: String, _ number: Int32) -> Failure {
        Failure(cause: .runUnusable(path, SystemError.cause(number)))
    }

    // MARK: - Reading

    private static func read(_ path: String, _ descriptor: Int32) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= bound else {
            throw failure(path, status.st_size > bound ? EFBIG : EINVAL)
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let wanted = bytes.count - done
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: done), wanted, off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path, count < 0 ? errno : EIO) }
            done += count
        }
        return bytes
    }

    /// The entries, and the bytes up to the end of the last whole one.
    static func entries(_ bytes: [UInt8], path: String) throws(Failure) -> (entries: [RunEntry], length: Int64) {
        let newline = UInt8(ascii: "\n")
        let whole = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
        var entries: [RunEntry] = []
        for (index, line) in bytes[..<whole].split(separator: newline, omittingEmptySubsequences: false).dropLast()
            .enumerated()
        {
            do {
                entries.append(try RunEntry(JSONNode(try JSON.parse(Array(line)))))
            } catch {
                throw Failure(cause: .runDamaged(path, line: index + 1, "\(error)"))
            }
        }
        return (entries, Int64(whole))
    }
}
