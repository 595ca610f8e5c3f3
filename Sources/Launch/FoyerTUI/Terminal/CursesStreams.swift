import CTerminal
import Glibc

/// Curses' stream: it draws into a file in memory.
@safe final class CursesStreams {
    let output: UnsafeMutablePointer<FILE>
    private let memory: Int32
    private static let mostKept = 1 << 20

    init() throws(TerminalError) {
        memory = unsafe foyer_memory_file("foyer-screen")
        guard memory >= 0 else { throw .unusable(doing: "making a file in memory", errno: errno) }
        guard let output = unsafe fdopen(memory, "w") else { throw .unusable(doing: "opening a stream", errno: errno) }
        unsafe self.output = output
    }

    deinit {
        unsafe fclose(output)
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
