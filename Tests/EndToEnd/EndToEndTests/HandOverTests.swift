import Glibc
import Testing

/// Between a splash and the program behind it nobody sees the shell, and nobody waits for a terminal that answers nothing.
@Suite(.serialized, .ownThreads) struct HandOverTests {
    private let folder = ScratchFolder()
    /// `FOYER_STORM=25` makes a hundred of four.
    private static let times = Storm.count(usual: 2)

    private static let programs: [(words: String, text: String)] = [
        ("vim -u NONE -n file", "line 20"), ("less file", "line 20"), ("htop", "F10"),
        ("dialog --msgbox 'a message' 8 30", "a message"),
        // One that says something else first, and later enters the screen.
        (#"printf '\033[?2004h'; sleep 0.02; printf '\033[?1049h\033[Hhere'; read x"#, "here"),
    ]

    private func shell(_ command: String, environment: [String: String?] = [:]) throws -> TerminalSession {
        try TerminalSession(
            "/bin/sh", ["-c", "echo the shell is here; \(BuiltPrograms.foyer) run -- \(command); exec cat"],
            environment: folder.environment.merging(environment) { $1 }, folder: folder.path(""))
    }

    @Test(arguments: programs.indices) func nobodySeesTheShellInBetween(_ index: Int) throws {
        let (words, text) = Self.programs[index]
        let name = words.split(separator: " ").first.map(String.init) ?? ""
        guard name == "printf" || access("/usr/bin/" + name, X_OK) == 0 else { return }
        folder.write((1...40).map { "line \($0)\n" }.joined(), to: "file")
        for _ in 0..<Self.times {
            let session = try shell("sh -c 'sleep 0.6; \(words.replacing("'", with: #"'\''"#))'")
            var (hasSplash, moments) = (false, 0)
            session.looked = { session in
                if session.terminal.isAlternateScreen { hasSplash = true }
                if hasSplash, session.text.contains("the shell is here") { moments += 1 }
            }
            try session.wait(for: name) { hasSplash && $0.text.contains(text) && !$0.text.contains("Getting ready") }
            #expect(moments == 0, "\(name): \(session.picture)")
        }
    }

    /// All that the splash has switched on is off, and what the command wrote stands where it would.
    @Test func whatIsWrittenOnTheOrdinaryScreenStandsWhereItWould() throws {
        let session = try shell("sh -c 'sleep 0.6; echo first; echo second; read x; echo third'")
        var moments = 0
        session.looked = {
            if !$0.terminal.isAlternateScreen, !$0.text.contains("first"), moments > 0 { moments += 100 }
        }
        try session.wait(for: "a splash") { $0.terminal.isAlternateScreen }
        moments = 1
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("second") }
        #expect(moments == 1)
        session.send("\r")
        try session.wait(forText: "third")
        #expect(Array(session.screen.prefix(5)) == ["the shell is here", "first", "second", "", "third"])
        try session.wait(for: "the settings") { $0.isAsFound }
    }

    /// One that enters no screen though it wants keys is seen all the same, soon.
    @Test func whoWantsKeysAndWritesNothingIsSeen() throws {
        let session = try shell("sh -c 'sleep 0.6; old=$(stty -g); stty -icanon -echo; head -c 1; stty $old'")
        try session.wait(for: "a splash") { $0.terminal.isAlternateScreen }
        try session.wait(for: "the ordinary screen") { !$0.terminal.isAlternateScreen }
        session.send("k")
        try session.wait(forText: "k")
        try session.wait(for: "the terminal as it was") { $0.isAsFound }
    }

    private static let fence = "\u{1B}[c"

    /// One without a name could be waited for each time, so it is asked nothing.
    @Test func aTerminalWithoutANameIsAskedNothingByWhatMayBeOverSoon() throws {
        let session = try shell("sh -c 'sleep 0.6; echo done'; echo the end")
        session.isAnswering = false
        try session.wait(for: "the end") { !$0.terminal.isAlternateScreen && $0.text.contains("the end") }
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains(Self.fence))
    }

    /// One with a name that answers nothing is waited for once.
    @Test func aSilentTerminalWithANameIsAskedOnce() throws {
        let names = ["XTERM_VERSION": "XTerm(379)"]
        for asks in [true, false] {
            let session = try shell("sh -c 'sleep 0.6; echo done'; echo the end", environment: names)
            session.isAnswering = false
            try session.wait(for: "the end") { !$0.terminal.isAlternateScreen && $0.text.contains("the end") }
            #expect(String(decoding: session.bytes, as: UTF8.self).contains(Self.fence) == asks)
        }
    }

    /// Nothing is drawn again that has not changed.
    @Test func aSilentTerminalGetsItsPageOnce() throws {
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion", "--ready-text", "never", "--", "sh", "-c", "sleep 100"],
            environment: folder.environment.merging(["XTERM_VERSION": "XTerm(379)", "FOYER_SPLASH": "always"]) { $1 })
        session.isAnswering = false
        try session.wait(forText: "Getting ready")
        session.run(for: .milliseconds(1600))
        let text = String(decoding: session.bytes, as: UTF8.self)
        #expect(text.contains(Self.fence) && text.ranges(of: "Ctrl-C").count == 1)
        session.send("\u{3}")
        #expect(try session.waitForEnd() == .signal(SIGINT))
        #expect(session.isAsFound)
    }
}
