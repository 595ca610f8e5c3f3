import FoyerCore
import FoyerSystem
import Glibc
import Testing

/// `y` on the error page, on real terminals of several kinds: what was copied is what the file has.
@Suite(.serialized, .ownThreads) struct RunDiagnosisTests {
    private let folder = ScratchFolder()

    private func run(_ changes: [String: String?], answers: String? = nil) throws -> TerminalSession {
        let script = #"sleep 0.5; echo password=hunter2; printf '\033[31mlast words\n'; exit 5"#
        let session = try TerminalSession(
            BuiltPrograms.foyer, ["run", "--ready-text", "never", "--", "/bin/sh", "-c", script],
            environment: folder.environment.merging(changes) { $1 })
        if let answers { session.answers = answers }
        return session
    }

    private func press(_ session: TerminalSession) throws {
        try session.wait(forText: "y Diagnosis")
        try session.waitUntilThePageReadsKeys()
        session.send("y")
        try session.wait(for: "the message") { $0.text.contains("Kept in") && $0.text.contains("OK") }
    }

    private var kept: [UInt8] {
        get throws { try UserFile.read(folder.path("state") + "/foyer/diagnosis.txt", limit: 1 << 20) }
    }

    /// Every text that the terminal was asked to copy.
    private func copied(_ session: TerminalSession) throws -> [[UInt8]] {
        let text = String(decoding: session.bytes, as: UTF8.self)
        return try text.split(separator: "\u{1B}]52;c;").dropFirst().map { rest in
            try #require(Base64.decode(String(rest.prefix { $0 != "\u{7}" })))
        }
    }

    private func close(_ session: TerminalSession) throws {
        session.send("\r")
        session.send("q")
        #expect(try session.waitForEnd() == .status(5))
        #expect(session.isAsFound)
    }

    @Test func whatWasCopiedIsWhatTheFileHas() throws {
        let session = try run([:])
        try press(session)
        #expect(session.text.contains("The terminal was asked"), "\(session.picture)")
        let text = try kept
        #expect(try copied(session) == [text])
        let words = String(decoding: text, as: UTF8.self)
        for part in ["error: 10000", "ended with status 5", "password=[hidden]", "last words", "TERM: xterm-256color"] {
            #expect(words.contains(part), "\(words)")
        }
        #expect(!words.contains("hunter2") && !text.contains(0x1B))
        var status = stat()
        #expect(stat(folder.path("state") + "/foyer/diagnosis.txt", &status) == 0 && status.st_mode & 0o777 == 0o600)
        try close(session)
    }

    @Test func aTerminalThatSaysThatItsClipboardIsOpenIsBelieved() throws {
        let session = try run(["XTERM_VERSION": "XTerm(379)"], answers: "\u{1B}[?62;22;52c")
        try press(session)
        #expect(session.text.contains("Sent to"), "\(session.picture)")
        #expect(try copied(session) == [try kept])
        try close(session)
    }

    @Test(arguments: [["TERM": "linux"], ["TMUX": "/tmp/tmux-0/default,1,0", "TERM": "tmux-256color"], ["STY": "1.x"]])
    func whereNothingIsKnownToCopyThereIsOnlyTheFile(_ surroundings: [String: String]) throws {
        let session = try run(surroundings.mapValues { $0 })
        try press(session)
        #expect(!session.text.contains("Sent") && !session.text.contains("asked"), "\(session.picture)")
        #expect(try copied(session).isEmpty)
        #expect(try String(decoding: kept, as: UTF8.self).contains("last words"))
        try close(session)
    }

    @Test func inLinesItIsAnAnswerAndKeptWithoutASequence() throws {
        let script = "printf 'y\\nclose\\n' | '\(BuiltPrograms.foyer)' launch --accessible com.example.tea"
        let program = try PipedProgram(
            "/bin/sh", ["-c", script + " --server http://127.0.0.1:1"],
            environment: folder.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        #expect(try program.waitForEnd() == .status(23))
        let said = String(decoding: program.output, as: UTF8.self)
        #expect(said.contains("4 Diagnosis?") && said.contains("Kept in"), "\(said)")
        #expect(!program.output.contains(0x1B))
        #expect(try String(decoding: kept, as: UTF8.self).contains("error: 10003"))
    }
}
