import CTerminal
import FoyerCore
import Glibc

/// A program on a pseudo-terminal of its own, in a session of its own; the other end is ours.
///
/// However this process ends, the kernel hangs up that terminal. Used by one thread, except for ``requestEnd()``.
package final class TerminalProgram {
    /// What to start, and in which surroundings.
    package struct Order: Sendable {
        /// The program, looked for in `PATH` if it has no slash, and its arguments.
        package var words: [String]
        /// Changes to this process's environment; `nil` takes a variable away.
        package var variables: [(name: String, value: String?)] = []
        /// Whether the variables are all that there are.
        package var isBare = false
        /// Where it runs, and what relative paths refer to; `nil` for this process's folder.
        package var folder: String?
        package var size: CellSize
        /// One of its variables, as in `NAME=value`, that only it and what it starts have: whoever has it is ended with it,
        /// whatever session it has gone to.
        package var mark: String?

        package init(words: [String], size: CellSize) {
            self.words = words
            self.size = size
        }
    }

    /// How long it may take to end once its terminal is gone, and once it is asked to.
    private static let patience = Duration.seconds(2)
    /// How much to read before looking at what it says, in bytes.
    private static let bound = 16 << 10

    private let process: pid_t
    private let mark: String?
    private let processDescriptor: Int32
    private var master: Int32
    /// The path of the program's end.
    private let terminal: String
    private var outgoing: [UInt8] = []
    /// How it ended; `nil` while it runs.
    package private(set) var end: CommandEnd?
    /// Everything that it wrote has been read.
    private var isRead = false
    private var isStopped = false

    /// - Throws: what is missing, or why it cannot be run.
    package init(_ order: Order) throws(LocalizedFailure) {
        let name = SafeText(order.words.first ?? "").string
        func failure(_ why: String) -> LocalizedFailure { LocalizedFailure(.commandNotStarted(name, why)) }
        let folder = order.folder ?? "."
        guard access(folder, X_OK) == 0 else {
            throw failure("its folder \(SafeText(folder).string) cannot be entered, \(SystemError.text(errno))")
        }
        let variables = Self.variables(order.variables, isBare: order.isBare)
        guard let program = Self.find(order, variables) else { throw failure(CommandSpawn.sentence(ENOENT, of: [])) }
        var (slave, path): (Int32, [CChar]) = (-1, [CChar](repeating: 0, count: 128))
        master = -1
        let size = order.size
        guard
            foyer_open_pseudo_terminal(
                &master, &slave, &path, path.count, Int32(clamping: size.columns), Int32(clamping: size.rows)) == 0
        else { throw failure(SystemError.text(errno)) }
        var process: pid_t = 0
        let status = CStrings.pass(order.words.map { Array($0.utf8) + [0] }) { words in
            CStrings.pass(variables.map { Array("\($0.name)=\($0.value)".utf8) + [0] }) { environment in
                foyer_spawn_on_terminal(&process, program, words, environment, path, folder)
            }
        }
        close(slave)
        terminal = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        (self.process, mark) = (process, order.mark)
        processDescriptor = status == 0 ? foyer_process_descriptor(process) : -1
        guard processDescriptor >= 0 else {
            close(master)
            (master, isStopped) = (-1, true)
            // The program looks from its own folder.
            let place = program.hasPrefix("/") ? program : folder + "/" + program
            throw failure(CommandSpawn.sentence(status == 0 ? errno : status, of: Array(place.utf8)))
        }
    }

    deinit {
        stop()
        close(processDescriptor)
    }

    private static func variables(
        _ changes: [(name: String, value: String?)], isBare: Bool
    ) -> [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        var next = CStrings.environment
        while !isBare, let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, !changes.contains(where: { $0.name == parts[0] }) {
                all.append((String(parts[0]), String(parts[1])))
            }
            next += 1
        }
        return all + changes.compactMap { change in change.value.map { (change.name, $0) } }
    }

    /// The program's path; `nil` if there is none in `PATH`.
    private static func find(_ order: Order, _ variables: [(name: String, value: String)]) -> String? {
        guard let name = order.words.first, !name.isEmpty else { return nil }
        if name.contains("/") { return name }
        return ProgramSearch.find(name, in: variables.last { $0.name == "PATH" }?.value ?? ProgramSearch.standard)
    }

    // MARK: - Talking

    /// It has ended, and all that it wrote has been read.
    package var isOver: Bool { end != nil && isRead }

    /// What becomes readable when it has written something, or ended.
    package var descriptors: [Int32] { (isRead ? [] : [master]) + (end == nil ? [processDescriptor] : []) }

    /// Sends bytes as if they were typed, as soon as there is room.
    package func send(_ bytes: [UInt8]) { outgoing += bytes }

    /// Sends a signal to whatever has its terminal's foreground.
    package func signal(_ number: Int32) {
        let group = tcgetpgrp(master)
        kill(-(group > 0 ? group : process), number)
    }

    /// Takes its terminal away, as closing the window does.
    package func hangUp() {
        guard master >= 0 else { return }
        close(master)
        (master, isRead) = (-1, true)
    }

    package func resize(to size: CellSize) {
        _ = foyer_set_terminal_size(master, Int32(clamping: size.columns), Int32(clamping: size.rows))
    }

    /// Waits until it has written something or ended, at most until the instant.
    ///
    /// - Returns: what it has written.
    package func read(until deadline: Instant) -> [UInt8] {
        let left = isOver ? 0 : max(0, (deadline - MonotonicClock.now).saturatedNanoseconds)
        var descriptors = [
            pollfd(fd: isRead ? -1 : master, events: Int16(POLLIN | (outgoing.isEmpty ? 0 : POLLOUT)), revents: 0),
            pollfd(fd: end == nil ? processDescriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        // What it left behind may hold its terminal: then nothing more is waited for.
        guard foyer_poll(&descriptors, descriptors.count, end == nil || isRead ? left : 0) > 0 else {
            if end != nil { isRead = true }
            return []
        }
        if !outgoing.isEmpty {
            let count = write(master, outgoing, outgoing.count)
            if count > 0 { outgoing.removeFirst(count) }
        }
        let bytes = readAll()
        if descriptors[1].revents != 0 { takeEnd() }
        return bytes
    }

    /// What it, or what it has started, does in the foreground of its terminal; `nil` if that cannot be known.
    package var foreground: ForegroundState? {
        end == nil ? ForegroundState.read(root: process, group: tcgetpgrp(master), terminal: terminal) : nil
    }

    /// Whether something that it was sent has not been read yet; the half of a line that it waits for does not count.
    package var hasUnread: Bool {
        if !outgoing.isEmpty { return true }
        // Only the program's end tells.
        let other = open(terminal, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard other >= 0 else { return false }
        defer { close(other) }
        return foyer_readable_count(other) > 0
    }

    /// Whether it asks for a line and shows nothing of what is typed, as for a password.
    package var hidesTyping: Bool {
        var modes = termios()
        guard tcgetattr(master, &modes) == 0 else { return false }
        return modes.c_lflag & tcflag_t(ECHO) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
    }

    private var own: OwnProcesses { OwnProcesses(command: process, session: process, mark: mark) }

    private func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while !isRead, bytes.count < Self.bound {
            var count = 0
            bytes += [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, filled in
                count = Glibc.read(master, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { isRead = true }
            if count <= 0 { break }
        }
        return bytes
    }

    private func takeEnd() {
        var status: Int32 = 0
        if waitpid(process, &status, WNOHANG) == process { end = CommandEnd(waitStatus: status) }
    }

    // MARK: - Ending

    /// For somebody who watches it elsewhere: the descriptors are the receiver's, to be closed by it.
    package var handOver: CommandProcess.HandOver {
        CommandProcess.HandOver(
            terminal: fcntl(master, F_DUPFD_CLOEXEC, 3), process: fcntl(processDescriptor, F_DUPFD_CLOEXEC, 3),
            stops: -1,
            keeper: -1, settings: -1, history: [])
    }

    /// Asks it to end, and kills it if it has not after two seconds. Returns at once; from any thread.
    package var requestEnd: @Sendable () -> Void {
        let (process, descriptor) = (process, processDescriptor)
        return {
            kill(-process, SIGTERM)
            kill(-process, SIGCONT)
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            guard own >= 0 else { return }
            _ = BlockingThread.start {
                defer { close(own) }
                var entry = [pollfd(fd: own, events: Int16(POLLIN), revents: 0)]
                // Until somebody has waited for it, its number is nobody else's.
                if foyer_poll(&entry, 1, Self.patience.saturatedNanoseconds) == 0 { kill(-process, SIGKILL) }
            }
        }
    }

    /// Takes its terminal away, and ends it with all that it has started in its session, or with its mark.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        hangUp()
        if end == nil { end = hungUp() }
        for signal in [SIGTERM, SIGKILL] {
            let limit = MonotonicClock.now + .milliseconds(500)
            var others = leftBehind
            for entry in others { kill(entry.identity, signal) }
            while !others.isEmpty, MonotonicClock.now < limit {
                _ = foyer_poll(nil, 0, Duration.milliseconds(10).saturatedNanoseconds)
                others = leftBehind
            }
            if others.isEmpty { return }
        }
    }

    /// The number of its session is nobody else's while one of these is alive; its own may be another's by now.
    private var leftBehind: [ProcessEntry] {
        own.list().filter { $0.identity != process && ($0.session == process || own.isMarked($0)) }
    }

    private func hungUp() -> CommandEnd {
        var entry = [pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0)]
        kill(-process, SIGCONT)
        if foyer_poll(&entry, 1, Self.patience.saturatedNanoseconds) == 0 { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return CommandEnd(waitStatus: status)
    }
}
