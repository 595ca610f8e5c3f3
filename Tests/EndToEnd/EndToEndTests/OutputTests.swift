import Glibc
import Testing

/// Output that is full, closed or never read, without a screen.
@Suite(.serialized, .ownThreads) struct OutputTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// `foyer launch APP OPTION` with its output as a shell is told, in place of the program itself.
    private func shell(
        _ command: String, _ app: String = "tea", _ option: String = "--plain", timeout: String = "2"
    ) throws -> PipedProgram {
        var environment = bench.household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        environment["TERM"] = "xterm-256color"
        return try PipedProgram(
            "/bin/sh",
            [
                "-c", command, "sh", Products.foyer, "launch", Bench.id(app), "--server", bench.stage.url, option,
                "--timeout", timeout,
            ], environment: environment)
    }

    @Test(arguments: ["--plain", "--json"]) func aFullDeviceIsAFailure(_ option: String) throws {
        let program = try shell(#"exec "$@" > /dev/full"#, "tea", option)
        #expect(try program.waitForEnd() == .status(1))
        let errors = String(decoding: program.errors, as: UTF8.self)
        #expect(errors == "standard output cannot be written: No space left on device.\n")
        #expect(try shell(#"exec "$@" > /dev/full 2> /dev/full"#, "gone", option).waitForEnd() == .status(11))
    }

    @Test(arguments: ["--plain", "--json"]) func aClosedOutputEndsIt(_ option: String) throws {
        // The pipe is never read.
        #expect(try shell(#"{ "$@"; echo $? >&2; } | true"#, "tea", option).errorsAtEnd.map(isAnEnd) == true)
        #expect(try shell(#"exec "$@" >&- 2>&- <&-"#, "tea", option).waitForEnd() == .status(1))
    }

    /// Else a file of ours would have the number, and what is said would be written into it.
    @Test func closedDescriptorsAreNoFilesOfOurs() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let program = try shell(#"echo started; exec "$@" >&- 2>&- <&-"#, timeout: "600")
        try program.wait(forLines: 1)
        try bench.stage.wait(forRequest: "metadata")
        for number in 0...2 {
            var (null, found) = (stat(), stat())
            stat("/dev/null", &null)
            stat("/proc/\(program.process)/fd/\(number)", &found)
            #expect(found.st_rdev == null.st_rdev, "descriptor \(number)")
        }
        kill(program.process, SIGTERM)
        #expect(try program.waitForEnd() == .signal(SIGTERM))
    }

    private func isAnEnd(_ errors: String) -> Bool {
        // 141: by SIGPIPE, as any program in a pipe whose reader has gone; 1 where that is ignored; 0 where the pipe took
        // it all before.
        ["0", "1", "141"].contains(errors.split(separator: "\n").last.map(String.init) ?? "")
    }

    /// A pipe that is full and does not block, as one that is shared with another program may be.
    @Test(arguments: ["--plain", "--json"]) func aPipeThatTakesNothingNeitherSpinsItNorKeepsItFromEnding(
        _ option: String
    ) throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        for flags in [Int32(0), O_NONBLOCK] {
            let pipe = try FullPipe(flags)
            let process = try start(launch(option), output: pipe.writeEnd)
            poll(nil, 0, 1500)
            let used = ProcessUse.processorTime(process)
            kill(process, SIGTERM)
            var status: Int32 = 0
            #expect(Self.wait(process, &status), "TERM is ignored")
            // It may have ended by itself before: what it would say goes nowhere.
            #expect(status & 0x7F == SIGTERM || status >> 8 & 0xFF == 30, "\(status)")
            if Storm.isFull { print("\(used) of processor time in 1.5 s, \(option), flags \(flags)") }
            #expect(used < .milliseconds(700))
        }
    }

    /// The launch's own deadline ends it, and a command that is behind it.
    @Test(arguments: ["--plain", "--json"], [Int32(0), O_NONBLOCK]) func aPipeThatTakesNothingDoesNotHoldTheDeadlineUp(
        _ option: String, _ flags: Int32
    ) throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let pipe = try FullPipe(flags)
        let command = ["run", option, "--timeout", "1", "--ready-text", "never", "--", "yes"]
        for words in [launch(option) + ["--timeout", "1"], command] {
            let process = try start(words, output: pipe.writeEnd)
            var status: Int32 = 0
            #expect(Self.wait(process, &status, within: .seconds(20)), "nothing ends it")
            #expect(status >> 8 & 0xFF == 30 && status & 0x7F == 0, "\(status)")
        }
    }

    /// A command that is ready, and whose output is not read.
    @Test(arguments: ["--plain", "--json"]) func aCommandThatNobodyReadsCanBeStopped(_ option: String) throws {
        let pipe = try FullPipe(0)
        let process = try start(
            [
                "run", option, "--ready-file", bench.household.path + "/ready", "--", "sh", "-c", "touch $0; exec yes",
                bench.household.path + "/ready",
            ], output: pipe.writeEnd)
        defer { unlink(bench.household.path + "/ready") }
        let patience = ContinuousClock.now + .seconds(20)
        while access(bench.household.path + "/ready", F_OK) != 0, ContinuousClock.now < patience { poll(nil, 0, 5) }
        // Long enough to be told that it is ready, and to be stuck.
        poll(nil, 0, 700)
        kill(process, SIGTERM)
        var status: Int32 = 0
        #expect(Self.wait(process, &status, within: .seconds(5)), "TERM is ignored")
        #expect(status & 0x7F == SIGTERM, "\(status)")
    }

    private func launch(_ option: String) -> [String] {
        ["launch", "com.example.tea", "--server", bench.stage.url, option]
    }

    private func start(_ words: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([Products.foyer] + words).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            (bench.household.environment.map { strdup("\($0.key)=\($0.value)") }
                + [getenv("PATH").map { strdup("PATH=" + String(cString: $0)) } ?? nil, nil])
        defer { for pointer in arguments + variables { free(pointer) } }
        var process = pid_t()
        guard posix_spawn(&process, Products.foyer, &actions, nil, &arguments, &variables) == 0 else {
            throw SessionFailure(description: "it does not start")
        }
        return process
    }

    /// False where the process does not end in time; then it is killed.
    private static func wait(
        _ process: pid_t, _ status: inout Int32, within patience: Duration = .seconds(2)
    ) -> Bool {
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            if waitpid(process, &status, WNOHANG) == process { return true }
            poll(nil, 0, 10)
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return false
    }
}

/// A full pipe that is never read.
private final class FullPipe {
    let writeEnd: Int32
    private let readEnd: Int32

    init(_ flags: Int32) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SessionFailure(description: "no pipe: errno \(errno)") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let nothing = [UInt8](repeating: 10, count: 4096)
        for count in [nothing.count, 1] { while write(writeEnd, nothing, count) > 0 {} }
        _ = fcntl(writeEnd, F_SETFL, flags)
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }
}

extension PipedProgram {
    /// What it has written to standard error; `nil` where it does not end.
    fileprivate var errorsAtEnd: String? {
        guard (try? waitForEnd()) != nil else { return nil }
        return String(decoding: errors, as: UTF8.self)
    }
}
