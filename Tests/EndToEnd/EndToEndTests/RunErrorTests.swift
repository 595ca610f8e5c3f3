import FoyerCore
import FoyerSystem
import Glibc
import Testing

/// The snippets of "Errors in any language" as they are printed, each in a program that names an error and fails.
@Suite(.serialized, .ownThreads) struct RunErrorTests {
    @Test func sh() throws { try Snippets("sh").judge() }

    @Test(.enabled(if: Snippets.works("python3"), "there is no Python here"))
    func python() throws { try Snippets("python").judge() }

    @Test(.enabled(if: Snippets.works("node"), "there is no Node here"))
    func node() throws { try Snippets("js").judge() }

    @Test(.enabled(if: Snippets.works("cc"), "there is no C compiler here"))
    func c() throws { try Snippets("c").judge() }

    @Test(.enabled(if: Snippets.works("go", "version"), "there is no Go here"))
    func go() throws { try Snippets("go").judge() }

    @Test(.enabled(if: Snippets.works("rustc"), "there is no Rust here"))
    func rust() throws { try Snippets("rust").judge() }

    /// No command of ours compiles what it does not use.
    @Test func anExpressionOfTheSettingsIsCompiledWhereItIsUsed() throws {
        let household = try Household()
        try household.writeSettings("commands:\n  web: {run: [cat], ready-text: \"(\"}\n")
        let doctor = try PipedProgram(BuiltPrograms.foyer, ["doctor"], environment: household.environment)
        #expect(try doctor.waitForEnd() == .status(0) && doctor.errors.isEmpty)
        let run = try PipedProgram(BuiltPrograms.foyer, ["run", "web"], environment: household.environment)
        #expect(try run.waitForEnd() == .status(64))
        #expect(String(decoding: run.errors, as: UTF8.self).contains("commands.web.ready-text: \"(\" is no regular"))
    }

    // MARK: - What is said of them

    @Test func jsonAndLinesQuoteItAndTheStatusStaysTheCommands() throws {
        let lines = try piped(["--plain"], "X_FOYER_ERROR=10009", "X_FOYER_CAUSE=No route", "X_FOYER_ADVICE=Plug it in")
        #expect(lines.errors.contains("error 10009: The download failed (No route)\nPlug it in"), "\(lines)")
        let json = try piped(["--json"], "X_FOYER_ERROR=1001", "X_FOYER_CAUSE=a\u{1B}[31m", "X_FOYER_TITLE=Kein Laden")
        let result =
            #"{"event":"result","status":"failed","code":1001,"message":"Mini Program has been removed","#
            + #""cause":"a\#u{FFFD}[31m","title":"Kein Laden","exit":6}"#
        #expect(json.output.split(separator: "\n").last.map(String.init) == result, "\(json.output)")
        for said in [lines, json] { #expect(said.end == .status(6)) }
    }

    @Test func whatIsNotShownIsExplained() throws {
        let wrong = try piped(["--plain", "--explain"], "X_FOYER_ERROR=10004")
        #expect(wrong.errors.contains("X_FOYER_ERROR=10004 was ignored"), "\(wrong)")
        #expect(wrong.errors.contains("error 10000: The command ended before it was ready"), "\(wrong)")
        let ready = try piped(["--plain", "--explain"], "READY=1", "X_FOYER_ERROR=10003", "X_FOYER_CAUSE=No route")
        #expect(ready.errors.contains("It named error 10003 (No route), which nobody was shown"), "\(ready)")
        #expect(!ready.errors.contains("error 10003:"), "\(ready)")
        #expect(ready.end == .status(6))
    }

    private func piped(
        _ options: [String], _ said: String...
    ) throws -> (output: String, errors: String, end: ProgramEnd) {
        let scratch = ScratchFolder()
        try Snippets.write(Snippets.bare(said: said), to: scratch, "program")
        let environment = scratch.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        let program = try PipedProgram(
            BuiltPrograms.foyer, ["run"] + options + ["--", scratch.path("program")], environment: environment)
        let end = try program.waitForEnd()
        return (
            String(decoding: program.output, as: UTF8.self), String(decoding: program.errors, as: UTF8.self), end
        )
    }
}

/// The two snippets of one language, and programs around them.
private struct Snippets {
    private let language: String
    private let start: String
    private let tell: String
    private let scratch = ScratchFolder()

    /// Exactly twelve lines are allowed, blank ones aside.
    private static let mostLines = 12

    init(_ language: String) throws {
        self.language = language
        let page = try #require(Page.all().first { $0.name == "ErrorsInAnyLanguage.md" })
        func block(_ kind: String) throws -> String {
            let block = try #require(page.blocks.first { $0.language == "\(language) \(kind)" })
            #expect(block.text.split(separator: "\n").count <= Self.mostLines, "\(language) \(kind)")
            return block.text
        }
        (start, tell) = (try block("start"), try block("tell"))
    }

    /// Whether this user can run a program.
    static func works(_ program: String, _ option: String = "--version") -> Bool {
        let trial = try? PipedProgram(
            "/bin/sh", ["-c", "\(program) \(option)"], environment: Self.environment)
        return (try? trial?.waitForEnd()) == .status(0)
    }

    static func write(_ text: String, to scratch: ScratchFolder, _ name: String) throws {
        scratch.write(text, to: name)
        guard chmod(scratch.path(name), 0o755) == 0 else { throw SessionFailure(description: "errno \(errno)") }
    }

    /// A program that sends lines, and ends with 6 as soon as they have been read.
    static func bare(said lines: [String]) -> String {
        let send = "socket S, AF_UNIX, SOCK_DGRAM, 0; send S, join(qq(\\n), @ARGV), 0, sockaddr_un($ENV{NOTIFY_SOCKET})"
        return "#!/bin/sh\nperl -MSocket -e '\(send)' \(lines.map { "'\($0)'" }.joined(separator: " "))\nexit 6\n"
    }

    private static var environment: [String: String] {
        var values: [String: String] = ["LANG": "C.UTF-8"]
        for name in ["PATH", "HOME"] { values[name] = getenv(name).map { String(cString: $0) } }
        return values
    }

    // MARK: - The judgement

    func judge() throws {
        let program = try make("program", with: true)
        for code in LaunchCode.allCases { try judgePage(program, code.rawValue) }
        try judgeBytes(program, try make("bare", with: false))
    }

    private func judgePage(_ program: [String], _ code: Int) throws {
        let words = ["Line \(code) is cut.", "No shop \(code)", "Mend line \(code) by hand."]
        let session = try TerminalSession(
            program[0], Array(program.dropFirst()) + ["\(code)"] + words,
            environment: scratch.environment.merging([
                "PATH": Products.folder + ":" + (Self.environment["PATH"] ?? ""), "FOYER_SPLASH": "always",
            ]) { $1 })
        // Node stays between the shell and Foyer, which then waits for nobody at a page.
        if language != "js" {
            try session.wait(for: "the page") { page in
                ([" \(code)"] + words).allSatisfy { page.text.contains($0) }
            }
            session.send("q")
        }
        #expect(try session.waitForEnd() == .status(6), "\(language) \(code)")
        #expect(session.text.contains("error \(code): No shop \(code) (Line \(code) is cut.)"), "\(session.picture)")
        #expect(session.isAsFound)
    }

    /// Without Foyer a program with the snippets is as one without.
    private func judgeBytes(_ program: [String], _ bare: [String]) throws {
        let words = ["10003", "Line", "Shop", "Mend"]
        let alone = ["PATH": Self.environment["PATH"]]
        var seen: [[UInt8]] = []
        var piped: [[[UInt8]]] = []
        for each in [program, bare] {
            let rest = Array(each.dropFirst()) + words
            let session = try TerminalSession(each[0], rest, environment: alone)
            #expect(try session.waitForEnd() == .status(6))
            seen.append(session.bytes)
            let pipe = try PipedProgram(each[0], rest, environment: Self.environment)
            #expect(try pipe.waitForEnd() == .status(6))
            piped.append([pipe.output, pipe.errors])
        }
        #expect(seen[0] == seen[1] && piped[0] == piped[1], "\(language)")
        #expect(String(decoding: seen[0], as: UTF8.self) == "opening\r\nshop: no answer\r\n")
    }

    // MARK: - Programs

    /// - Returns: the program's path and the words that come before its own.
    private func make(_ name: String, with hasSnippets: Bool) throws -> [String] {
        let parts = hasSnippets ? (start, tell) : ("", "")
        func own(_ text: String) -> String { hasSnippets ? text : "" }
        let path = scratch.path(name)
        switch language {
        case "sh":
            let body = "echo opening\n" + own("tell_foyer \"$@\"\n") + "echo 'shop: no answer' >&2\nexit 6\n"
            // Not executable: whoever starts it names the shell.
            scratch.write(parts.0 + parts.1 + body, to: name)
            return ["/bin/sh", path]
        case "python":
            let body =
                "print('opening', flush=True)\n" + own("tell_foyer(*sys.argv[1:])\n")
                + "print('shop: no answer', file=sys.stderr)\nsys.exit(6)\n"
            scratch.write(parts.0 + parts.1 + "import sys\n" + body, to: name + ".py")
            return try [Self.find("python3"), path + ".py"]
        case "js":
            let body =
                "console.log('opening')\n" + own("tellFoyer(...process.argv.slice(2))\n")
                + "console.error('shop: no answer')\nprocess.exitCode = 6\n"
            scratch.write(parts.0 + parts.1 + body, to: name + ".js")
            return try [Self.find("node"), path + ".js"]
        case "c": return try build(name, ".c", cProgram(own), "cc -Wall -Wextra -Werror -o '\(path)' '\(path).c'")
        case "go":
            return try build(name, ".go", goProgram(own), "GOCACHE='\(path).cache' go build -o '\(path)' '\(path).go'")
        default: return try build(name, ".rs", rustProgram(own), "rustc -D warnings -o '\(path)' '\(path).rs'")
        }
    }

    private func cProgram(_ own: (String) -> String) -> String {
        own("#define _GNU_SOURCE\n" + start + tell) + """
            #include <stdio.h>
            #include <stdlib.h>
            int main(int argc, char **argv) {
                (void)argc, (void)argv;
            \(own("    under_foyer(argc, argv);"))
                puts("opening");
                fflush(stdout);
            \(own("    tell_foyer(atoi(argv[1]), argv[2], argv[3], argv[4]);"))
                fputs("shop: no answer\\n", stderr);
                return 6;
            }

            """
    }

    /// A file of Go has its imports once, at its beginning.
    private func goProgram(_ own: (String) -> String) -> String {
        func functions(_ text: String) -> String {
            String(text[(text.firstRange(of: "func ")?.lowerBound ?? text.endIndex)...])
        }
        return "package main\n" + own("import (\n\"net\"\n\"os/exec\"\n\"strconv\"\n\"syscall\"\n)\n")
            + "import (\n\"fmt\"\n\"os\"\n)\n" + own(functions(start) + functions(tell)) + """
                func main() {
                \(own("underFoyer()"))
                    fmt.Println("opening")
                \(own("code, _ := strconv.Atoi(os.Args[1])\n    tellFoyer(code, os.Args[2], os.Args[3], os.Args[4])"))
                    fmt.Fprintln(os.Stderr, "shop: no answer")
                    os.Exit(6)
                }

                """
    }

    private func rustProgram(_ own: (String) -> String) -> String {
        own(start + tell) + """
            fn main() {
            \(own("    under_foyer();"))
                println!("opening");
            \(own("    let words: Vec<String> = std::env::args().collect();"))
            \(own("    tell_foyer(words[1].parse().unwrap_or(0), &words[2], &words[3], &words[4]);"))
                eprintln!("shop: no answer");
                std::process::exit(6);
            }

            """
    }

    private func build(_ name: String, _ ending: String, _ text: String, _ command: String) throws -> [String] {
        scratch.write(text, to: name + ending)
        let compiler = try PipedProgram("/bin/sh", ["-c", command], environment: Self.environment)
        guard try compiler.waitForEnd() == .status(0) else {
            throw SessionFailure(description: String(decoding: compiler.errors, as: UTF8.self))
        }
        return [scratch.path(name)]
    }

    private static func find(_ program: String) throws -> String {
        let found = try PipedProgram("/bin/sh", ["-c", "command -v \(program)"], environment: environment)
        #expect(try found.waitForEnd() == .status(0))
        return try #require(found.lines.first)
    }
}
