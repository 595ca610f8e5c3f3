import CTerminal
import FoyerCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerSystem

/// Real commands, started, watched and stopped.
struct RunCommandTests {
    private let folder = TemporaryFolder()

    private final class Heard: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func take(_ output: CommandOutput) { lines.withLock { $0 += output.lines.map(\.string) } }
    }

    private func start(
        _ script: String, _ ready: ReadyRule, quiet: Duration = .seconds(60),
        streams: CommandRequest.Streams = .terminal(.init(columns: 80, rows: 24)), heard: Heard = Heard()
    ) throws -> CommandProcess {
        try CommandProcess.start(
            CommandRequest(arguments: ["/bin/sh", "-c", script], ready: ready, quiet: quiet, streams: streams),
            output: { heard.take($0) })
    }

    @Test func aLineThatMatchesIsTheSign() async throws {
        let process = try start("echo starting; printf 'port \\033[1m8080\\033[0m open'; read x", .text("port [0-9]+"))
        #expect(await process.waitUntilReady() == .ready)
        process.stop()
        #expect(await process.waitForEnd() == .signal(SIGTERM))
    }

    @Test func oneThatEndsFirstIsNotReady() async throws {
        let heard = Heard()
        let process = try start("echo out; echo err >&2; exit 4", .text("never"), streams: .pipes(), heard: heard)
        #expect(await process.waitUntilReady() == .ended(.status(4)))
        #expect(await process.waitForEnd() == .status(4))
        #expect(Set(heard.all) == ["out", "err"])
        #expect(process.end == .status(4))
    }

    /// Bytes that are no text, which another file could have for its name when repaired.
    @Test func wordsArePassedOnAsTheyAre() async throws {
        folder.write([1], to: "a\u{FFFD}")
        var words = ["/bin/sh", "-c", "printf '%s' \"$1\" >'\(folder.path)/out'", "x"].map { Array($0.utf8) }
        words.append([0x61, 0xE9])
        let process = try CommandProcess.start(
            CommandRequest(words: words, ready: .automatic, streams: .inherited), output: { _ in })
        #expect(await process.waitForEnd() == .status(0))
        #expect(folder.read("out") == [0x61, 0xE9])
    }

    /// A thread that starts a command holds locks of the C library, which a process that another forks meanwhile never gets.
    @Test func manyMayStartAtOnce() async throws {
        let started = Mutex<[CommandProcess]>([])
        await BlockingThread.run {
            BlockingThread.parallel(8) {
                for _ in 0..<10 {
                    if let process = try? start("exit 3", .automatic) { started.withLock { $0.append(process) } }
                }
            }
        }
        let processes = started.withLock { $0 }
        #expect(processes.count == 80)
        for process in processes {
            let end = await process.waitForEnd()
            #expect(end == .status(3))
        }
    }

    @Test func aChildStaysInTheGroupAndTheSession() async throws {
        let process = try CommandProcess.start(
            CommandRequest(arguments: ["/bin/sleep", "100"], ready: .automatic, streams: .inherited), output: { _ in })
        #expect(getpgid(process.identity) == getpgrp() && getsid(process.identity) == getsid(0))
        process.stop()
        #expect(await process.waitForEnd() == .signal(SIGTERM))
    }

    /// What it writes to both is in the order in which it was written.
    @Test func onePlaceHasOnePipe() async throws {
        let heard = Everything()
        let sink = CommandSink.bytes(heard)
        let process = try start(
            "for i in 1 2 3; do echo out$i; echo err$i >&2; done", .automatic,
            streams: .pipes(output: sink, errors: sink))
        _ = await process.waitForEnd()
        #expect(heard.text.withLock { $0 } == "out1\nerr1\nout2\nerr2\nout3\nerr3\n")
    }

    private final class Everything: ByteOutlet {
        let descriptor: Int32 = -1
        let text = Mutex("")
        func offer(_ bytes: [UInt8]) -> OutletState {
            text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            return .idle
        }
        func flush() -> OutletState { .idle }
        func finish() {}
    }

    /// A backtracking search would hold the thread for good.
    @Test func anExpressionTakesLinearTime() {
        let line = String(repeating: "a", count: 4000) + "!"
        #expect((try? LineExpression("(a+)+$"))?.matches(line) == false)
        #expect((try? LineExpression("^a+!$"))?.matches(line) == true)
        #expect(ReadyRule.text(#"(a)\1"#).problem?.contains("refers back") == true)
        #expect(ReadyRule.text(#"a\\1"#).problem == nil)
    }

    /// A child in the background may keep the pipe, or the terminal, for as long as it likes: what the command wrote has
    /// been read all the same, and no time has to pass for that.
    @Test(arguments: [false, true]) func aChildLeftBehindIsNotWaitedFor(_ isTerminal: Bool) throws {
        var ends: [Int32] = [-1, -1]
        if isTerminal {
            var (ours, theirs): (Int32, Int32) = (-1, -1)
            var path = [CChar](repeating: 0, count: 128)
            try #require(foyer_open_pseudo_terminal(&ours, &theirs, &path, 128, 80, 24) == 0)
            ends = [ours, theirs]
        } else {
            try #require(pipe(&ends) == 0)
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        var source = CommandSource(descriptor: ends[0], sink: nil, isTerminal: isTerminal)
        defer { source.close() }
        func read() -> String {
            if case .bytes(let bytes) = source.serve() {
                String(decoding: bytes, as: UTF8.self)
            } else {
                ""
            }
        }
        write(ends[1], "before", 6)
        #expect(read() == "before")
        write(ends[1], "last words", 10)
        source.recordDeath()
        #expect(!source.isDrained)
        #expect(read() == "last words")
        if isTerminal { #expect(read() == "") }
        #expect(source.isDrained)
    }

    /// A command that asks for a password gets the terminal despite any other condition, which it could never meet.
    @Test(arguments: [ReadyRule.automatic, .port(1), .text("never")])
    func whoAsksForALineUnseenIsReady(_ rule: ReadyRule) async throws {
        for asksFirst in [true, false] {
            let ask = asksFirst ? "stty -echo; printf 'Password: '" : "printf 'Password: '; stty -echo"
            let process = try CommandProcess.start(
                CommandRequest(
                    arguments: ["/bin/sh", "-c", "\(ask); read x; echo; echo got $x"], ready: rule, quiet: .seconds(60),
                    streams: .terminal(.init(columns: 80, rows: 24), handsOver: true)), output: { _ in })
            #expect(await process.waitUntilReady() == .ready)
            #expect(process.readied?.sign == .terminal)
            let hand = await process.handOver()
            // Nobody hangs up a command whose terminal is let go.
            process.stop()
            hand.close()
            _ = await process.waitForEnd()
        }
    }

    @Test func withoutARuleTheSilenceAfterItsWordsOrAGoodEndIsTheSign() async throws {
        let quiet = try start("echo hello; read x", .automatic, quiet: .milliseconds(20))
        #expect(await quiet.waitUntilReady() == .ready)
        #expect(quiet.readied?.sign == .quiet)
        quiet.stop()
        #expect(await (try start("exit 0", .automatic)).waitUntilReady() == .ready)
        #expect(await (try start("exit 1", .automatic)).waitUntilReady() == .ended(.status(1)))
        #expect(await (try start("exit 0", .text("x"))).waitUntilReady() == .ready)
        #expect(await (try start("exit 1", .text("x"))).waitUntilReady() == .ended(.status(1)))
        _ = await quiet.waitForEnd()
    }

    @Test func aFileFromBeforeIsNoSign() async throws {
        let path = folder.path + "/ready"
        folder.write([1], to: "ready")
        let stale = try start("exit 1", .file(path))
        #expect(await stale.waitUntilReady() == .ended(.status(1)))
        let fresh = try start("rm '\(path)'; echo x > '\(path)'; read x", .file(path))
        #expect(await fresh.waitUntilReady() == .ready)
        fresh.stop()
        _ = await fresh.waitForEnd()
    }

    @Test func aPortIsTheSignAndATakenOneIsRefused() async throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = getsockname(listener, $0, &length)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        // Bound but not listening yet: connections are refused.
        let process = try start("read x", .port(port))
        #expect(process.end == nil)
        listen(listener, 8)
        #expect(await process.waitUntilReady() == .ready)
        process.stop()
        _ = await process.waitForEnd()
        let refused = #expect(throws: LaunchFailure.self) { _ = try start("read x", .port(port)) }
        #expect(refused?.cause.contains("Port \(port) is taken") == true)
    }

    @Test func whatIsNotThereIsSaid() {
        let failure = #expect(throws: LaunchFailure.self) {
            try CommandProcess.start(
                CommandRequest(arguments: ["/no/such"], ready: .automatic, streams: .pipes()), output: { _ in })
        }
        #expect(failure == LaunchFailure(.unknown, cause: "/no/such could not be started: there is no such command."))
        #expect(ReadyRule.text("(").problem?.contains("no regular expression") == true)
        #expect(ReadyRule.text("a|b").problem == nil)
    }

    /// `execve` says the same of a script whose first line names what is not there.
    @Test func aScriptWhoseInterpreterIsMissingIsThere() throws {
        let path = folder.path + "/script"
        TestFile.write("#!/no/such/interpreter\n", to: path)
        chmod(path, 0o755)
        let failure = #expect(throws: LaunchFailure.self) {
            try CommandProcess.start(
                CommandRequest(arguments: [path], ready: .automatic, streams: .pipes()), output: { _ in })
        }
        #expect(failure?.cause.contains("the interpreter that it needs is missing") == true)
    }

    @Test func oneThatDoesNotListenIsKilledWithAllItStarted() async throws {
        let heard = Heard()
        let process = try start(
            "trap '' TERM HUP; (trap '' TERM HUP; while :; do sleep 0.1; done) & echo $!; while :; do sleep 0.1; done",
            .text("[0-9]"), heard: heard)
        #expect(await process.waitUntilReady() == .ready)
        process.stop()
        #expect(await process.waitForEnd() == .signal(SIGKILL))
        let child = try #require(heard.all.first.flatMap { pid_t($0) })
        // Its end reaches init a moment later.
        var tries = 0
        while kill(child, 0) == 0, !Self.isZombie(child), tries < 500 {
            poll(nil, 0, 10)
            tries += 1
        }
        #expect(kill(child, 0) != 0 || Self.isZombie(child))
    }

    @Test func whoStopsWaitingIsToldAtOnce() async throws {
        let process = try start("read x", .text("never"))
        let waiting = Task { await process.waitUntilReady() }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        process.stop()
        _ = await process.waitForEnd()
    }

    @Test func theTerminalIsGivenAwayWithItsHistory() async throws {
        let process = try start("echo before; read x; exit 3", .text("before"))
        #expect(await process.waitUntilReady() == .ready)
        let hand = await process.handOver()
        #expect(String(decoding: hand.history, as: UTF8.self).contains("before\r\n"))
        #expect(write(hand.terminal, "go\n", 3) == 3)
        #expect(await process.waitForEnd() == .status(3))
        hand.close()
        let ended = try start("echo all; exit 0", .automatic)
        _ = await ended.waitForEnd()
        let late = await ended.handOver()
        #expect(late.terminal == -1)
        #expect(late.history.starts(with: Array("all".utf8)))
    }

    private static func isZombie(_ process: pid_t) -> Bool {
        guard let bytes = fopen("/proc/\(process)/stat", "r") else { return true }
        defer { fclose(bytes) }
        var text = [CChar](repeating: 0, count: 256)
        guard fgets(&text, 256, bytes) != nil else { return true }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z ")
    }
}
