import CTerminal
import FoyerCore
import Glibc
import TestSupport
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

    /// As nice, nohup, env and time end.
    @Test func aCommandThatIsNotThereEndsWith127AndOneThatCannotBeRunWith126() {
        for (number, status) in [(ENOENT, 127), (EACCES, 126), (ENOEXEC, 126), (E2BIG, 126)] as [(Int32, Int32)] {
            #expect(LaunchFailure.commandNotStarted(Array("/bin/x".utf8), errno: number).commandStatus == status)
        }
    }

    @Test func aFolderThatMayNotBeSearchedHidesNoCommand() throws {
        let folder = TemporaryFolder()
        let name = Array("foyer-none".utf8)
        let path = "/foyer-no-such-folder:\(folder.path)"
        #expect(CommandSpawn.problem(EACCES, of: name, in: path) == ENOENT)
        // A folder is no command, and a file that nobody may run is one.
        try #require(mkdir(folder.path + "/foyer-none", 0o700) == 0)
        #expect(CommandSpawn.problem(EACCES, of: name, in: path) == ENOENT)
        try #require(rmdir(folder.path + "/foyer-none") == 0)
        close(open(folder.path + "/foyer-none", O_CREAT | O_WRONLY, 0o600))
        #expect(CommandSpawn.problem(EACCES, of: name, in: path) == EACCES)
        #expect(CommandSpawn.problem(EACCES, of: Array("/a/b".utf8), in: path) == EACCES)
        #expect(CommandSpawn.problem(ENOENT, of: name, in: path) == ENOENT)
    }

    private static func identity(_ descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
