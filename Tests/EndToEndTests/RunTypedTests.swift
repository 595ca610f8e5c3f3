import Glibc
import TestSupport
import Testing

/// What is typed at the splash of `foyer run` belongs to the command, byte for byte, unless it is a key of the splash.
@Suite(.ownThreads) struct RunTypedTests {
    private let folder = ScratchFolder()

    struct Typed: Sendable, CustomTestStringConvertible {
        let name: String
        /// Pieces with a pause between them.
        let pieces: [[UInt8]]
        var testDescription: String { name }
        var bytes: [UInt8] { pieces.flatMap { $0 } }

        init(_ name: String, _ pieces: String...) { (self.name, self.pieces) = (name, pieces.map { Array($0.utf8) }) }
        init(_ name: String, bytes pieces: [UInt8]...) { (self.name, self.pieces) = (name, pieces) }
    }

    private static let printable = String(decoding: (0x20...0x7E).map { UInt8($0) }, as: UTF8.self)

    static let texts = [
        Typed("a paste with d", "find . -name d"), Typed("lines", "abc\rdef\r"), Typed("q in a paste", "quit\r"),
        Typed("dq", "dq"), Typed("qq", "qq"), Typed("d at the end", "abcd"), Typed("?d", "?d"),
        Typed("q and Enter", "q\r"),
        Typed("Esc and q", "\u{1B}q"), Typed("all of ASCII", printable), Typed("an accent", "caf\u{E9}"),
        Typed("an emoji", "\u{1F600}"), Typed("Chinese", "你好"), Typed("letters one by one", "a", "b", "c"),
        Typed("r and y", "r", "y"), Typed("words with pauses", "ab", "cd", "quit"), Typed("a brace", "{\r}\r"),
        Typed("four thousand letters", String(repeating: "paste d and q. ", count: 260)),
        Typed("a hundred thousand letters", String(repeating: "0123456789 abdq\r", count: 6_250)),
    ]
    static let bytes = [
        Typed("Latin-1", bytes: [0x63, 0x61, 0x66, 0xE9]), Typed("a Latin-1 letter alone", bytes: [0xE9]),
        Typed("UTF-8 in two", bytes: [0xC3], [0xA9]), Typed("UTF-8 in three", bytes: [0xE4], [0xBD], [0xA0]),
        Typed("half of a letter, and then a", bytes: [0xC3], [0x61]),
        Typed("the upper half", bytes: Array(0x80...0xFF)),
        Typed("a zero", bytes: [0]), Typed("0x9B", bytes: [0x9B, 0x41]),
    ]
    static let keys = [
        Typed("Ctrl-Right", "\u{1B}[1;5C"), Typed("Ctrl-Left", "\u{1B}[1;5D"), Typed("Shift-Up", "\u{1B}[1;2A"),
        Typed("Up", "\u{1B}[A"), Typed("Up of the keypad", "\u{1B}OA"), Typed("Home", "\u{1B}[1~"),
        Typed("Delete", "\u{1B}[3~"),
        Typed("Shift-Tab", "\u{1B}[Z"), Typed("F1", "\u{1B}OP"), Typed("F1 of another", "\u{1B}[11~"),
        Typed("F5", "\u{1B}[15~"),
        Typed("F12", "\u{1B}[24~"), Typed("Alt-x", "\u{1B}x"), Typed("Alt-d", "\u{1B}d"),
        Typed("Alt-Enter", "\u{1B}\r"),
        Typed("Enter", "\r"), Typed("Tab", "\t"), Typed("Backspace", "\u{7F}"), Typed("Ctrl-H", "\u{8}"),
        Typed("Ctrl-A", "\u{1}"),
        Typed("Ctrl-U", "\u{15}"), Typed("Ctrl-J", "\n"), Typed("two arrows", "\u{1B}[A\u{1B}[B"),
        Typed("a held arrow", "\u{1B}[B", "\u{1B}[B", "\u{1B}[B"), Typed("an arrow and q", "\u{1B}[Aq"),
        Typed("a bracketed paste", "\u{1B}[200~echo q d\r\u{1B}[201~"),
        Typed("a bracketed paste with pauses", "\u{1B}[200~echo ", "q", " d\r", "\u{1B}[201~"),
        Typed("a cut paste", "\u{1B}[200~d"), Typed("a key of kitty's", "\u{1B}[97;5u"),
        Typed("a report of the focus", "\u{1B}[I"),
    ]
    static let all = texts + bytes + keys

    /// A command that takes bytes as they are, once it may. It writes what it has got, until all has come.
    private func start(_ count: Int, environment: [String: String?] = [:]) throws -> TerminalSession {
        let script = #"""
            stty raw -echo; until [ -e "$SCRATCH/go" ]; do sleep 0.02; done; echo now; head -c "$COUNT" >"$SCRATCH/got"
            printf '%s' whole
            """#
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion", "--ready-text", "now", "--", "/bin/sh", "-c", script],
            environment: folder.environment.merging(["SCRATCH": folder.path("."), "COUNT": "\(count)"]) { $1 }
                .merging(environment) { $1 })
        try session.wait(for: "the splash") { $0.terminal.isAlternateScreen && $0.text.contains("q Close") }
        // The command has not asked for marks around what is pasted.
        #expect(!session.terminal.isPasteBracketed)
        return session
    }

    private var got: [UInt8] { TestFile.bytes(folder.path("got")) ?? [] }

    @Test(arguments: all) func whatIsTypedReachesTheCommandUnchanged(_ typed: Typed) throws {
        let session = try start(typed.bytes.count)
        for piece in typed.pieces {
            session.send(bytes: piece)
            try session.wait(for: "it to be sent") { $0.hasAnswered }
            // Longer than the splash thinks about a key.
            session.run(for: .milliseconds(120))
        }
        folder.write("", to: "go")
        do { try session.wait(for: "all of it", within: .seconds(8)) { $0.text.contains("whole") } } catch {
            Issue.record("\(typed): \(Array(got.prefix(80)))\n\(session.picture)")
        }
        #expect(got == typed.bytes)
        #expect(try session.waitForEnd() == .status(0))
    }

    /// What has come last is not thought about when the command gets the terminal.
    @Test func whatIsTypedJustBeforeTheHandOverArrives() throws {
        let session = try start(4)
        session.send("ab")
        folder.write("", to: "go")
        session.send("q")
        session.send("d")
        try session.wait(forText: "whole")
        #expect(got == Array("abqd".utf8))
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func theSplashsOwnKeysCountAlone() throws {
        let session = try start(1)
        session.send("d")
        try session.wait(forText: "d Close")
        session.send("\u{1B}")
        try session.wait(for: "the splash") { !$0.text.contains("d Close") && $0.text.contains("q Close") }
        session.send("?")
        try session.wait(forText: "all keys")
        session.send("q")
        try session.wait(for: "the splash") { !$0.text.contains("all keys") && $0.text.contains("q Close") }
        session.send("x")
        folder.write("", to: "go")
        try session.wait(forText: "whole")
        #expect(got == Array("x".utf8), "the keys of the splash are its own")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test(arguments: ["q", "\u{1B}"]) func aKeyAloneClosesIt(_ key: String) throws {
        let session = try start(1)
        session.send(key)
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    /// Keys that scroll the details are theirs, also where a finger rests on one.
    @Test func aHeldArrowScrollsTheDetails() throws {
        let script = #"seq 100; until [ -e "$SCRATCH/go" ]; do sleep 0.02; done; echo now; read -r x; echo "got <$x>""#
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion", "--ready-text", "now", "--", "/bin/sh", "-c", script],
            environment: folder.environment.merging(["SCRATCH": folder.path(".")]) { $1 })
        try session.wait(forText: "q Close")
        session.send("d")
        try session.wait(forText: "d Close")
        let before = session.text
        for _ in 0..<8 { session.send("\u{1B}[6~") }
        try session.wait(for: "another page") { $0.text != before && $0.text.contains("d Close") }
        folder.write("", to: "go")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("now") }
        session.send("x\r")
        try session.wait(forText: "got <x>")
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
