import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// What the processes in the foreground of a terminal do at one moment, as `/proc` shows it.
package struct ForegroundState: Equatable, Sendable {
    package enum Activity: Hashable, Sendable {
        /// One of them reads the terminal.
        case reading
        /// One of them waits for descriptors, the terminal perhaps among them.
        case polling
        case computing
        /// A signal has stopped all of them.
        case stopped
        /// By its name.
        case waitingForChild(SafeText)
        /// A named pipe that has no other end yet, by its path.
        case openingPipe(SafeText)
        /// It waits for time, or for something else.
        case waiting
    }

    package var activity: Activity
    /// How often each thread has gone to sleep so far, by its number.
    package var sleeps: [Int32: UInt64] = [:]
    /// The shortest time limit of those that wait for descriptors; `nil` if none has one.
    package var timer: Duration?

    package init(_ activity: Activity, sleeps: [Int32: UInt64] = [:], timer: Duration? = nil) {
        (self.activity, self.sleeps, self.timer) = (activity, sleeps, timer)
    }

    /// Whether input would be received now.
    package var isReady: Bool { activity == .reading || activity == .polling }
}

extension ForegroundState {
    private static let longest = 16 << 10
    /// Beyond these, no more threads are looked at.
    private static let mostThreads = 256

    private struct Thread {
        let process: Int32
        let number: Int32
        /// The number of the system call that blocks it, and its arguments.
        let call: [UInt64]
    }

    private struct Process {
        let entry: ProcessEntry
        var threads: [Thread] = []
    }

    /// - Parameters:
    ///   - root: the program, whose descendants are looked at.
    ///   - group: that of the terminal's foreground.
    ///   - terminal: the path of the terminal.
    /// - Returns: `nil` if it cannot be known, as where `/proc` is missing or the process is somebody else's.
    static func read(root: Int32, group: Int32, terminal: String) -> ForegroundState? {
        let all = tree(root)
        let front = all.filter { $0.group == group }
        // What a signal has stopped may have lost the foreground.
        let chosen = front.isEmpty ? all : front
        if chosen.isEmpty { return nil }
        if chosen.allSatisfy(\.isStopped) { return ForegroundState(.stopped) }
        var (processes, isRunning, sleeps) = ([Process](), false, [Int32: UInt64]())
        for entry in chosen {
            var process = Process(entry: entry)
            for thread in threads(of: entry.identity) where sleeps.count < mostThreads {
                let folder = "/proc/\(entry.identity)/task/\(thread)"
                let words = text(folder + "/syscall").split(whereSeparator: \.isWhitespace)
                // It has ended meanwhile, or may not be looked at.
                guard let first = words.first else {
                    if access(folder, F_OK) == 0 { return nil }
                    continue
                }
                sleeps[thread] = switches(text(folder + "/status"))
                if first == "running" { isRunning = true }
                let call = words.prefix(7).map { word in
                    word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) ?? 0 : UInt64(word) ?? .max
                }
                process.threads.append(Thread(process: entry.identity, number: thread, call: call))
            }
            processes.append(process)
        }
        let activity = activity(of: processes, isRunning: isRunning, terminal)
        let timers = processes.flatMap(\.threads).filter { kind(of: $0) == FOYER_CALL_POLL }.compactMap(limit)
        return ForegroundState(activity, sleeps: sleeps, timer: timers.min())
    }

    /// The time limit of a thread's wait for descriptors; `nil` if it waits for ever.
    private static func limit(of thread: Thread) -> Duration? {
        guard let number = thread.call.first.flatMap({ Int(exactly: $0) }) else { return nil }
        var argument: Int32 = 0
        let form = Int(foyer_call_limit(number, &argument))
        guard form != FOYER_LIMIT_NONE, thread.call.indices.contains(Int(argument) + 1) else { return nil }
        let value = thread.call[Int(argument) + 1]
        if form == FOYER_LIMIT_MILLISECONDS {
            let limit = Int32(truncatingIfNeeded: value)
            return limit < 0 ? nil : .milliseconds(Int64(limit))
        }
        let bytes = value == 0 ? [] : memory(of: thread.process, at: value, count: 16)
        guard bytes.count == 16 else { return nil }
        let (seconds, rest) = bytes.withUnsafeBytes {
            ($0.loadUnaligned(as: Int64.self), $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        }
        guard (0...3600).contains(seconds), (0..<1_000_000_000).contains(rest) else { return nil }
        return .seconds(seconds) + (form == FOYER_LIMIT_MICROSECONDS_AT ? .microseconds(rest) : .nanoseconds(rest))
    }

    /// - Returns: fewer bytes if they cannot be read.
    private static func memory(of process: Int32, at address: UInt64, count: Int) -> [UInt8] {
        guard let place = off_t(exactly: address) else { return [] }
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return [] }
        defer { close(memory) }
        return [UInt8](unsafeUninitializedCapacity: count) { room, read in
            read = max(0, pread(memory, room.baseAddress, room.count, place))
        }
    }

    private static func activity(of processes: [Process], isRunning: Bool, _ terminal: String) -> Activity {
        let calls = processes.flatMap(\.threads).map { ($0, kind(of: $0)) }
        let reads = calls.contains { thread, kind in
            kind == FOYER_CALL_READ && [terminal, "/dev/tty"].contains(link(of: thread))
        }
        if reads { return .reading }
        if calls.contains(where: { $0.1 == FOYER_CALL_POLL }) { return .polling }
        if isRunning { return .computing }
        if let pipe = calls.lazy.compactMap({ pipe(opened: $0.0, kind: $0.1) }).first { return .openingPipe(pipe) }
        let waits = Set(calls.filter { $0.1 == FOYER_CALL_CHILD }.map(\.0.process))
        let child = processes.last { waits.contains($0.entry.parent) && !waits.contains($0.entry.identity) }
        return child.map { .waitingForChild($0.entry.name) } ?? .waiting
    }

    private static func kind(of thread: Thread) -> Int {
        guard thread.call.count >= 3, let number = Int(exactly: thread.call[0]) else { return FOYER_CALL_OTHER }
        return Int(foyer_call_kind(number, thread.call[1], thread.call[2]))
    }

    private static func link(of thread: Thread) -> String {
        OwnProcesses.link("/proc/\(thread.process)/fd/\(thread.call[1])")
    }

    /// The named pipe that a thread opens.
    private static func pipe(opened thread: Thread, kind: Int) -> SafeText? {
        guard kind == FOYER_CALL_OPEN_FIRST || kind == FOYER_CALL_OPEN_SECOND else { return nil }
        let address = thread.call[kind == FOYER_CALL_OPEN_FIRST ? 1 : 2]
        let bytes = memory(of: thread.process, at: address, count: 512)
        let path = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        var status = stat()
        let whole = path.hasPrefix("/") ? path : "/proc/\(thread.process)/cwd/" + path
        guard stat(whole, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        return SafeText(path, columns: 80)
    }

    // MARK: - The processes

    /// The program and its descendants that are alive, parents first.
    static func tree(_ root: Int32) -> [ProcessEntry] {
        var (entries, next) = ([ProcessEntry](), [root])
        while let process = next.popLast(), entries.count < mostThreads {
            guard let entry = ProcessEntry(stat: text("/proc/\(process)/stat")), !entry.hasEnded else { continue }
            entries.append(entry)
            for thread in threads(of: process) {
                next += text("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
            }
        }
        return entries
    }

    static func threads(of process: Int32) -> [Int32] {
        Folder.names(in: "/proc/\(process)/task").compactMap { Int32($0) }
    }

    private static func switches(_ status: String) -> UInt64 {
        let name = "voluntary_ctxt_switches:"
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { UInt64($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
    }

    private static func text(_ path: String) -> String {
        String(decoding: OwnProcesses.read(path, limit: longest), as: UTF8.self)
    }
}

/// The right to show a splash on the user's terminal, which one process of a foreground group has.
///
/// It is a socket whose name is made of the terminal and the group; the kernel takes it back from a process that ends. Another
/// `foyer run` that starts meanwhile is refused, reports itself to the owner, waits until the owner's splash has gone, and runs its
/// command directly.
package final class TerminalClaim: Sendable {
    /// Readable once another process has been refused; -1 where nothing could be claimed.
    let descriptor: Int32
    private let isShared = Atomic(false)

    /// - Returns: `nil` if another process has it.
    package static func take(_ terminal: Int32) -> TerminalClaim? {
        let descriptor = foyer_claim_terminal(terminal)
        return descriptor == FOYER_CLAIM_REFUSED ? nil : TerminalClaim(descriptor)
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The splash has gone: others may write.
    package func share() {
        guard descriptor >= 0, !isShared.exchange(true, ordering: .relaxed) else { return }
        foyer_share_terminal(descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
