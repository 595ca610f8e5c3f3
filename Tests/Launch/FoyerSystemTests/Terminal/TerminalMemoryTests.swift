import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

/// What a terminal answered is known at the next start, and a disk that fails costs no more than that.
struct TerminalMemoryTests {
    private let folder = TemporaryFolder()
    private var places: Places { Places { $0 == "HOME" ? folder.path : nil } }

    private func answers(_ name: String) -> TerminalAnswers {
        var answers = TerminalAnswers()
        answers.name = name
        return answers
    }

    @Test func whatIsKeptIsKnownAtTheNextStart() {
        TerminalMemory(places).keepAtOnce(answers("foot(1.13.1)"), for: "foot")
        #expect(TerminalMemory(places).known["foot"] == answers("foot(1.13.1)"))
    }

    @Test(arguments: [DiskChange.Kind.createFile, .write, .sync, .rename], [DiskFault.fail(ENOSPC), .tear(EIO)])
    func aDiskThatFailsLeavesWhatWasKnown(_ kind: DiskChange.Kind, _ fault: DiskFault) {
        TerminalMemory(places).keepAtOnce(answers("foot(1.13.1)"), for: "foot")
        let failing = TerminalMemory(places, disk: Disk { $0.kind == kind ? fault : .none })
        failing.keepAtOnce(answers("xterm(390)"), for: "xterm")
        let next = TerminalMemory(places).known
        #expect(next["foot"] == answers("foot(1.13.1)"))
        #expect(next["xterm"] == nil || next["xterm"] == answers("xterm(390)"))
    }
}
