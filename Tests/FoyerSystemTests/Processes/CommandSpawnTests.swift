import CTerminal
import FoyerCore
import Glibc
import Testing

@testable import FoyerSystem

@Suite struct CommandSpawnTests {
    /// A kernel without pidfds, or a process without room for one more descriptor.
    @Test func oneThatCannotBeWatchedIsEndedAndLeavesNoDescriptor() throws {
        var (held, process): ([(descriptor: Int32, identity: ino_t)], pid_t) = ([], 0)
        let request = CommandRequest(
            arguments: ["/bin/sleep", "100"], ready: .automatic, streams: .terminal(.init(columns: 80, rows: 24)))
        let failure = #expect(throws: LaunchFailure.self) {
            _ = try CommandSpawn.spawn(request, socket: nil) { command in
                process = command.process
                held = [command.control, command.stops].filter { $0 >= 0 }.map { ($0, Self.identity($0) ?? 0) }
                errno = ENOSYS
                return -1
            }
        }
        #expect(failure?.cause.contains("it could not be watched") == true, "\(String(describing: failure))")
        #expect(held.count == 2, "the keeper's two lines")
        // Another test may have got the number meanwhile.
        for (descriptor, identity) in held { #expect(Self.identity(descriptor) != identity) }
        #expect(kill(process, 0) != 0 && errno == ESRCH)
    }

    private static func identity(_ descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
