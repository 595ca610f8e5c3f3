import FoyerCore
import FoyerPlatform
import Glibc
import Testing

/// Output that is not a terminal, and terminals that go away.
@Suite(.serialized, .ownThreads) struct WithoutTerminalTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func launch(_ app: String, _ options: String...) throws -> PipedProgram {
        try bench.piped(["launch", Bench.id(app), "--server", bench.stage.url] + options)
    }

    @Test func aPipeGetsPlainLines() throws {
        let program = try launch("tea")
        #expect(try program.waitForEnd() == .status(0))
        #expect(!program.output.contains(0x1B) && program.errors.isEmpty)
        #expect(program.lines.contains("Tea House · A cup in five minutes (com.example.tea)"))
        #expect(program.lines.contains { $0.hasPrefix("100 %") })
        #expect(program.lines.contains("com.example.tea 1.2.0 is ready"))
        let folder = try #require(program.lines.last)
        #expect(access(folder + "/pages/index.md", R_OK) == 0, "\(folder)")
    }

    @Test func jsonLinesEndWithTheResult() throws {
        let program = try launch("tea", "--json")
        #expect(try program.waitForEnd() == .status(0))
        let lines = try program.lines.map { JSONNode(try JSON.parse(Array($0.utf8))) }
        let kinds = try lines.map { try $0.field("event").text() }
        #expect(kinds.last == "result" && kinds.count { $0 == "result" } == 1 && kinds.count { $0 == "info" } == 1)
        #expect(Set(kinds) == ["info", "progress", "result"])
        let result = try #require(lines.last)
        #expect(try result.field("status").text() == "ok")
        #expect(try result.field("version").text() == "1.2.0")
        #expect(access(try result.field("path").text() + "/manifest.json", R_OK) == 0)
    }

    @Test(arguments: ErrorCase.all) func everyErrorHasItsStatusAndItsResult(_ error: ErrorCase) throws {
        let program = try bench.piped(
            ["launch", Bench.id(error.app), "--server", bench.stage.url, "--json"]
                + (error.options.isEmpty ? [] : ["--timeout", "1"]))
        #expect(try program.waitForEnd() == .status(error.status))
        let last = try #require(program.lines.last)
        let result = JSONNode(try JSON.parse(Array(last.utf8)))
        #expect(try result.field("event").text() == "result")
        #expect(try result.field("status").text() == "failed")
        #expect(try result.field("code").integer(in: 0...99_999) == error.code)
        #expect(try result.field("message").text() == error.message)
        #expect(try !result.field("cause").text().isEmpty)
    }

    /// Commands are parsed on their own, but help and errors name the whole command.
    @Test func helpAndWhatIsWrongNameTheWholeCommand() throws {
        for words in [["launch", "--help"], ["help", "launch"], ["qa", "report", "-h"]] {
            let program = try bench.piped(words)
            #expect(try program.waitForEnd() == .status(0))
            let command = words.filter { $0 != "help" && !$0.hasPrefix("-") }.joined(separator: " ")
            #expect(program.lines.contains { $0.hasPrefix("USAGE: foyer \(command)") }, "\(program.lines)")
        }
        let version = try bench.piped(["launch", "--version"])
        #expect(try version.waitForEnd() == .status(0))
        #expect(version.lines.count == 1 && version.lines[0].wholeMatch(of: /\d+\.\d+\.\d+( \([0-9a-f]{12}\))?/) != nil)
        for words in [["launch"], ["launch", "x", "--nope"]] {
            let program = try bench.piped(words)
            #expect(try program.waitForEnd() == .status(64))
            let errors = String(decoding: program.errors, as: UTF8.self)
            #expect(errors.contains("Usage: foyer launch") && errors.contains("See 'foyer launch --help'"), "\(errors)")
        }
    }

    @Test func whatNeedsAScreenSaysSo() throws {
        let program = try bench.piped(["demo"])
        #expect(try program.waitForEnd() == .status(69))
        #expect(program.output.isEmpty && !program.errors.isEmpty)
        #expect(program.errors.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test(arguments: [
        ("en", "this machine does not know TERM nonesuch. Try TERM=xterm-256color"),
        ("zh-Hans", "本机不认识 TERM nonesuch。可尝试 TERM=xterm-256color"),
        ("zh-Hant", "本機不認識 TERM nonesuch。可嘗試 TERM=xterm-256color"),
    ])
    func aTerminalThatIsNotKnownIsNamed(_ language: String, _ words: String) throws {
        let session = try bench.foyer(
            ["demo", "--language", language], environment: ["TERM": "nonesuch"], columns: 200)
        #expect(try session.waitForEnd() == .status(69))
        #expect(session.text.contains(words), "\(session.text)")
    }

    /// The doctor names the language that Foyer really uses: a terminal that shows only ASCII gets English.
    @Test func theDoctorSaysWhichLanguageIsUsedAndWhy() throws {
        for (options, locale, words) in [
            (["--language", "zh-Hans"], "C", "en, since ASCII alone is shown here (chosen: zh-Hans)"),
            (["--ascii"], "zh_TW.UTF-8", "en, since ASCII alone is shown here (chosen: zh-Hant)"),
            (["--language", "zh-Hans"], "C.UTF-8", "zh-Hans"), ([], "C", "en"),
        ] {
            let session = try bench.foyer(["doctor"] + options, environment: ["LANG": locale], columns: 120, rows: 60)
            #expect(try session.waitForEnd() == .status(0))
            let line = session.screen.first { $0.hasPrefix("language ") || $0.hasPrefix("语言") } ?? ""
            #expect(line.split(separator: " ").dropFirst().joined(separator: " ") == words, "\(session.picture)")
        }
    }

    @Test func everyCommandSpeaksTheLanguageThatItIsGiven() throws {
        let folder = bench.household.path
        for (arguments, status, words) in [
            (["apps"], 0, ""), (["apps", "remove", "com.example.none"], 1, "尚未安裝 com.example.none。"),
            (["doctor"], 0, "終端機描述"), (["demo"], 69, "此功能需要具有畫面的終端機"),
            (["pack", folder, "-o", folder + "/x.ma"], 65, "資料夾中沒有 manifest.json。"),
            (["launch", Bench.id("box"), "--server", bench.stage.url], 22, "錯誤 10002：小程式解壓縮失敗（安裝套件"),
        ] as [([String], Int32, String)] {
            let program = try bench.piped(arguments + ["--language", "zh-Hant"])
            #expect(try program.waitForEnd() == .status(status), "\(arguments)")
            let text = String(decoding: program.output + program.errors, as: UTF8.self)
            #expect(words.isEmpty || text.contains(words), "\(text)")
        }
    }

    /// Errors quote the command line, and desktops pass links on unchanged.
    @Test func aCommandLineIsQuotedSafely() throws {
        let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{2028}x"
        for arguments in [
            [hostile], ["--" + hostile], ["launch", "x", "--policy", hostile], ["launch", "x", "--timeout", hostile],
            ["launch", "x", "--language", hostile], ["launch", "x", "--server", hostile],
            ["launch", "x", "y", hostile],
            ["apps", hostile], ["doctor", hostile], ["serve", hostile],
        ] {
            let program = try bench.piped(arguments)
            // A folder that is not there is no mistake of the command line.
            #expect(try program.waitForEnd() == .status(arguments[0] == "serve" ? 1 : 64), "\(arguments)")
            let said = String(decoding: program.output + program.errors, as: UTF8.self)
            #expect(said.contains("owned"))
            #expect(
                !said.unicodeScalars.contains {
                    ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
                        || $0 == "\u{2028}"
                }, "\(arguments)")
        }
    }

    @Test func wrongUsageIs64() throws {
        for arguments in [["launch"], ["launch", "x"], ["launch", "x", "--server", "ftp://x"], ["nonsense", "--x"]] {
            #expect(try bench.piped(arguments).waitForEnd() == .status(64), "\(arguments)")
        }
    }

    @Test(arguments: ["tea", "gone"]) func aTerminalThatGoesEndsIt(_ app: String) throws {
        let session = try bench.launch(app)
        try session.wait(forText: app == "tea" ? pageText : "✕  1001")
        session.hangUp()
        #expect(try session.waitForEnd() == .signal(SIGHUP), "\(String(describing: session.end))")
    }

    /// Started so that a hang-up does not end it, it notices the end of its input.
    @Test func theEndOfInputEndsItWithoutASignal() throws {
        try bench.stage.fail("metadata", #""kind":"hang""#)
        let session = try TerminalSession(
            "/bin/sh",
            [
                "-c", #"trap "" HUP; exec "$@""#, "sh", Products.foyer, "launch", "com.example.tea", "--server",
                bench.stage.url,
            ],
            environment: bench.environment)
        try session.wait(forText: preparingText)
        session.hangUp()
        #expect(try session.waitForEnd() == .status(3))
    }
}
