import FoyerCore
import Glibc

/// Hands an address to the desktop, as one argument and without a shell.
public enum DesktopOpener {
    static let program = "xdg-open"

    /// Answers whether the desktop's opener could be started; what it then does is its own affair.
    public static func open(_ address: String) -> Bool {
        guard (try? WebAddress(address)) != nil else { return false }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Ignored signals and blocked ones would be inherited.
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, program, &actions, &attributes, &arguments, environ) == 0 else { return false }
        // Collected on a thread of its own, so that no zombie stays.
        let started = child
        _ = TransferThread.start {
            var status: Int32 = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
        }
        return true
    }
}
