import Glibc
import Testing

@testable import FoyerSystem

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    /// A child that ignores signals, or is stopped, is still ended.
    @Test(arguments: ["trap '' TERM; echo; exec sleep 600", "echo; kill -STOP $$"])
    func endsWhateverItDoes(script: String) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = try ChildProcess("/bin/sh", ["-c", script], output: ends[1])
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1, "it has begun")
        child.end(within: .milliseconds(50))
        #expect(child.status(within: .zero) == nil, "nobody is left to wait for")
    }
}
