import Glibc
import Testing

@testable import FoyerSystem

/// Whether what this process has started leaves a processor free.
@Suite struct ProcessorsTests {
    /// The sum of this process and its descendants is not this test's alone, so it asks of one that it has started.
    @Test func `a child that computes counts and one that sleeps does not`() throws {
        for (script, count) in [("exec sleep 60", 0), ("while :; do :; done", 1)] {
            var process: pid_t = 0
            let status = CStrings.pass(["sh", "-c", script].map { Array($0.utf8) + [0] }) { words in
                posix_spawnp(&process, "sh", nil, nil, words, CStrings.environment)
            }
            #expect(status == 0)
            defer {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
            var isSo = false
            for _ in 0..<500 where !isSo {
                isSo = Processors.running(of: process) == count
                poll(nil, 0, 10)
            }
            #expect(isSo, "\(script)")
        }
    }
}
