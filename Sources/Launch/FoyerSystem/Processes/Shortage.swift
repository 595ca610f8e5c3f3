import CTerminal
import FoyerCore
import Glibc

/// The resources that a process needs before it may wait for anything.
///
/// Swift's pool waits for ever for a thread that it cannot get, and traps without a descriptor of its own: checking
/// here first allows an error message.
package enum Shortage {
    /// The threads of the pool, of the screen or the lines, and of transfers.
    private static let threads = min(BlockingThread.cores, 4) + 3
    /// The descriptors of the pool, of the mailbox, of the transfers and of one file.
    private static let descriptors = 10

    /// Memory beyond that of a process that has just started, in bytes. It matters only where the user limits it.
    package enum Memory: Int {
        /// For a splash in front of a command.
        case forCommand = 100_000_000
        /// For everything: 256 MB for pictures and what the system brings, as much for the rest.
        case forPictures = 512_000_000
    }

    /// The resource that is short; `nil` if a launch can begin.
    package static func now(_ memory: Memory) -> Phrase? {
        if foyer_check_memory(memory.rawValue) != 0 { return .noMemory(megabytes: memory.rawValue / 1_000_000) }
        if let number = missingDescriptor() { return .noDescriptors(errno: number) }
        let number = BlockingThread.rehearse(threads)
        return number == 0 ? nil : .noThreads(errno: number)
    }

    private static func missingDescriptor() -> Int32? {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        for _ in 0..<descriptors {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return [EMFILE, ENFILE].contains(errno) ? errno : nil }
            taken.append(descriptor)
        }
        return nil
    }
}

/// A resource that the machine has run out of, or that the user has limited.
extension Phrase {
    package static func noMemory(megabytes: Int) -> Phrase {
        Phrase("The memory limit leaves less than \(megabytes) MB. Raise it (ulimit -v, ulimit -d).")
    }

    /// `errno` is of `pthread_create`.
    package static func noThreads(errno: Int32) -> Phrase {
        Phrase("No more threads can be started (errno \(errno)). Close some programs, or raise the limit (ulimit -u).")
    }

    /// `errno` is `EMFILE` or `ENFILE`.
    package static func noDescriptors(errno: Int32) -> Phrase {
        Phrase("Too many files are open (errno \(errno)). Close some programs, or raise the limit (ulimit -n).")
    }
}

/// The process's heap.
package enum Heap {
    /// Has large blocks that are freed given back at once, from now on.
    package static func returnLargeBlocks() { foyer_return_large_blocks() }
}
