import CTerminal
import FoyerCore
import Glibc

/// A line for a shell that tells by its status whether a command is ready. It runs in a session of its own, with a keeper that
/// ends it, and all that it has started, once nobody waits for it any longer: however this process ends.
final class ReadyLine: Sendable {
    /// How long it may take.
    private static let patience = Duration.seconds(5)

    private let line: String
    private let over = WakePipe()

    init(_ line: String) { self.line = line }

    /// It is asked no more, and ends.
    func end() { over?.wake() }

    /// Whether it ends with status 0 in time. Blocks.
    func isReady() -> Bool {
        guard let over, var command = start() else { return false }
        defer { for descriptor in [command.control, command.stops] { close(descriptor) } }
        let process = foyer_process_descriptor(command.process)
        guard process >= 0 else { return false }
        defer { close(process) }
        var ends = [
            pollfd(fd: process, events: Int16(POLLIN), revents: 0),
            pollfd(fd: over.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        let limit = MonotonicClock.now + Self.patience
        while case let left = limit - MonotonicClock.now, left > .zero {
            guard foyer_poll(&ends, ends.count, left.saturatedNanoseconds) > 0 else { continue }
            // Its keeper ends it once nobody holds the other end.
            guard ends[0].revents != 0 else { return false }
            // Until its status is collected no other group can have its number.
            kill(-command.process, SIGKILL)
            return foyer_command_end(&command) == 0
        }
        return false
    }

    private func start() -> FoyerCommand? {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return nil }
        defer { close(nothing) }
        // Numbers above 2 are taken for those of descriptors.
        let high = fcntl(nothing, F_DUPFD_CLOEXEC, 3)
        guard high >= 0 else { return nil }
        defer { close(high) }
        var command = FoyerCommand()
        var streams = FoyerCommandStreams(
            standard: (high, high, high), path: nil, master: -1, output: -1, ends_with_us: true)
        let words = ["/bin/sh", "-c", line].map { Array($0.utf8) + [0] }
        let problem = CStrings.pass(words) { words in
            foyer_spawn_command(&command, words, CStrings.started, &streams, false)
        }
        return problem == 0 ? command : nil
    }
}
