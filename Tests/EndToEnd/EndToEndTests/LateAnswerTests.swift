import Glibc
import TestSupport
import Testing

/// A terminal at the end of a slow line answers late or never. Whoever gets the terminal next gets no answer.
@Suite(.serialized, .ownThreads) struct LateAnswerTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// How the program loses the terminal.
    enum Way: String, CaseIterable, Sendable {
        case quit, escape, click, error, banner, doctor, control, terminate, hangUp, crash
    }

    private static let answers =
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?64;1;2c"
    private static let pieces = ["rgb:", "P>|", "$r0", "64;1;2c"]
    private static let fence = "\u{1B}[c"
    static let delays: [Int?] = [0, 50, 150, 400, 900, nil]

    /// - Parameter delay: in milliseconds; nil: it never answers.
    private static func slowDown(_ session: TerminalSession, _ delay: Int?) {
        guard let delay else {
            session.isAnswering = false
            return
        }
        session.answers = answers
        session.answersAfter = .milliseconds(Int64(delay))
    }

    /// A shell that runs the program, and then shows what it reads.
    private func shell(_ command: String, answersAfter delay: Int?, trap: String = "") throws -> TerminalSession {
        let session = try TerminalSession(
            "/bin/sh", ["-c", "\(trap)\(Products.foyer) \(command); echo 'the shell' again; exec cat"],
            environment: bench.environment.merging(["TERM": "xterm"]) { $1 })
        Self.slowDown(session, delay)
        return session
    }

    private func command(_ way: Way) -> String {
        switch way {
        case .doctor: "doctor"
        case .banner: "banner home --server \(bench.stage.url)"
        case .error, .click: "launch com.example.gone --server \(bench.stage.url)"
        default: "launch com.example.boat --server \(bench.stage.url) --timeout 600"
        }
    }

    /// Takes the terminal from it as soon as it has asked.
    private func leave(_ session: TerminalSession, by way: Way) throws {
        switch way {
        case .doctor: break
        case .quit, .banner: session.send("q")
        case .escape: session.send("\u{1B}")
        case .click:
            try session.wait(forText: "✕  1001")
            let place = try session.place(of: "Close")
            let spot = "0;\(place.column + 1);\(place.row + 1)"
            session.send("\u{1B}[<\(spot)M\u{1B}[<\(spot)m")
        case .error:
            try session.wait(forText: "✕  1001")
            session.send("q")
        case .control: session.send("\u{3}")
        case .terminate: kill(try program(of: session), SIGTERM)
        case .hangUp: kill(try program(of: session), SIGHUP)
        case .crash: kill(try program(of: session), SIGSEGV)
        }
    }

    /// The shell's child.
    private func program(of session: TerminalSession) throws -> pid_t {
        let children = TestFile.text("/proc/\(session.process)/task/\(session.process)/children")
        let number = children?.split(separator: " ").first.flatMap { Int32($0) }
        return try #require(number)
    }

    private func expectNoAnswer(_ session: TerminalSession, _ comment: Comment) throws {
        try session.wait(for: "all answers") { $0.hasAnswered }
        session.send("hello\n")
        try session.wait(forText: "hello\nhello")
        for piece in Self.pieces { #expect(!session.text.contains(piece), comment) }
    }

    @Test(arguments: Way.allCases, delays) func theShellGetsNoAnswer(way: Way, delay: Int?) throws {
        let isQuick = [.control, .terminate, .hangUp, .crash].contains(way)
        // A signal waits 300 ms.
        if isQuick, let delay, delay >= 400 { return }
        let session = try shell(command(way), answersAfter: delay, trap: way == .control ? "trap : INT; " : "")
        try session.wait(forBytes: Self.fence)
        try leave(session, by: way)
        let began = ContinuousClock.now
        try session.wait(forText: "the shell again")
        let limit = Duration.milliseconds(isQuick ? 300 : way == .doctor ? 2000 : 1000)
        #expect(ContinuousClock.now - began < limit + .seconds(1), "\(session.picture)")
        try expectNoAnswer(session, "\(way) \(delay ?? -1)")
    }

    @Test(arguments: delays) func aStoppedProgramLeavesTheShellNoAnswer(delay: Int?) throws {
        let shell = try TerminalSession(
            "/bin/dash", ["-i"],
            environment: bench.environment.merging(["PS1": "ready> ", "ENV": nil, "TERM": "xterm"]) { $1 })
        shell.isAnswering = false
        try shell.wait(forText: "ready>")
        Self.slowDown(shell, delay)
        shell.send("\(Products.foyer) \(command(.quit))\r")
        try shell.wait(forBytes: Self.fence)
        shell.send("\u{1A}")
        try shell.wait(for: "the shell's prompt") {
            !$0.terminal.isAlternateScreen && $0.text.contains("Stopped")
                && $0.screen.last { !$0.isEmpty }?.hasPrefix("ready>") == true
        }
        try shell.wait(for: "all answers") { $0.hasAnswered }
        shell.send("echo he''llo\r")
        try shell.wait(forText: "\nhello")
        for piece in Self.pieces { #expect(!shell.text.contains(piece), "\(shell.picture)") }
    }

    /// The command asks for a password at once.
    @Test(arguments: delays + [1500]) func aCommandGetsNoAnswerForItsPassword(delay: Int?) throws {
        let command = "IFS= read -rs -p 'password: ' x; printf '\\n<%q>\\n' \"$x\""
        let session = try TerminalSession(
            "/bin/sh", ["-c", "\(Products.foyer) run -- bash -c \"$COMMAND\"; exec cat"],
            environment: bench.environment.merging([
                "TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "COMMAND": command,
            ]) { $1 })
        Self.slowDown(session, delay)
        try session.wait(forText: "password:")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen }
        try session.wait(for: "all answers") { $0.hasAnswered }
        session.send("secret\r")
        try session.wait(forText: "<secret>")
    }

    /// One that never answers is waited for once.
    @Test func aSilentTerminalIsAskedNothingTheNextTime() throws {
        let environment: [String: String?] = ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]
        let first = try bench.launch("gone", environment: environment)
        first.isAnswering = false
        try first.wait(forText: "✕  1001")
        try first.wait(for: "what is kept") { _ in
            bench.household.files.contains { $0.hasSuffix("foyer/terminals") }
        }
        first.send("q")
        _ = try first.waitForEnd()
        let next = try bench.launch("gone", environment: environment)
        next.isAnswering = false
        try next.wait(forText: "✕  1001")
        #expect(!String(decoding: next.bytes, as: UTF8.self).contains(Self.fence))
        let began = ContinuousClock.now
        next.send("q")
        #expect(try next.waitForEnd() == .status(11))
        #expect(ContinuousClock.now - began < .milliseconds(900))
    }

    @Test func whatIsGivenIsNotAsked() throws {
        let session = try bench.launch(
            "gone", ["--pixels", "off", "--theme", "dark"],
            environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        session.isAnswering = false
        try session.wait(forText: "✕  1001")
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains(Self.fence))
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
    }
}

/// More input than anybody types costs linear time, and a key behind it is answered.
@Suite(.serialized, .ownThreads) struct FloodTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test(arguments: [
        ("", "x", 10 << 20), ("\u{1B}P0$r", "1", 1 << 20), ("\u{1B}[", "1", 1 << 20), ("\u{1B}[200~", "x", 10 << 20),
    ]) func aKeyBehindItIsAnswered(begin: String, filler: String, count: Int) throws {
        let session = try bench.launch("gone")
        try session.wait(forText: "✕  1001")
        let end = begin.hasSuffix("200~") ? "\u{1B}[201~" : ""
        let began = ContinuousClock.now
        session.send(begin + String(repeating: filler, count: count) + end + "q")
        #expect(try session.waitForEnd() == .status(11))
        // Minutes before; now the harness takes nearly all of it.
        #expect(ContinuousClock.now - began < .seconds(15))
        #expect(session.isAsFound)
    }
}
