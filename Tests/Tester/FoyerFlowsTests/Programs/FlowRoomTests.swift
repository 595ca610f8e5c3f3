import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// A room of its own for each flow of a program, and what is seen and done beyond cells.
@Suite struct FlowRoomTests {
    private func read(_ run: String, _ steps: String) throws -> Scenario {
        let text = "title: T\nsize: 60x8\nrun: \(run)\nsteps:\n\(steps)"
        return try Scenario.read(Array(text.utf8), file: "t.yaml").get()
    }

    private func run(
        _ script: String, _ steps: String, more: String = "", keepsRoom: Bool = false
    ) async throws -> ScenarioResult {
        try await ScenarioRig.run(try read("{ command: [sh, -c, '\(script)']\(more) }", steps), keepsRoom: keepsRoom)
    }

    private func failure(_ script: String, _ steps: String, more: String = "") async throws -> String? {
        try await run(script, steps, more: more).failure?.sentence(.english).string
    }

    // MARK: - The room

    @Test func theEnvironmentIsTheSameEverywhere() async throws {
        let result = try await run(
            "env | sed \"s#$(cd ..; pwd)#ROOM#\" | sort; pwd; sleep 0.1", "  - wait: { exit: 0 }\n")
        #expect(result.failure == nil)
        let names = try await run("env | cut -d= -f1 | sort | tr \"\\n\" \" \"", "  - wait: { exit: 0 }\n")
        let words = Set(names.screen.textLines.joined().split(separator: " ").map(String.init))
        #expect(
            words.subtracting(["_", "OLDPWD", "SHLVL"]) == [
                "COLORTERM", "HOME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
                "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
            ])
    }

    @Test func everyFolderThatAVariableNamesIsThere() async throws {
        let names = "HOME TMPDIR PWD XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR"
        let script = "for n in \(names); do eval \"test -w \\$$n\" || echo no $n; done; echo done"
        #expect(try await run(script, "  - wait: done\n").screen.textLines.first == "done")
    }

    @Test func whatIsInheritedIsNamed() async throws {
        setenv("FOYER_TEST_WORD", "inherited", 1)
        #expect(try await failure("echo [$FOYER_TEST_WORD]", "  - wait: \"[]\"\n") == nil)
        #expect(
            try await failure("echo $FOYER_TEST_WORD", "  - wait: inherited\n", more: ", inherit: FOYER_TEST_WORD")
                == nil)
    }

    @Test func filesLieThereWithContentOrCopied() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        try UserFile.write(Array("copied\n".utf8), to: folder + "/words.txt")
        mkdir(folder + "/data", 0o700)
        try UserFile.write(Array("deep\n".utf8), to: folder + "/data/more.txt")
        let text = """
            title: T
            run:
              command: [sh, -c, "cat words.txt data/more.txt"]
              files: [words.txt, data]
            steps: [{ wait: [copied, deep] }, { wait: { exit: 0, file: data/more.txt } }]
            """
        let copied = try Scenario.read(Array(text.utf8), file: folder + "/t.yaml").get()
        #expect(try await ScenarioRig.run(copied).failure?.sentence(.english) == nil)
        let more = ", files: { conf/a.toml: \"tea = 1\\n\" }"
        #expect(try await failure("cat conf/a.toml", "  - wait: tea = 1\n", more: more) == nil)
        #expect(
            ScenarioRig.problems("title: T\nrun: { command: a, files: [/x] }\nsteps: [{ press: q }]\n")
                == ["2:28: files is \"/x\"; expected a relative path, as words.txt or ../src/tool."])
    }

    /// It may be built later, so the file is well formed; whoever checks or plays it learns the line.
    @Test func whatIsNotThereToBeCopiedIsNamedWithItsLine() async throws {
        for files in ["[gone.txt]", "{ a.txt: { copy: gone.txt } }"] {
            let text = "title: T\nrun:\n  command: cat\n  files: \(files)\nsteps: [{ press: q }]\n"
            let flow = try Scenario.read(Array(text.utf8), file: "/nowhere/t.yaml").get()
            let lines = flow.lacking?.lines(.english).map(\.string) ?? []
            #expect(lines.count == 1 && lines[0].hasPrefix("/nowhere/t.yaml:4:"), "\(lines)")
            let end = "/nowhere/gone.txt cannot be read: No such file or directory."
            #expect(lines.first?.hasSuffix(end) == true, "\(lines)")
            let report = try await ScenarioRig.run(flow).report(.english)
            #expect(report.hasPrefix("/nowhere/t.yaml:4: files\n  \(end)"), "\(report)")
        }
    }

    /// As most projects lie: the program in one folder, its flows in another.
    @Test func aFileAboveTheFlowLiesThereByItsLastName() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        for name in ["src", "flows"] { mkdir(folder + "/" + name, 0o700) }
        try UserFile.write(Array("copied\n".utf8), to: folder + "/src/words.txt")
        let text =
            "title: T\nrun: { command: [cat, words.txt], files: [../src/words.txt] }\nsteps: [{ wait: copied }]\n"
        let flow = try Scenario.read(Array(text.utf8), file: folder + "/flows/t.yaml").get()
        #expect(try await ScenarioRig.run(flow).failure?.sentence(.english) == nil)
        for name in ["..", "../..", "../src/", "a/../b", "./a"] {
            let problems = ScenarioRig.problems(
                "title: T\nrun: { command: a, files: [\(name)] }\nsteps: [{ press: q }]\n")
            #expect(problems.count == 1, "\(name)")
        }
    }

    /// Sixteen at once write the same name and do not meet; nothing is left of those that pass.
    @Test func sixteenThatWriteTheSameFileDoNotMeet() async throws {
        let assets = try ScenarioRig.shippedAssets()
        let flows = try (0..<16).map { number in
            try read(
                "[sh, -c, 'echo \(number) >x; sleep 0.2; cat x; echo $HOME >&2']",
                "  - wait: { exit: 0, file: { path: x, text: \"\(number)\" } }\n")
        }
        let results = await ScenarioSuite.runHeadless(flows, on: assets)
        #expect(results.filter { !$0.hasPassed }.isEmpty)
        let homes = results.compactMap { result in
            result.screen.textLines.first { $0.contains("/home") }
        }
        #expect(Set(homes).count == 16 && homes.allSatisfy { !UserFile.exists($0) })
    }

    /// A trace names the program that was started, not another of the same name in the user's own PATH.
    @Test func theVersionIsThatOfTheFlowsOwnPath() throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        try UserFile.write(Array("#!/bin/sh\n".utf8), to: folder + "/sh")
        chmod(folder + "/sh", 0o755)
        var order = ProgramOrder(words: ["sh"])
        #expect(ProgramIdentity(order, in: FlowRoom.path(for: order)).version.contains("bin/sh, sha256 "))
        order.environment = [("PATH", folder)]
        #expect(ProgramIdentity(order, in: FlowRoom.path(for: order)).version.hasPrefix(folder + "/sh, sha256 "))
    }

    /// Whoever reads the page looks for what was tested, which is the script.
    @Test func anInterpreterIsNotTakenForItsScript() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        let script = Array("exit 1\n".utf8)
        try UserFile.write(script, to: folder + "/tea.sh")
        let text = "title: T\nrun: { command: [sh, -e, tea.sh], files: [tea.sh] }\nsteps:\n  - wait: { exit: 3 }\n"
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: folder + "/t.yaml").get())
        let path = try #require(try TraceFolder(folder + "/traces", language: .english).write(result))
        let html = String(decoding: try UserFile.read(path, limit: 1 << 20), as: UTF8.self)
        let digest = SHA256.hexadecimal(of: script).prefix(12)
        #expect(html.contains("<dt>Version</dt><dd>tea.sh, sha256 \(digest)</dd>"))
        #expect(html.contains(#/<dt>Interpreter<\/dt><dd>[\/a-z]+\/sh, sha256 [0-9a-f]{12}<\/dd>/#))
    }

    /// What `version` asks is the interpreter, unless it names the script.
    @Test func anAnswerIsOfWhatWasAsked() throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        try UserFile.write(Array("#!/bin/sh\necho shell 5\n".utf8), to: folder + "/sh")
        try UserFile.write(Array("echo tea 1\n".utf8), to: folder + "/tea.sh")
        chmod(folder + "/sh", 0o755)
        var order = ProgramOrder(words: [folder + "/sh", folder + "/tea.sh"])
        order.version = [folder + "/sh", "--version"]
        let asked = ProgramIdentity(order)
        #expect(asked.interpreter == "shell 5" && asked.version.hasPrefix(folder + "/tea.sh, sha256 "))
        order.version = [folder + "/sh", folder + "/tea.sh", "--version"]
        let named = ProgramIdentity(order)
        #expect(named.version == "shell 5" && named.interpreter?.hasPrefix(folder + "/sh, sha256 ") == true)
        // The question of a list is for all of its programs; this one is another script.
        try UserFile.write(Array("echo cup 1\n".utf8), to: folder + "/cup.sh")
        order.words = [folder + "/sh", folder + "/cup.sh"]
        let other = ProgramIdentity(order)
        #expect(other.version.hasPrefix(folder + "/cup.sh, sha256 "))
        #expect(other.interpreter?.hasPrefix(folder + "/sh, sha256 ") == true)
        order.words = [folder + "/sh"]
        #expect(ProgramIdentity(order).version.hasPrefix(folder + "/sh, sha256 "))
        #expect(ProgramIdentity(order).interpreter == nil, "alone it is the program")
        order.words = [folder + "/sh", "-c", "echo"]
        order.version = []
        #expect(ProgramIdentity(order).version.isEmpty && ProgramIdentity(order).interpreter != nil)
    }

    @Test func theFolderOfAFailureIsKeptAndNamed() async throws {
        let result = try await run("echo left >x", "  - wait: { exit: 3 }\n", keepsRoom: true)
        let room = try #require(result.room)
        defer { Folder.removeTree(path: room) }
        #expect(result.report(.english).contains("Its folder is kept: \(room)"))
        #expect(try UserFile.read(room + "/folder/x", limit: 100) == Array("left\n".utf8))
    }

    /// They would fill the machine, and some hold what nobody wants to be found.
    @Test func theFolderOfAFailureGoesWhenItsFlowIsPlayedAgain() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        func flow(_ name: String, _ script: String) throws -> Scenario {
            let path = "\(folder)/\(name).yaml"
            let text = "title: T\nrun: [sh, -c, '\(script)']\nsteps: [{ wait: { exit: 0 } }]\n"
            try UserFile.write(Array(text.utf8), to: path)
            return try Scenario.read(Array(text.utf8), file: path).get()
        }
        let (bad, other) = (try flow("a", "exit 3"), try flow("b", "exit 3"))
        let first = try #require(try await ScenarioRig.run(bad, keepsRoom: true).room)
        let others = try #require(try await ScenarioRig.run(other, keepsRoom: true).room)
        defer { Folder.removeTree(path: others) }
        let second = try #require(try await ScenarioRig.run(bad, keepsRoom: true).room)
        #expect(!UserFile.exists(first) && UserFile.exists(second) && UserFile.exists(others))
        // Somebody else plays it just now.
        let order = try #require(bad.program)
        let lived = try FlowRoom(order, of: bad)
        defer { lived.remove() }
        #expect(try await ScenarioRig.run(try flow("a", "true")).hasPassed)
        #expect(!UserFile.exists(second) && UserFile.exists(lived.path))
    }

    @Test func aProgramOfTheUsersPathAloneSaysWhatHelps() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        try UserFile.write(Array("#!/bin/sh\necho here\n".utf8), to: folder + "/foyer-test-tool")
        chmod(folder + "/foyer-test-tool", 0o755)
        setenv("PATH", (Places.variable("PATH") ?? "") + ":" + folder, 1)
        let lost = try await ScenarioRig.run(try read("foyer-test-tool", "  - wait: here\n"))
        #expect(lost.failure?.sentence(.english).string.contains("Write inherit: [PATH] beside command.") == true)
        let found = try await ScenarioRig.run(
            try read("{ command: foyer-test-tool, inherit: [PATH] }", "  - wait: here\n"))
        #expect(found.failure?.sentence(.english) == nil)
    }

    // MARK: - Conditions

    @Test func modesTitleCursorClipboardAndBellAreConditions() async throws {
        let script =
            "printf \"\\033[?1049h\\033[?2004h\\033]2;Tea\\007\\033]52;c;dGVh\\007\\033[4 q\\033[3;5H\\007\\007\"; sleep 9"
        let steps = """
              - wait: { title: Tea, clipboard: tea, bell: 2 }
              - expect: { modes: { alternate: true, paste: true, mouse: false }, cursor: { column: 5, row: 3, shape: underline } }

            """
        #expect(try await failure(script, steps) == nil)
        #expect(
            try await failure(script, "  - wait: { title: Coffee, within: 0.3 }\n")?
                .contains("The terminal's title is \"Tea\", not \"Coffee\".") == true)
        #expect(
            try await failure(script, "  - wait: { modes: { mouse: true }, within: 0.3 }\n")?
                .contains("The mode mouse is off.") == true)
    }

    @Test func aLineMayMatchAnExpression() async throws {
        #expect(
            try await failure("echo version 1.42; sleep 9", "  - wait: { matches: \"version [0-9]+\\\\.[0-9]+$\" }\n")
                == nil)
        #expect(
            try await failure("echo x; sleep 9", "  - wait: { matches: \"^y\", within: 0.2 }\n")?.contains(
                "No line matches ^y.") == true)
        #expect(
            ScenarioRig.problems("title: T\nrun: a\nsteps: [{ wait: { matches: \"(\" } }]\n").first?.hasPrefix(
                "3:28: matches is \"(\"; expected a regular expression") == true)
    }

    @Test func anEndBySignalHasItsName() async throws {
        #expect(try await failure("kill -TERM $$", "  - wait: { exit: TERM }\n") == nil)
        #expect(
            try await failure("exit 15", "  - wait: { exit: TERM }\n")?.contains("The exit status is 15, not TERM.")
                == true)
    }

    // MARK: - Steps

    @Test func pasteFocusSignalsAndEndsReachTheProgram() async throws {
        let script =
            "stty raw -echo; printf \"\\033[?2004h\\033[?1004hgo\"; dd bs=1 count=19 2>/dev/null | od -An -c | tr -d \" \\n\"; sleep 9"
        let steps =
            "  - wait: go\n  - focus: in\n  - focus: out\n  - paste: \"a\"\n  - wait: \"033[I033[O033[200~a033[201~\"\n"
        #expect(try await failure(script, steps) == nil)
        #expect(
            try await failure(
                "trap \"echo caught\" USR1; echo on; while :; do sleep 0.05; done",
                "  - wait: on\n  - signal: USR1\n  - wait: caught\n  - kill: program\n  - wait: { exit: KILL }\n")
                == nil)
        #expect(
            try await failure(
                "trap \"touch gone; exit 4\" HUP; echo on; while :; do sleep 0.05; done",
                "  - wait: on\n  - kill: terminal\n  - wait: { exit: 4, file: gone }\n") == nil)
        #expect(
            try await failure("echo x; sleep 9", "  - wait: x\n  - focus: in\n")
                == "The program does not ask for the focus.")
    }

    @Test func aTerminalMayAnswerNothing() async throws {
        let script =
            "stty raw -echo min 0 time 5; printf \"\\033[6n\"; answer=$(dd bs=1 count=6 2>/dev/null | wc -c); echo \"got $answer\"; sleep 9"
        #expect(try await failure(script, "  - wait: got 6\n") == nil)
        #expect(try await failure(script, "  - answer: none\n  - wait: got 0\n") == nil)
    }

    // MARK: - Budgets

    @Test func aStepMayNotSpendMoreThanItsBudget() async throws {
        let script = "stty -echo; echo on; read x; printf 1234567890; sleep 0.3; printf more; read y"
        func press(_ budget: String) -> String {
            "  - wait: on\n  - press: enter\n    budget: { \(budget) }\n  - wait: \"1234567890\"\n"
        }
        #expect(try await failure(script, press("bytes: 20, seconds: 2")) == nil)
        #expect(try await failure(script, press("bytes: 5")) == "The program wrote 10 bytes; the budget is 5.")
        let result = try await run(script, press("bytes: 5"))
        #expect(result.failure?.step?.summary == "press enter")
        let painter =
            "stty -echo; echo on; read x; for i in 1 2 3; do printf \"\\033[?2026h$i\\033[?2026l\"; done; sleep 9"
        let frames = "  - wait: on\n  - press: enter\n    budget: { frames: 2 }\n  - wait: \"3\"\n"
        #expect(try await failure(painter, frames) == "The program repainted 3 times; the budget is 2.")
    }

    @Test func `links within a copied folder stay links`() async throws {
        let folder = TemporaryFolder()
        #expect(mkdir(folder.path + "/data", 0o700) == 0)
        #expect(symlink("nowhere", folder.path + "/data/dangling") == 0 && symlink("..", folder.path + "/data/up") == 0)
        let text = """
            title: T
            run: { command: [sh, -c, 'readlink data/dangling data/up'], files: [data] }
            steps: [{ wait: [nowhere, ..] }, { wait: { exit: 0 } }]
            """
        let flow = try Scenario.read(Array(text.utf8), file: folder.path + "/t.yaml").get()
        #expect(try await ScenarioRig.run(flow).failure?.sentence(.english) == nil)
    }

    @Test func `the last twenty rooms are kept`() throws {
        let parent = TemporaryFolder()
        let names = (10..<35).map { "foyer-flow-\($0)" }
        for (number, name) in names.enumerated() {
            let path = parent.path + "/" + name
            #expect(mkdir(path, 0o700) == 0)
            let times = [timespec(tv_sec: 1_000 + number, tv_nsec: 0), timespec(tv_sec: 1_000 + number, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        }
        #expect(mkdir(parent.path + "/other", 0o700) == 0)
        FlowRoom.removeOldest(in: parent.path)
        let left = Folder.names(in: parent.path).filter { !$0.hasPrefix(".") }
        #expect(Set(left) == Set(names.suffix(20) + ["other"]))
    }

    /// By what the flow's theme says.
    @Test(arguments: ["dark", "light"]) func `a program learns the colour of its ground`(theme: String) async throws {
        let script = "stty raw -echo; printf \"\\033]11;?\\007\"; dd bs=1 count=23 2>/dev/null | tail -c 18; sleep 9"
        let text = """
            title: T
            size: 60x4
            settings: { theme: \(theme) }
            run: [sh, -c, '\(script)']
            steps: [{ wait: "rgb:" }, { wait: { still: 0.1 } }]
            """
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        let settings = try Scenario.read(Array(text.utf8), file: "t.yaml").get().settings
        let digits = String(settings.terminal.ground, radix: 16)
        let expected = (0..<3).map { String(repeating: String(digits.dropFirst($0 * 2).prefix(2)), count: 2) }
        #expect(result.failure == nil && result.screen.textLines[0].contains(expected.joined(separator: "/")))
    }
}
