import CTerminal
import FoyerCore
import Glibc

/// Another program, started without a shell.
///
/// It has the default signals, none of our files, and a process group of its own: the terminal's keys do not reach it.
package struct ChildProcess: Sendable {
    private let id: pid_t

    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - input: Its standard input; `/dev/null` by default.
    ///   - output: Where its standard output goes; `/dev/null` by default, as everything else.
    package init(
        _ program: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        // Ignored and blocked signals would be inherited.
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id = pid_t()
        let status = posix_spawnp(&id, program, &actions, &attributes, &words, environ)
        guard status == 0 else { throw SystemError(status) }
        self.id = id
    }

    /// Asks it to end, and kills it if it has not within the time: it may be stopped, or not listen.
    package func end(within patience: Duration = .milliseconds(500)) {
        kill(id, SIGTERM)
        guard status(within: patience) == nil else { return }
        kill(id, SIGKILL)
        wait()
    }

    /// Blocks until it has ended, so that no zombie remains.
    package func wait() {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// Its exit status if it ends within the time, or 128 plus the signal that ended it. `nil` while it runs; then
    /// ``wait()`` must still be called.
    package func status(within time: Duration) -> Int32? {
        let descriptor = foyer_process_descriptor(id)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard Poll.wait(toRead: [descriptor], for: time) else { return nil }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
