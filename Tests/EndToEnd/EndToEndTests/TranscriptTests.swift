import FoyerSystem
import Glibc
import TestSupport
import Testing

/// What a listener hears of our command and of both outside hosts, as `Tests/EndToEnd/Transcripts` has it. With
/// FOYER_TRANSCRIPTS=FOLDER the transcripts are written there in place of being compared.
@Suite(.serialized, .ownThreads) struct TranscriptTests {
    private static let stage = Result { try StageUnderTest() }
    private static let folder = Checkout.root + "/Tests/EndToEnd/Transcripts/"
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// All answers are typed ahead, into a pipe.
    struct Talk: Sendable, CustomTestStringConvertible {
        let name: String
        let words: [String]
        let answers: [String]
        /// What the stage's packages do.
        var fault = ""
        var testDescription: String { name }
    }

    static let talks = [
        Talk(
            name: "launch-reloaded", words: ["launch", "com.example.tea"], answers: ["1", "close"],
            fault: #""kind":"status","code":404"#),
        Talk(
            name: "launch-damaged", words: ["launch", "com.example.box"],
            answers: ["7", "?", "3", "", "", "close"]),
        Talk(name: "banner", words: ["banner", "home"], answers: ["n", "p", "3", "?", "", "close", "close"]),
        Talk(name: "popup", words: ["popup", "always"], answers: ["1", "close"]),
        Talk(
            name: "demo-pages", words: ["demo"],
            answers: ["list", "inbox", "2", "", "q", "s", "q", "q", "q", "q"]),
        Talk(name: "demo-settings", words: ["demo"], answers: ["o", "6", "2", "q", "q"]),
    ]

    @Test(arguments: talks, AccessibleTests.languages) func ourCommandSaysThis(_ talk: Talk, language: String) throws {
        try bench.household.allowEvents()
        if !talk.fault.isEmpty { try bench.stage.fail("package", talk.fault, times: 1) }
        let server = talk.words[0] == "demo" ? [] : ["--server", bench.stage.url]
        let words = Bench.unhurried(talk.words + server) + ["--accessible", "--language", language]
        let answers = talk.answers.map { $0 + "\n" }.joined()
        var environment = bench.household.environment
        environment["PATH"] = "/usr/bin:/bin"
        environment["LANG"] = "C.UTF-8"
        let program = try PipedProgram(
            "/bin/bash", ["-c", #"printf '%s' "$0" | "$@""#, answers, Products.foyer] + words, environment: environment)
        _ = try program.waitForEnd()
        try check(program.output, "\(talk.name).\(language)")
    }

    @Test func helloFoyerIsHeard() throws {
        let lines = try listen(to: BuiltPrograms.hello, [], [("Welcome, Ada.", "q")], locale: "C.UTF-8")
        try check(lines, "host-hello.en")
    }

    static let mails = [
        ("en", "en_GB.UTF-8", ["Forty stalls", "May this program", "Inbox, 3 messages", "Message: The boat is late"]),
        ("zh-Hans", "zh_CN.UTF-8", ["Forty stalls", "可否", "Inbox, 3 messages", "Message: The boat is late"]),
        ("zh-Hant", "zh_TW.UTF-8", ["Forty stalls", "可否", "Inbox, 3 messages", "Message: The boat is late"]),
    ]

    /// Launch, list, card, question, list, page, list, leave.
    @Test(arguments: mails) func theMailProgramIsHeard(language: String, locale: String, waits: [String]) throws {
        let answers = ["3", "n", "the boat", "q"]
        let lines = try listen(
            to: OutsideHostTests.program, ["--mail", bench.stage.url], Array(zip(waits, answers)) + [("", "q")],
            locale: locale)
        try check(lines, "host-mail.\(language)")
    }

    // MARK: - Talking

    /// Each answer is typed when the text before it has been said, and nothing more comes.
    private func listen(
        to program: String, _ words: [String], _ steps: [(String, String)], locale: String
    ) throws -> [UInt8] {
        var environment = bench.household.environment.mapValues { Optional($0) }
        environment["ACCESSIBLE"] = "1"
        environment["LC_ALL"] = locale
        let session = try TerminalSession(program, words, environment: environment) { terminal in
            var settings = termios()
            tcgetattr(terminal, &settings)
            settings.c_oflag &= ~UInt32(OPOST)
            settings.c_lflag &= ~UInt32(ECHO)
            tcsetattr(terminal, TCSANOW, &settings)
        }
        for (text, answer) in steps {
            try session.wait(for: text) { text.isEmpty || String(decoding: $0.bytes, as: UTF8.self).contains(text) }
            try session.waitUntilItRests()
            session.send(answer + "\n")
        }
        #expect(try session.waitForEnd() == .status(0))
        return session.bytes
    }

    /// How long a step took is another number each time.
    private static func withoutTimes(_ text: String) -> String {
        text.replacing(/[0-9.]+( ?)(milliseconds?|seconds?|毫秒|秒)/) { "0\($0.output.1)\($0.output.2)" }
            .replacing("0 millisecond", with: "0 second").replacing("seconds", with: "second")
            .replacing("毫秒", with: "秒")
    }

    /// A busy machine says more about steps that take long, and nothing less.
    private func check(_ output: [UInt8], _ name: String) throws {
        let text = Self.withoutTimes(
            String(decoding: output, as: UTF8.self).replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:8642"))
        if let folder = getenv("FOYER_TRANSCRIPTS") {
            return TestFile.write(text, to: String(cString: folder) + "/" + name + ".txt")
        }
        let kept = Self.withoutTimes(
            String(decoding: try UserFile.read(Self.folder + name + ".txt", limit: 1 << 20), as: UTF8.self))
        var wanted = kept.split(separator: "\n")[...]
        var others: [Substring] = []
        for line in text.split(separator: "\n") {
            if line == wanted.first { wanted.removeFirst() } else { others.append(line) }
        }
        #expect(wanted.isEmpty, "\(name) lacks from here on: \(wanted)\n\(text)")
        #expect(others.count <= 6, "\(name) says as well: \(others)")
    }
}
