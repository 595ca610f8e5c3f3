import Glibc

/// A program whose input is empty and whose output is a pipe: no terminal anywhere.
final class PipedProgram {
    let process: pid_t
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private var outputEnd: Int32 = -1
    private var errorEnd: Int32 = -1
    private var end: ProgramEnd?

    /// Starts a program.
    ///
    /// - Parameter environment: all of it.
    init(_ program: String, _ arguments: [String] = [], environment: [String: String]) throws {
        var out: [Int32] = [-1, -1]
        var err: [Int32] = [-1, -1]
        guard pipe2(&out, O_CLOEXEC) == 0, pipe2(&err, O_CLOEXEC) == 0 else {
            throw SessionFailure(description: "no pipe: errno \(errno)")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, nil, &arguments, &variables)
        self.process = process
        (outputEnd, errorEnd) = (out[0], err[0])
        close(out[1])
        close(err[1])
        guard failure == 0 else {
            end = .status(-1)
            throw SessionFailure(description: "\(program) does not start: errno \(failure)")
        }
    }

    deinit {
        if end == nil {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        for descriptor in [outputEnd, errorEnd] where descriptor >= 0 { close(descriptor) }
    }

    var lines: [String] { String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) }

    /// Reads until so many lines have come.
    func wait(forLines count: Int) throws {
        try read { $0.output.count { $0 == UInt8(ascii: "\n") } >= count }
    }

    /// Reads to the end, and says how the program has ended.
    func waitForEnd() throws -> ProgramEnd {
        try read { $0.outputEnd < 0 && $0.errorEnd < 0 }
        if let end { return end }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        let signal = status & 0x7F
        let ended = signal == 0 ? ProgramEnd.status(status >> 8 & 0xFF) : .signal(signal)
        end = ended
        return ended
    }

    private func read(until isEnough: (PipedProgram) -> Bool) throws {
        let deadline = ContinuousClock.now + TerminalSession.patience
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
            if waiting[0].revents != 0 { Self.take(&outputEnd, &output) }
            if waiting[1].revents != 0 { Self.take(&errorEnd, &errors) }
        }
    }

    private static func take(_ descriptor: inout Int32, _ bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else {
            close(descriptor)
            descriptor = -1
        }
    }
}
