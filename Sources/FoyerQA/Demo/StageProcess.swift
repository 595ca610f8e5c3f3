import Foyer
import FoyerClient
import Glibc

/// The stage as a child process: it ends with this one, whatever ends it.
public final class StageProcess: Sendable {
    /// The platform's base address.
    public let address: WebAddress
    private let process: pid_t

    /// Why there is no stage.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Starts the stage that lies beside this program and waits for its address, at most ten seconds.
    public static func start() throws(Failure) -> StageProcess {
        guard let program = ResourceFolders.sibling("foyer-stage") else {
            throw Failure(description: "foyer-stage is not beside foyer; build or install it together with it.")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure("no pipe could be opened") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = spawn(program, output: ends[1])
        close(ends[1])
        guard let child else { throw failure(program + " cannot be started") }
        guard let line = readLine(ends[0]), let address = try? WebAddress(line) else {
            kill(child, SIGTERM)
            throw failure("it did not tell its address")
        }
        return StageProcess(address: address, process: child)
    }

    private init(address: WebAddress, process: pid_t) {
        self.address = address
        self.process = process
    }

    public func stop() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func failure(_ what: String) -> Failure {
        Failure(description: "The stage could not be started: \(what) (\(String(cString: strerror(errno)))).")
    }

    private static func spawn(_ program: String, output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own: Ctrl-C and Ctrl-Z are the host's, and the stage ends with its parent anyway.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("--parent-death"), nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        return posix_spawn(&child, program, &actions, &attributes, &arguments, environ) == 0 ? child : nil
    }

    /// The first line; `nil` where none comes within ten seconds.
    private static func readLine(_ descriptor: Int32) -> String? {
        var line: [UInt8] = []
        let end = FoyerClient.MonotonicClock.now() + .seconds(10)
        while line.count < 1024 {
            let rest = (end - FoyerClient.MonotonicClock.now()).saturatedNanoseconds / 1_000_000
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard rest > 0, poll(&waiting, 1, Int32(rest)) > 0 else { return nil }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
