import Glibc
import Testing

/// Output that is full, closed, or taken by nobody, where there is no screen.
@Suite(.serialized) struct OutputTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// `foyer launch APP OPTION` with its output as a shell is told, in place of the program itself.
    private func shell(_ command: String, _ app: String = "tea", _ option: String = "--plain") throws -> PipedProgram {
        var environment = bench.household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        environment["TERM"] = "xterm-256color"
        return try PipedProgram(
            "/bin/sh",
            [
                "-c", command, "sh", Products.foyer, "launch", Bench.id(app), "--server", bench.stage.url, option,
                "--timeout", "2",
            ], environment: environment)
    }

    @Test(arguments: ["--plain", "--json"]) func aFullDeviceEndsWithTheLaunchsStatus(_ option: String) throws {
        #expect(try shell(#"exec "$@" > /dev/full"#, "tea", option).waitForEnd() == .status(0))
        #expect(try shell(#"exec "$@" > /dev/full 2> /dev/full"#, "gone", option).waitForEnd() == .status(11))
    }

    @Test(arguments: ["--plain", "--json"]) func aClosedOutputEndsIt(_ option: String) throws {
        // Nobody ever reads the pipe.
        #expect(try shell(#"{ "$@"; echo $? >&2; } | true"#, "tea", option).errorsAtEnd.map(isAnEnd) == true)
        #expect(try shell(#"exec "$@" >&- 2>&- <&-"#, "tea", option).waitForEnd() == .status(0))
    }

    private func isAnEnd(_ errors: String) -> Bool {
        // 141: by SIGPIPE, as any program in a pipe whose reader has gone.
        ["0", "141"].contains(errors.split(separator: "\n").last.map(String.init) ?? "")
    }

    /// A pipe that is full and does not block, as one that is shared with another program may be.
    @Test(arguments: ["--plain", "--json"]) func aPipeThatTakesNothingNeitherSpinsItNorKeepsItFromEnding(
        _ option: String
    ) throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        for flags in [Int32(0), O_NONBLOCK] {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            defer { for end in ends { close(end) } }
            let nothing = [UInt8](repeating: 10, count: 4096)
            while write(ends[1], nothing, nothing.count) > 0 {}
            while write(ends[1], nothing, 1) > 0 {}
            _ = fcntl(ends[1], F_SETFL, flags)
            let process = try start(option, output: ends[1])
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

    private func start(_ option: String, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        let words = [Products.foyer, "launch", "com.example.tea", "--server", bench.stage.url, option]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            bench.household.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process = pid_t()
        guard posix_spawn(&process, Products.foyer, &actions, nil, &arguments, &variables) == 0 else {
            throw SessionFailure(description: "it does not start")
        }
        return process
    }

    /// False where the process does not end within two seconds; then it is killed.
    private static func wait(_ process: pid_t, _ status: inout Int32) -> Bool {
        let deadline = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < deadline {
            if waitpid(process, &status, WNOHANG) == process { return true }
            poll(nil, 0, 10)
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return false
    }
}

extension PipedProgram {
    /// What it has written to standard error; `nil` where it does not end.
    fileprivate var errorsAtEnd: String? {
        guard (try? waitForEnd()) != nil else { return nil }
        return String(decoding: errors, as: UTF8.self)
    }
}
