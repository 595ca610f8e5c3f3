import Glibc
import TestSupport
import Testing

/// What is typed while a command of `foyer run` starts is the command's, as the terminal keeps it: Foyer reads nothing.
@Suite(.ownThreads) struct RunTypedTests {
    private let folder = ScratchFolder()

    struct Typed: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ text: String) { (self.name, bytes) = (name, Array(text.utf8)) }
        init(_ name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    }

    static let all = [
        Typed("the former keys of the splash", "qd?\u{1B}q\r"), Typed("lines", "abc\rdef\r"),
        Typed("half a line", "abc"),
        Typed("Chinese and an emoji", "你好\u{1F600}\r"), Typed("the upper half", bytes: Array(0x80...0xFF)),
        Typed("arrows and F5", "\u{1B}[A\u{1B}[1;5C\u{1B}[15~"), Typed("Alt-Enter", "\u{1B}\r"),
        Typed("a bracketed paste", "\u{1B}[200~echo q d\r\u{1B}[201~"),
        Typed("a corrected line", "wrong\u{15}righ\u{7F}ht\r"),
        Typed("a quoted Ctrl-C", "a\u{16}\u{3}b\r"), Typed("the end of input", "a\r\u{4}b\r"),
        Typed("a zero", bytes: [0]),
        Typed("four thousand letters", String(repeating: "paste d and q. ", count: 260)),
    ]

    /// A command that takes bytes as they are, once it may, until none has come for a second.
    private func start(_ options: [String]?) throws -> TerminalSession {
        let script = #"""
            until [ -e "$SCRATCH/go" ]; do sleep 0.02; done; stty raw -echo min 0 time 10; echo now; cat >"$SCRATCH/got"
            """#
        let command = ["/bin/sh", "-c", script]
        let words = (options.map { [BuiltPrograms.foyer, "run"] + $0 + ["--"] } ?? []) + command
        let session = try TerminalSession(
            words[0], Array(words.dropFirst()),
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
        guard let options else {
            session.run(for: .milliseconds(100))
            return session
        }
        let mark = options.contains("--line") ? "░" : "Ctrl-C"
        try session.wait(for: "the splash") { $0.text.contains(mark) }
        return session
    }

    private var got: [UInt8] { TestFile.bytes(folder.path("got")) ?? [] }

    private func type(_ typed: Typed, _ options: [String]?) throws -> [UInt8] {
        unlink(folder.path("go"))
        let session = try start(options)
        session.send(bytes: typed.bytes)
        try session.wait(for: "it to be sent") { $0.hasAnswered }
        // Nothing is drawn for it, and nothing happens.
        if options != nil { session.run(for: .milliseconds(200)) }
        #expect(session.end == nil && !session.text.contains("d Close"), "\(session.picture)")
        folder.write("", to: "go")
        #expect(try session.waitForEnd() == .status(0))
        return got
    }

    @Test(arguments: all, [["--ready-text", "now"], ["--line", "--ready-text", "now"]])
    func whatIsTypedReachesTheCommandAsWithoutFoyer(_ typed: Typed, _ options: [String]) throws {
        let bare = try type(typed, nil)
        #expect(try type(typed, options) == bare)
        #expect(!bare.isEmpty)
    }

    /// The terminal is left as it was found but for echo: signal keys, lines and the ends of lines of others.
    @Test func theSplashOnlySwitchesEchoOff() throws {
        let session = try start(["--ready-text", "now"])
        var expected = try #require(session.settingsAtStart)
        expected.local &= ~UInt32(ECHO)
        #expect(session.settings == expected)
        folder.write("", to: "go")
        #expect(try session.waitForEnd() == .status(0))
    }

    // MARK: - Who opens the terminal by its name

    /// As pinentry does: the terminal that GPG_TTY names, no echo, a line.
    static let pinentry = #"""
        sleep 1; stty -echo <"$GPG_TTY"; printf 'Passphrase: ' >"$GPG_TTY"; IFS= read -r x <"$GPG_TTY"; stty echo <"$GPG_TTY"
        printf '%s' "$x" >"$SCRATCH/got"; printf '\ngot %s\n' "${#x}" >"$GPG_TTY"
        """#
    static let phrase = "correct horse q battery d staple"

    private func startPinentry(_ options: [String], isBare: Bool = false) throws -> TerminalSession {
        let start =
            isBare ? "exec" : "exec \(BuiltPrograms.foyer) run --reduce-motion \(options.joined(separator: " ")) --"
        return try TerminalSession(
            "/bin/bash", ["-c", "export GPG_TTY=$(tty) OTHER=$(tty)x; \(start) /bin/sh -c \"$PINENTRY\""],
            environment: folder.environment.merging(["SCRATCH": folder.path("."), "PINENTRY": Self.pinentry]) { $1 })
    }

    @Test(arguments: [nil, [], ["--ready-text", "never"], ["--no-splash"]] as [[String]?])
    func aPassphraseArrivesWholeAndIsNotSeen(_ options: [String]?) throws {
        let session = try startPinentry(options ?? [], isBare: options == nil)
        if options?.contains("--no-splash") == false {
            try session.wait(for: "the splash") { $0.terminal.isAlternateScreen }
        }
        try session.wait(for: "the question") { !$0.terminal.isAlternateScreen && $0.text.contains("Passphrase:") }
        // As it is typed.
        for letter in Self.phrase {
            session.send(String(letter))
            session.run(for: .milliseconds(10))
        }
        session.send("\r")
        try session.wait(forText: "got \(Self.phrase.count)")
        #expect(String(decoding: got, as: UTF8.self) == Self.phrase)
        for word in ["horse", "battery", "staple"] {
            #expect(!String(decoding: session.bytes, as: UTF8.self).contains(word), "\(session.picture)")
        }
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// Whatever names the terminal names the command's own; all else is as it was, text or not.
    @Test func theEnvironmentNamesTheCommandsTerminal() throws {
        let script = #"""
            sleep 0.6; tty >"$SCRATCH/tty"; env -0 | grep -az '_\(TTY\|BYTES\)=' | tr '\0' '\n' >"$SCRATCH/env"; sleep 0.5
            """#
        let session = try TerminalSession(
            "/bin/bash",
            [
                "-c",
                #"export A_TTY=$(tty) B_TTY=$(tty) C_TTY=x$(tty) D_TTY=$(tty)9 E_TTY=/dev/tty F_TTY=/dev/null A_BYTES=$'\xe9\xff'; "#
                    + #"exec \#(BuiltPrograms.foyer) run --reduce-motion -- /bin/sh -c "$SCRIPT""#,
            ], environment: folder.environment.merging(["SCRATCH": folder.path("."), "SCRIPT": script]) { $1 })
        #expect(try session.waitForEnd() == .status(0))
        let own = (TestFile.text(folder.path("tty")) ?? "").filter { $0 != "\n" }
        let users = try #require(session.terminalPath)
        #expect(own.hasPrefix("/dev/pts/") && own != users)
        let lines = (TestFile.bytes(folder.path("env")) ?? []).split(separator: 0x0A).map { Array($0) }
        let wanted =
            [
                "A_TTY=\(own)", "B_TTY=\(own)", "C_TTY=x\(users)", "D_TTY=\(users)9", "E_TTY=/dev/tty",
                "F_TTY=/dev/null",
            ].map { Array($0.utf8) } + [Array("A_BYTES=".utf8) + [0xE9, 0xFF]]
        #expect(Set(lines) == Set(wanted), "\(lines.map { String(decoding: $0, as: UTF8.self) })")
    }
}
