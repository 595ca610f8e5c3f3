import CTerminal
import FoyerCore
import Glibc

/// Starts commands in sessions of their own.
enum CommandSpawn {
    /// What we hold of a command that has been started.
    struct Spawned: Sendable {
        let command: FoyerCommand
        /// Becomes readable when it has ended.
        let process: Int32
        /// The other end of its terminal.
        let terminal: Int32
        /// Its terminal, held open if none of its streams is that: otherwise the session would lose it at once.
        let held: Int32?
        /// Standard output and standard error, if they are pipes.
        let pipes: [Int32]

        var identity: pid_t { command.process }
    }

    static func failure(_ what: String, _ request: CommandRequest) -> LaunchFailure {
        let name = request.arguments.first ?? ""
        return LaunchFailure.commandNotStarted(SafeText(name).string, what)
    }

    /// - Parameter environment: `NAME=VALUE` strings; `nil` for this process's own.
    static func spawn(_ request: CommandRequest, environment: [String]?) throws(LaunchFailure) -> Spawned {
        guard !request.arguments.isEmpty, request.arguments.allSatisfy({ !$0.utf8.contains(0) }) else {
            throw failure("a word of the command is empty or holds a zero", request)
        }
        var (master, slave): (Int32, Int32) = (-1, -1)
        var path = [CChar](repeating: 0, count: 128)
        let size = request.streams.size
        let isOpen = foyer_open_pseudo_terminal(
            &master, &slave, &path, path.count, Int32(clamping: size.columns), Int32(clamping: size.rows))
        guard isOpen == 0 else { throw failure("no terminal could be made, \(SystemError.text(errno))", request) }
        let pipes = request.streams.makePipes()
        var command = FoyerCommand()
        let problem = withStrings(request.arguments) { arguments in
            let streams = [pipes.input, pipes.output.write, pipes.errors.write]
            func spawn(_ variables: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
                foyer_spawn_command(&command, arguments, variables, path, streams, request.sharesEnd)
            }
            return environment.map { withStrings($0, spawn) } ?? spawn(environ)
        }
        pipes.closeChildEnds()
        guard problem == 0 else {
            for descriptor in [master, slave, pipes.output.read, pipes.errors.read] where descriptor >= 0 {
                close(descriptor)
            }
            throw failure(sentence(problem), request)
        }
        let process = foyer_process_descriptor(command.process)
        guard process >= 0 else {
            kill(-command.process, SIGKILL)
            _ = foyer_command_end(&command)
            throw failure("it could not be watched, \(SystemError.text(errno))", request)
        }
        // A stream of the command keeps its terminal open; without one, we do.
        let held: Int32? = pipes.output.read >= 0 ? slave : nil
        if held == nil { close(slave) }
        return Spawned(
            command: command, process: process, terminal: master, held: held,
            pipes: [pipes.output.read, pipes.errors.read].filter { $0 >= 0 })
    }

    private static func sentence(_ problem: Int32) -> String {
        switch problem {
        case ENOENT: "there is no such command"
        case EACCES: "it may not be run"
        default: SystemError.text(problem)
        }
    }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        return body(pointers)
    }
}

/// A command's standard streams; -1 stands for its terminal.
private struct CommandPipes {
    var input: Int32 = -1
    var output: (read: Int32, write: Int32) = (-1, -1)
    var errors: (read: Int32, write: Int32) = (-1, -1)

    func closeChildEnds() {
        for descriptor in [input, output.write, errors.write] where descriptor > STDERR_FILENO { close(descriptor) }
    }
}

extension CommandRequest.Streams {
    /// Descriptors for the command lie above 9, as `foyer_spawn_command` requires.
    private static let lowest: Int32 = 10
    /// The size of the command's terminal.
    fileprivate var size: CellSize {
        if case .terminal(let size) = self { size } else { CellSize(columns: 80, rows: 24) }
    }

    /// The size of a pipe in bytes.
    private static let room: Int32 = 256 << 10

    fileprivate func makePipes() -> CommandPipes {
        guard case .pipes = self else { return CommandPipes() }
        var pipes = CommandPipes()
        if isatty(STDIN_FILENO) == 1 || fcntl(STDIN_FILENO, F_GETFD) < 0 {
            // A command in a session of its own would be stopped if it read the user's terminal.
            pipes.input = Self.raised(open("/dev/null", O_RDONLY | O_CLOEXEC))
        } else {
            pipes.input = STDIN_FILENO
        }
        pipes.output = Self.pipe()
        pipes.errors = Self.pipe()
        return pipes
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard foyer_pipe(&ends) == 0 else { return (-1, -1) }
        // More room means fewer wake-ups; if the user's quota is used up, the usual size will do.
        foyer_enlarge_pipe(ends[0], room)
        // The command's end blocks, as every program expects.
        _ = fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) & ~O_NONBLOCK)
        return (ends[0], raised(ends[1]))
    }

    private static func raised(_ descriptor: Int32) -> Int32 {
        guard descriptor >= 0, descriptor < lowest else { return descriptor }
        let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
        close(descriptor)
        return higher
    }
}
