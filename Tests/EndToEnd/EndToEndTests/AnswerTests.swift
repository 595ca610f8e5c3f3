import Glibc
import TestSupport
import Testing

/// The program asks, and terminals answer late, never, in pieces or with garbage.
@Suite(.serialized, .ownThreads) struct AnswerTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private static let fence = "\u{1B}[c"
    private static let white =
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
    private static let attributes = "\u{1B}[?64;1;2c"
    /// What a terminal is asked once it has said its name.
    private static let pictures = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + fence

    /// A launch that fails, on a terminal whose answers are the test's.
    private func error(
        _ options: [String] = [], _ environment: [String: String?] = ["TERM": "xterm"]
    ) throws -> TerminalSession {
        #expect(Products.hasTerminfo, "Scripts/test compiles the terminal descriptions")
        let session = try bench.launch("gone", options, environment: environment)
        session.isAnswering = false
        return session
    }

    private func accent(_ session: TerminalSession) throws -> ScreenColor {
        let place = try session.place(of: "Close")
        return session.cell(column: place.column, row: place.row).background
    }

    private static let direct = ScreenColor.rgb(0xE8, 0xA3, 0x3D)

    /// The frame draws over what a terminal shows that does not understand them.
    @Test func theQuestionsComeBeforeTheFirstFrame() throws {
        let session = try error()
        try session.wait(forBytes: Self.fence)
        let text = String(decoding: session.bytes, as: UTF8.self)
        let first = try #require(text.range(of: "Preparing"))
        let question = try #require(text.range(of: "\u{1B}[>0q"))
        #expect(question.upperBound < first.lowerBound)
        #expect(text.ranges(of: Self.fence).count == 1)
        // Questions that other terminals would show as text are put only to terminals that know them.
        #expect(!text.contains("\u{1B}_G"))
        session.send("q")
        #expect(session.isAnswering == false)
        _ = try session.waitForEnd()
        #expect(session.isAsFound)
    }

    @Test func aTerminalThatAnswersGetsItsColoursAndItsGround() throws {
        let session = try error()
        try session.wait(forBytes: Self.fence)
        for byte in (Self.white + Self.attributes).utf8 {
            session.send(bytes: [byte])
            session.run(for: .milliseconds(2))
        }
        try session.wait(forText: "✕  1001")
        try session.wait(for: "the light theme") { (try? accent($0)) == .rgb(0x94, 0x52, 0x00) }
        #expect(session.end == nil)
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
        #expect(session.isAsFound)
    }

    @Test func flagsWin() throws {
        let session = try error(["--theme", "dark"])
        try session.wait(forBytes: Self.fence)
        session.send(Self.white + Self.attributes)
        try session.wait(for: "exact colours") { (try? accent($0)) == Self.direct }
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "linux"], ["TERM": "vt100"]]) func someAreAskedNothing(
        _ environment: [String: String]
    ) throws {
        let session = try error([], environment.mapValues { $0 })
        try session.wait(forText: "1001")
        session.run(for: .milliseconds(200))
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains(Self.fence))
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
    }

    @Test func plainAsksNothing() throws {
        let session = try error(["--plain"])
        #expect(try session.waitForEnd() == .status(11))
        #expect(!session.bytes.contains(0x1B))
    }

    @Test func aTerminalThatSaysNothingIsTakenAtItsEntrysWord() throws {
        let session = try error()
        try session.wait(forText: "✕  1001")
        session.run(for: .milliseconds(1200))
        #expect(try accent(session) == .indexed(3))
        session.send("\u{1B}")
        #expect(try session.waitForEnd() == .status(11))
        #expect(session.isAsFound)
    }

    @Test(arguments: 1...6) func rubbishDoesNoHarm(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let session = try error()
        try session.wait(forBytes: Self.fence)
        let pieces = [
            "\u{1B}P>|", "\u{1B}]11;rgb:zz/", "\u{1B}[?62;", "\u{1B}_G", "\u{1B}\\", "\u{1B}[6;0;0t", "c", "\u{7}",
        ]
        for _ in 0..<60 { session.send(pieces.randomElement(using: &random) ?? "") }
        session.send("\u{1B}P>|" + String(repeating: "x", count: 3000))
        session.run(for: .milliseconds(1300))
        session.signal(SIGTERM)
        #expect(try session.waitForEnd() == .signal(SIGTERM))
        #expect(session.isAsFound)
    }

    /// The answers arrive while the program is on its way out: it takes them, and the shell gets none of them.
    @Test(arguments: [20, 80]) func nothingIsLeftForTheShell(delay: Int) throws {
        let launch = "\(Products.foyer) launch com.example.tea --server \(bench.stage.url) </dev/tty; cat"
        let session = try TerminalSession(
            "/bin/sh", ["-c", launch],
            environment: bench.environment.merging(["TERM": "xterm"]) { $1 })
        session.isAnswering = false
        try session.wait(forBytes: Self.fence)
        session.send("q")
        session.run(for: .milliseconds(Int64(delay)))
        session.send(Self.white + Self.attributes)
        try session.wait(for: "the end of the program") { !$0.terminal.isAlternateScreen }
        session.run(for: .milliseconds(300))
        #expect(!session.text.contains("rgb") && !session.text.contains("64;1;2c"), "\(session.picture)")
        session.send("hello\n")
        try session.wait(forText: "hello")
    }

    @Test func aSignalIsQuickAndLeavesNothingUnread() throws {
        let session = try error()
        try session.wait(forBytes: Self.fence)
        session.signal(SIGTERM)
        let began = ContinuousClock.now
        #expect(try session.waitForEnd() == .signal(SIGTERM))
        #expect(ContinuousClock.now - began < .milliseconds(900))
        #expect(session.isAsFound)
    }

    @Test func typingWhileItIsAskedLosesNoKey() throws {
        let session = try error(["--theme", "dark"])
        try session.wait(forBytes: Self.fence)
        session.send(Self.white + "d" + Self.attributes)
        try session.wait(forText: "Log")
        session.send("q")
        // The details may be open while the launch still loads; what is closed then is no failed launch.
        try session.wait(for: "the error page") { $0.text.contains("Reload") && !$0.text.contains("Log") }
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
    }

    @Test func theDoctorSaysWhatWasAnswered() throws {
        let session = try bench.foyer(["doctor"], environment: ["TERM": "xterm"], columns: 120, rows: 40)
        session.isAnswering = false
        try session.wait(forBytes: Self.fence)
        session.send(Self.white + Self.attributes)
        #expect(try session.waitForEnd() == .status(0))
        for words in ["24-bit (answer)", "light (answer)", "XTerm(379)", "#ffffff"] {
            #expect(session.text.contains(words), "\(words): \(session.picture)")
        }
        #expect(!session.text.contains("rgb:") && session.isAsFound)
    }

    @Test func aChangeOfTheGroundIsFollowedLive() throws {
        let session = try error()
        try session.wait(forBytes: Self.fence)
        session.send("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?2031;2$y" + Self.attributes)
        try session.wait(forBytes: "\u{1B}[?2031h")
        try session.wait(for: "the dark theme") { (try? accent($0)) == Self.direct }
        session.send("\u{1B}[?997;2n")
        try session.wait(for: "the light theme") { (try? accent($0)) == .rgb(0x94, 0x52, 0x00) }
        session.send("\u{1B}[?997;1n")
        try session.wait(for: "the dark theme again") { (try? accent($0)) == Self.direct }
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
        #expect(String(decoding: session.bytes, as: UTF8.self).contains("\u{1B}[?2031l") && session.isAsFound)
    }

    /// libvterm is a terminal, too: it tells of its colours.
    @Test func libvtermGetsItsColours() throws {
        let session = try bench.launch("gone", environment: ["TERM": "xterm"])
        session.tellsExactColors = true
        try session.wait(forText: "✕  1001")
        try session.wait(for: "exact colours") { (try? accent($0)) == Self.direct }
        session.send("q")
        #expect(try session.waitForEnd() == .status(11))
        #expect(session.isAsFound)
    }

    /// Suspended before the last answer: it is waited for, and after the rest the ground is asked again.
    @Test func aRestLeavesNothingForTheShellEither() throws {
        let shell = try TerminalSession(
            "/bin/dash", ["-i"],
            environment: bench.environment.merging(["PS1": "ready> ", "ENV": nil, "TERM": "xterm"]) { $1 })
        shell.isAnswering = false
        try shell.wait(forText: "ready>")
        shell.send("\(Products.foyer) launch com.example.gone --server \(bench.stage.url)\r")
        try shell.wait(forBytes: Self.fence)
        shell.send("\u{1B}]11;rgb:0/0/0\u{7}")
        // The kernel throws away what is unread when it takes Ctrl-Z.
        shell.run(for: .milliseconds(100))
        shell.send("\u{1A}")
        shell.run(for: .milliseconds(30))
        shell.send(Self.attributes)
        try shell.wait(for: "the shell") { !$0.terminal.isAlternateScreen && $0.text.contains("Stopped") }
        shell.run(for: .milliseconds(200))
        #expect(!shell.text.contains("64;1;2c"), "\(shell.picture)")
        shell.send("fg\r")
        try shell.wait(for: "the ground being asked again") { shell in
            String(decoding: shell.bytes, as: UTF8.self).ranges(of: "\u{1B}]11;?").count == 2
        }
        shell.send("\u{1B}]11;rgb:0/0/0\u{7}" + Self.attributes)
        try shell.wait(forText: "✕  1001")
        shell.send("q")
        try shell.wait(for: "the shell again") { !$0.terminal.isAlternateScreen }
        shell.send("exit\r")
        _ = try shell.waitForEnd()
    }

    /// What was answered is kept: the first frame of the next start has it.
    @Test func theNextStartBeginsWithWhatWasLearned() throws {
        let environment = ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]
        let first = try error([], environment.mapValues { $0 })
        try first.wait(forBytes: Self.fence)
        first.send(Self.white + Self.attributes)
        try first.wait(forBytes: Self.pictures)
        first.send(Self.attributes)
        try first.wait(for: "the light theme") { (try? accent($0)) == .rgb(0x94, 0x52, 0x00) }
        try first.wait(for: "what is kept") { _ in
            bench.household.files.contains { $0.hasSuffix("foyer/terminals") }
        }
        first.send("q")
        _ = try first.waitForEnd()
        let next = try error([], environment.mapValues { $0 })
        try next.wait(forBytes: Self.fence)
        #expect(String(decoding: next.bytes, as: UTF8.self).contains("48;2;250;246;240m"))
        next.send("q")
        _ = try next.waitForEnd()
    }
}
