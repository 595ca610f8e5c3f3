import CTerminal
import Glibc
import Testing

/// A restored terminal stays restored even if the thread that was taking it goes on: a handler of another thread
/// may come between any two of its steps.
@Suite(.ownThreads) struct RestoreTests {
    @Test func nothingChangesATerminalThatHasBeenPutBack() throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var path = [CChar](repeating: 0, count: 128)
        try #require(foyer_open_pseudo_terminal(&master, &slave, &path, path.count, 80, 24) == 0)
        defer {
            close(master)
            close(slave)
        }
        let found = try #require(TerminalSettings(of: slave))
        #expect(foyer_terminal_adopt(slave) == 0)
        #expect(foyer_terminal_set_unbuffered(true) == 0)
        #expect(TerminalSettings(of: slave) != found)
        foyer_terminal_restore()
        #expect(TerminalSettings(of: slave) == found)
        #expect(foyer_terminal_set_unbuffered(true) == -1)
        #expect(errno == EIO)
        #expect(foyer_terminal_set_raw() == -1)
        #expect(foyer_terminal_write("x", 1) == -1)
        #expect(TerminalSettings(of: slave) == found)
    }
}
