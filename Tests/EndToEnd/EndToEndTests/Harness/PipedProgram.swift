import FoyerSystem
import Glibc

/// A program whose input is empty and whose output is a pipe: no terminal anywhere.
final class PipedProgram {
    let process: pid_t
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private var outputEnd: Int32 = -1
    private var errorEnd: Int32 = -1
    private var end: ProgramEnd?
    /// Bytes that are read at once.
    private let piece: Int

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: all of it.
    ///   - isSlow: few bytes are read at once, from pipes that hold no more than a page.
    init(
        _ program: String, _ arguments: [String] = [], environment: [String: String], isSlow: Bool = false
    ) throws {
        piece = isSlow ? 1009 : 65_536
        let started = try Self.start(program, arguments, environment.map { "\($0.key)=\($0.value)" }, isSlow: isSlow)
        (process, outputEnd, errorEnd) = (started.process, started.output, started.errors)
    }

    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String], isSlow: Bool
    ) throws -> (process: pid_t, output: Int32, errors: Int32) {
        let (output, errors) = (try pipeEnds(), try pipeEnds())
        // The least that the kernel gives: a page.
        if isSlow { for pipe in [output, errors] { _ = fcntl(pipe.write, setPipeSize, 1) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)
        // Nothing of the other tests in this process: a socket that they close would stay open.
        for descriptor in 3..<Int32(1024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        var process = pid_t()
        let failure = withDefaultSignals { posix_spawn(&process, program, &actions, &$0, &words, &variables) }
        posix_spawn_file_actions_destroy(&actions)
        for pointer in words + variables { free(pointer) }
        close(output.write)
        close(errors.write)
        guard failure == 0 else { throw SessionFailure(description: "\(program) does not start: errno \(failure)") }
        return (process, output.read, errors.read)
    }

    /// Signals are a shell's: a server among the tests may have this process ignore SIGPIPE, which children inherit.
    private static func withDefaultSignals(_ start: (inout posix_spawnattr_t) -> Int32) -> Int32 {
        var attributes = posix_spawnattr_t()
        var all = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        return start(&attributes)
    }
    /// F_SETPIPE_SZ, which Glibc does not show to Swift.
    private static let setPipeSize: Int32 = 1031

    private static func pipeEnds() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SessionFailure(description: "no pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    deinit {
        if end == nil, process > 0 {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        for descriptor in [outputEnd, errorEnd] where descriptor >= 0 { close(descriptor) }
    }

    var lines: [String] { String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) }

    /// Reads nothing of its output any more.
    func closeOutput() {
        close(outputEnd)
        outputEnd = -1
    }

    /// Reads until so many lines have come.
    func wait(forLines count: Int) throws {
        try read { $0.output.count { $0 == UInt8(ascii: "\n") } >= count }
    }

    /// Reads until a line of its output says so.
    func wait(forLine isWanted: (String) -> Bool) throws {
        try read { $0.lines.contains(where: isWanted) }
    }

    /// Reads to the end, and says how the program has ended.
    func waitForEnd(within patience: Duration = TerminalSession.patience) throws -> ProgramEnd {
        try read(within: patience) { $0.outputEnd < 0 && $0.errorEnd < 0 }
        if let end { return end }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        let signal = status & 0x7F
        let ended = signal == 0 ? ProgramEnd.status(status >> 8 & 0xFF) : .signal(signal)
        end = ended
        removeRooms()
        return ended
    }

    /// Foyer keeps the room of a flow that failed, and names it.
    private func removeRooms() {
        // Some write megabytes. What comes after a NUL is no text, and names none.
        let names = (output + [0]).withUnsafeBytes { text in
            text.baseAddress.map { strstr($0.assumingMemoryBound(to: CChar.self), "/tmp/foyer-flow-") != nil }
        }
        guard names == true else { return }
        for line in lines {
            guard let room = line.firstMatch(of: /\/tmp\/foyer-flow-[A-Za-z0-9-]+/) else { continue }
            Folder.removeTree(path: String(room.0))
        }
    }

    private func read(
        within patience: Duration = TerminalSession.patience, until isEnough: (PipedProgram) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + patience
        while !isEnough(self) {
            var waiting = [
                pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorEnd, events: Int16(POLLIN), revents: 0),
            ]
            let left = (deadline - ContinuousClock.now).components
            let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
            guard milliseconds > 0, outputEnd >= 0 || errorEnd >= 0, poll(&waiting, 2, milliseconds) > 0 else {
                throw SessionFailure(description: "waited in vain for output; so far: \(lines)")
            }
            if waiting[0].revents != 0 { Self.take(&outputEnd, &output, piece) }
            if waiting[1].revents != 0 { Self.take(&errorEnd, &errors, piece) }
        }
    }

    private static func take(_ descriptor: inout Int32, _ bytes: inout [UInt8], _ piece: Int) {
        var buffer = [UInt8](repeating: 0, count: piece)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else {
            close(descriptor)
            descriptor = -1
        }
    }
}
