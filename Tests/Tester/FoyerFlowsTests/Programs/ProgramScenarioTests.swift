import Foyer
import FoyerSystem
import Glibc
import Testing

@testable import FoyerFlows

/// Scenarios of programs that are not ours: what the files say, and how they are played.
@Suite struct ProgramScenarioTests {
    private func check(_ lines: String...) -> [String] { ScenarioRig.problems(lines.joined(separator: "\n") + "\n") }

    private func run(_ script: String, _ steps: String, head: String = "") async throws -> ScenarioResult {
        let text = "title: T\nsize: 40x6\nrun: [sh, -c, '\(script)']\n\(head)steps:\n\(steps)"
        return try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
    }

    // MARK: - Files

    /// Whoever starts somebody else's list reads it there.
    @Test func whatIsStartedIsShownWithWhatItIsGiven() {
        var order = ProgramOrder(words: ["sh", "-c", "echo it's here", "menu.py"])
        #expect(order.shown == #"$ sh -c 'echo it'\''s here' menu.py"#)
        order.environment = [("LD_PRELOAD", "x.so"), ("HOME", nil), ("A", "")]
        #expect(order.shown.string.hasPrefix("$ env -u HOME LD_PRELOAD=x.so A='' sh -c "))
    }

    @Test func aProgramIsAWordAListOrAMapping() throws {
        func order(_ run: String) throws -> ProgramOrder? {
            let text = "title: T\nrun: \(run)\nsteps: [{ press: q }]\n"
            return try Scenario.read(Array(text.utf8), file: "/etc/flows/t.yaml").get().program
        }
        #expect(try order("htop")?.words == ["htop"])
        #expect(try order("[less, -N, 5]")?.words == ["less", "-N", "5"])
        let plain = try order("[less]")
        #expect(plain?.folder == nil && plain?.base == "/etc/flows")
        let whole = try order("{ command: [less, a], environment: { LESS: -R, PAGER: ~ }, folder: ../x }")
        #expect(whole?.folder == "../x" && whole?.onTerminal(CellSize(columns: 9, rows: 9)).folder == "/etc/flows/../x")
        #expect(whole?.environment.map(\.name) == ["LESS", "PAGER"] && whole?.environment.last?.value == nil)
    }

    /// What testers write who come from other tools, and what they are told.
    @Test(arguments: [
        ("press: Ctrl+C", "did you mean \"ctrl-c\"?"), ("press: Return", "did you mean \"enter\"?"),
        ("press: pgup", "did you mean \"page-up\"?"), ("sleep: 1", "did you mean \"advance\"?"),
        ("send: hello", "did you mean \"type\"?"), ("assert: a", "did you mean \"expect\"?"),
        ("signal: SIGTERM", "did you mean \"TERM\"?"), ("resize: [40, 12]", "expected columns and rows, as 80x24."),
        ("click: [3, 4]", "expected a text on the screen, or { column: 3, row: 4 }."),
        ("wait: { exit: zero }", "expected a status from 0 to 255, or a signal as TERM."),
        ("wait: { exit: sigterm }", "did you mean \"TERM\"?"),
        ("wait: { colour: { a: acent } }", "did you mean \"accent\"?"),
    ])
    func wordsOfOtherToolsAreAnsweredWithOurs(step: String, end: String) {
        let problems = check("title: T", "run: cat", "steps: [{ \(step) }]")
        #expect(problems.count == 1 && problems.first?.hasSuffix(end) == true, "\(problems)")
    }

    @Test func whatStandsBesideAStepIsToldWhereItBelongs() {
        let head = ["title: T", "run: cat", "steps:"]
        func steps(_ lines: String...) -> [String] { check((head + lines).joined(separator: "\n")) }
        #expect(
            steps("  - wait: a", "    within: 5") == [
                "5:5: within belongs to wait, as in wait: { text: …, within: … }."
            ])
        #expect(
            steps("  - wait: a", "    press: q") == ["4:11: press and wait are two steps; begin each with a dash."])
        #expect(
            steps("  - wait: { colour: { a: green } }").first?.contains(
                "expected a colour as \"#e8a33d\", or Foyer’s own ground, ") == true)
    }

    @Test func wrongFilesSayWhereAndWhatWasExpected() {
        let steps = "steps: [{ press: q }]"
        #expect(check("title: T", "run: []", steps) == ["2:6: run is empty; expected a program and its arguments."])
        #expect(
            check("title: T", "run: python3 menu.py", steps).first?
                .contains("expected a list, as in [python3, menu.py]") == true)
        #expect(check("title: T", "run: /opt/my app/start", steps) == [])
        #expect(check("title: T", "run: ''", steps) == ["2:6: run is empty; expected a program and its arguments."])
        #expect(
            check("title: T", "run: { comand: [a] }", steps) == [
                "2:6: run lacks \"command\".", "2:8: run knows no \"comand\"; did you mean \"command\"?",
            ])
        #expect(
            check("title: T", "run: htop", "launch: a", steps) == [
                "2:6: run cannot be combined with launch; use one of them."
            ])
        #expect(
            check("title: T", "run: htop", "serve: site", "stage: { heal: true }", steps) == [
                "3:8: serve cannot be combined with run; use one of them.",
                "4:8: stage cannot be combined with run; use one of them.",
            ])
        let known =
            "text, notext, screen, colour, cell, still, matches, focus, seen, unseen, together, steady, grows, glimmers, "
            + "cursor, title, clipboard, bell, modes, file"
        #expect(
            check("title: T", "run: htop", "steps:", "  - wait: { state: ready }")
                == ["4:13: wait knows no \"state\"; expected \(known), exit or within."])
        #expect(
            check("title: T", "run: htop", "steps:", "  - wait: { within: 1 }")
                == ["4:11: wait is empty; expected \(known) or exit."])
        #expect(
            check("title: T", "run: htop", "steps:", "  - { press: x, budget: { secs: 1 } }")
                == ["4:27: budget knows no \"secs\"; expected bytes, frames or seconds."])
        #expect(
            check("title: T", "run: htop", "steps:", "  - tap: 1").first?.hasPrefix("4:5: A step knows no \"tap\"")
                == true)
        #expect(
            check("title: T", "run: htop", "steps:", "  - expect: { cell: { column: 1, row: 1 } }")
                == ["4:21: cell lacks \"text\", \"colour\" or \"background\"."])
        #expect(
            check("title: T", "launch: a", "stage: { faults: [10099] }", steps).first?.hasPrefix(
                "3:19: faults is \"10099\"; expected an error's code") == true)
    }

    // MARK: - Playing

    @Test func keysTextsColoursAndTheStatusAreSeen() async throws {
        let script =
            "stty -echo; printf \"name? \"; read name; printf \"\\033[31mhello \\033[0;7m$name\\033[0m\\n\"; exit 3"
        let result = try await run(
            script,
            """
              - wait: "name?"
              - type: Ada
              - press: enter
              - wait: { text: "hello Ada", colour: { hello: "#cd0000" } }
              - expect: { cell: { column: 13, row: 1, text: A, colour: ground, background: text } }
              - snapshot: greeted
              - wait: { still: 0.1, exit: 3 }

            """)
        #expect(result.failure?.reason.description == nil)
        #expect(result.pictures.first?.screen.textLines.first == "name? hello Ada")
    }

    @Test func theEnvironmentTheSizeAndANewSizeAreThePrograms() async throws {
        let script = "trap \"stty size\" WINCH; echo $TERM $COLORTERM $WORD; stty size; while :; do sleep 0.05; done"
        let text = """
            title: T
            size: 40x6
            run: { command: [sh, -c, '\(script)'], environment: { WORD: given } }
            settings: { colours: 256 }
            steps:
              - wait: ["xterm-256color given", "6 40"]
              - resize: 50x10
              - wait: "10 50"
            """
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        #expect(result.failure?.reason.description == nil)
        #expect(result.screen.size == CellSize(columns: 50, rows: 10))
    }

    @Test func theMouseReachesWhoAsksForIt() async throws {
        let script =
            "printf \"\\033[?1000;1006hhere\"; stty raw -echo; dd bs=1 count=9 2>/dev/null | od -c | head -1; sleep 9"
        let result = try await run(
            script, "  - wait: here\n  - click: here\n  - wait: \"033   [   <   0   ;   3\"\n")
        #expect(result.failure?.reason.description == nil)
        let deaf = try await run("echo here; sleep 9", "  - wait: here\n  - click: here\n")
        #expect(deaf.failure?.reason == .mouseUnheard && deaf.failure?.step?.line == 6)
    }

    @Test func whatFailsNamesItsStepAtOnceIfTheProgramHasEnded() async throws {
        let result = try await run("echo bye", "  - wait: hello\n")
        #expect(result.failure?.reason == .notOnScreen("hello") && result.failure?.step?.line == 5)
        let edge = String(repeating: "─", count: 40)
        #expect(result.report(.english).hasSuffix("\(edge)\nbye\n\(edge)"), "and no blank rows after it")
        #expect(result.realTime < .seconds(20), "and not after a minute")
        let late = try await run("echo bye", "  - wait: { exit: 0 }\n  - press: q\n")
        #expect(late.failure?.reason == .programEnded(0))
    }

    @Test func whatCannotBeStartedSaysWhy() async throws {
        let text = "title: T\nrun: no-such-program-here\nsteps: [{ press: q }]\n"
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        #expect(
            result.failure?.reason.description
                == "no-such-program-here could not be started: there is no such command.")
        let nowhere = "title: T\nrun: { command: [ls], folder: no-such-folder }\nsteps: [{ press: q }]\n"
        let lost = try await ScenarioRig.run(try Scenario.read(Array(nowhere.utf8), file: "t.yaml").get())
        #expect(
            lost.failure?.reason.description.hasPrefix(
                "ls could not be started: its folder ./no-such-folder cannot be entered") == true)
    }

    /// Neither the program nor what it has started outlives the scenario, on its terminal or in a session of its own.
    @Test(arguments: [
        "trap \"\" HUP TERM; (trap \"\" HUP; sleep 771 & echo $$ child $!; wait) & wait",
        "setsid sh -c \"echo \\$\\$ child \\$PPID; exec sleep 771\" & wait",
    ])
    func whatIsLeftBehindIsEnded(script: String) async throws {
        let result = try await run(script, "  - wait: child\n")
        #expect(result.failure?.reason.description == nil)
        let words = try #require(result.screen.textLines.first).split(separator: " ").compactMap { pid_t($0) }
        #expect(words.count == 2)
        for process in words {
            // Whoever inherits it may leave it unburied.
            let line = (try? OpenFile.reading("/proc/\(process)/stat").readAll(limit: 4096)) ?? []
            #expect(
                ProcessEntry(stat: String(decoding: line, as: UTF8.self))?.hasEnded ?? true, "\(process) lives")
        }
    }

    /// Which is what a terminal shows that the scenario is not shown in.
    @Test func aFloodIsReadAndGivenUpInTime() async throws {
        let result = try await run("yes", "  - wait: { text: never, within: 1 }\n")
        #expect(result.failure?.reason.description == "After 1 s: \"never\" is not on the screen.")
        let moving = try await run("yes | nl", "  - wait: { still: 1, within: 2 }\n")
        #expect(moving.failure?.reason.description == "After 2 s: The screen keeps changing.")
    }

    /// A terminal that is told to send a signal drops what has not been read.
    @Test(arguments: [
        "  - type: Ann\n  - press: enter\n  - press: ctrl-c\n", "  - type: Ann\n  - press: [enter, ctrl-c]\n",
        "  - type: Ann\n  - press: enter\n  - signal: INT\n",
    ]) func aSignalComesAfterTheKeysBeforeIt(steps: String) async throws {
        let script = "trap \"echo over\" INT; echo ready; sleep 0.1; read x; echo \"got $x\"; read y"
        let wait = "  - wait: { text: over, within: 5 }\n  - expect: { text: got Ann }\n"
        let result = try await run(script, "  - wait: ready\n" + steps + wait)
        #expect(result.failure?.reason.description == nil)
        let lines = result.screen.textLines
        let (read, over) = (lines.firstIndex { $0.hasSuffix("got Ann") }, lines.firstIndex { $0.hasSuffix("over") })
        #expect(try #require(read) < #require(over), "\(lines)")
    }

    @Test func whatShouldNotBeThereIsNamedWithItsPlace() async throws {
        let result = try await run(
            "printf \"\\n茶 Setup\"; read x", "  - wait: Setup\n  - wait: { notext: Setup, within: 0.1 }\n")
        #expect(
            result.failure?.reason.description == "After 0.1 s: \"Setup\" is on the screen, in column 4 of row 2.")
    }

    /// An impatient Ctrl-C is recorded as one step of two.
    @Test func whatIsLeftOfAStepWhoseFirstKeyEndedTheProgramIsNotSent() async throws {
        let steps = "  - wait: ready\n  - press: [ctrl-c, ctrl-c]\n  - wait: { exit: 3 }\n"
        let result = try await run("trap \"exit 3\" INT; echo ready; while :; do sleep 0.02; done", steps)
        #expect(result.failure?.reason.description == nil)
    }

    /// What the first of two parted keys makes the program write counts as well.
    @Test func theBudgetOfAStepIsThatOfAllItsKeys() async throws {
        let steps = "  - wait: ready\n  - { press: [enter, ctrl-c], budget: { bytes: 40 } }\n"
        let result = try await run(
            "trap \"echo over\" INT; echo ready; read x; seq 1 40; read y", steps + "  - wait: over\n")
        #expect(
            result.failure?.reason.description.contains("40") == true, "\(result.failure?.reason.description ?? "")")
    }

    @Test func aProgramThatNeverReadsGetsItsSignalAllTheSame() async throws {
        let script = "trap \"echo over; exit 3\" INT; echo ready; while :; do :; done"
        let steps =
            "  - wait: ready\n  - press: enter\n  - press: ctrl-c\n  - wait: { text: over, exit: 3, within: 5 }\n"
        let result = try await run(script, steps)
        #expect(result.failure?.reason.description == nil)
    }
}
