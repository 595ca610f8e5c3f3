import ArgumentParser
import Glibc

@main
struct FoyerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foyer",
        abstract: "The launch experience for terminal programs: splash, errors, first screen.",
        discussion: """
            Without a command: the demo, which starts a platform of its own and launches mini programs from it.

            Exit statuses: 0 it went well; 3 closed while loading; 64 wrong usage; 65 wrong input file; 69 no terminal
            where one is needed. A launch that failed: 1001 → 11, 1002 → 12, 10000 → 20, 10001 → 21, 10002 → 22,
            10003 → 23, 10009 → 29, 10010 → 30, 10030 → 50. INT, TERM and HUP end it by that signal.
            """,
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, LaunchCommand.self, RunCommand.self, AppsCommand.self, PackCommand.self,
            ServeCommand.self, ScenarioCommand.self, SnapshotCommand.self, QACommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: DemoCommand.self)

    static func main() async {
        endAtOnceOnSignals()
        await main(nil)
    }

    /// Swift's backtracer takes Ctrl-\ for a crash, and on a terminal keeps whatever has crashed for half a minute, to
    /// be asked about it. Who wants that sets `SWIFT_BACKTRACE`.
    private static func endAtOnceOnSignals() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    }
}

/// Exit statuses that do not say how a launch failed (sysexits.h where it has one).
enum ExitStatus {
    static let closed = ExitCode(3)
    static let wrongUsage = ExitCode(64)
    static let wrongInput = ExitCode(65)
    static let noTerminal = ExitCode(69)
}
