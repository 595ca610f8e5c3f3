import CTerminal
import Glibc

/// Curses' streams: it reads keys from the terminal or from who stands before it, and draws into a file in memory.
@safe final class CursesStreams {
    let input: UnsafeMutablePointer<FILE>
    let output: UnsafeMutablePointer<FILE>
    private let memory: Int32
    private static let mostKept = 1 << 20

    /// - Parameter keys: the descriptor that keys are read from; the caller keeps it.
    init(keys: Int32) throws(TerminalError) {
        memory = unsafe foyer_memory_file("foyer-screen")
        guard memory >= 0 else { throw .unusable(doing: "making a file in memory", errno: errno) }
        let copy = fcntl(keys, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, let output = unsafe fdopen(memory, "w"), let input = unsafe fdopen(copy, "r") else {
            throw .unusable(doing: "opening streams", errno: errno)
        }
        unsafe self.output = output
        unsafe self.input = input
    }

    deinit {
        unsafe fclose(output)
        unsafe fclose(input)
    }

    /// The bytes that curses has written since the last call.
    func take() -> [UInt8] {
        let length = max(0, lseek(memory, 0, SEEK_CUR))
        lseek(memory, 0, SEEK_SET)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = unsafe max(0, pread(memory, buffer.baseAddress, length, 0))
        }
        // The file is memory as well: release what a frame of a huge terminal took.
        if length > Self.mostKept { ftruncate(memory, 0) }
        return bytes
    }
}
