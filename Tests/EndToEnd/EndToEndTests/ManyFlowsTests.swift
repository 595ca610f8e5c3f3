import Glibc
import TestSupport
import Testing

/// Many flows at once, as testers run them: in a pipe, in a build of GitHub's, on a terminal, and ended in the middle.
@Suite(.serialized, .ownThreads) struct ManyFlowsTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func flow(_ name: String, _ script: String, _ head: String = "") {
        TestFile.write(
            "title: \(name)\n\(head)run: [sh, -c, '\(script)']\nsteps:\n  - wait: { exit: 0 }\n",
            to: bench.household.path + "/\(name).yaml")
    }

    private func run(_ options: [String], environment: [String: String] = [:]) throws -> PipedProgram {
        try bench.piped(
            ["scenario", "run", "--headless", bench.household.path] + options, environment: environment)
    }

    private func statuses(_ program: PipedProgram) -> [String] {
        program.lines.compactMap { line in
            guard line.contains("\"event\":\"flow\""), let name = line.firstMatch(of: /"title":"([^"]*)"/),
                let status = line.firstMatch(of: /"status":"([^"]*)"/)
            else { return nil }
            return "\(name.1) \(status.1)"
        }.sorted()
    }

    @Test func eachFlowIsALineAndTheFiguresAreTheLast() throws {
        flow("a", "true")
        flow("b", "exit 3")
        let program = try run(["--json"])
        #expect(try program.waitForEnd() == .status(1))
        #expect(statuses(program) == ["a passed", "b failed"])
        #expect(
            program.lines.last?.hasPrefix(
                "{\"event\":\"result\",\"status\":\"failed\",\"flows\":2,\"passed\":1,\"failed\":1,\"flaky\":0,\"notRun\":0,"
            )
                == true)
        #expect(!program.output.contains(0x1B) && program.errors.isEmpty)
    }

    @Test func thoseOfTheLastRunThatDidNotPassArePlayedAlone() throws {
        flow("a", "true")
        flow("b", "test -e \(bench.household.path)/there")
        flow("c", "true", "tags: slow\n")
        #expect(try run([]).waitForEnd() == .status(1))
        TestFile.write("", to: bench.household.path + "/there")
        let again = try run(["--failed", "--json"])
        #expect(try again.waitForEnd() == .status(0))
        #expect(statuses(again) == ["b passed"])
        let none = try run(["--failed"])
        #expect(try none.waitForEnd() == .status(0))
        #expect(none.lines == ["None of these flows is to be played."])
        let tagged = try run(["--tag", "slow", "--json"])
        _ = try tagged.waitForEnd()
        #expect(statuses(tagged) == ["c passed"])
    }

    /// A build that has played nothing by mistake has not passed.
    @Test func aTagThatNoFlowHasIsAMistake() throws {
        flow("a", "true", "tags: slow\n")
        for choice in [["--tag", "slwo"], ["--filter", "nothing"]] {
            let program = try run(choice)
            #expect(try program.waitForEnd() == .status(65))
            #expect(String(decoding: program.errors, as: UTF8.self).contains("No flow has this text or tag"))
        }
        let junit = bench.household.path + "/none.xml"
        _ = try run(["--tag", "slwo", "--junit", junit]).waitForEnd()
        #expect(TestFile.text(junit)?.contains("<testsuites name=\"foyer scenarios\" tests=\"0\"") == true)
        // Of seven machines, six have nothing to do.
        #expect(try run(["--shard", "7/7"]).waitForEnd() == .status(0))
    }

    @Test func withoutALastRunAllArePlayed() throws {
        flow("a", "exit 3")
        let program = try run(["--failed"])
        #expect(try program.waitForEnd() == .status(1))
        #expect(program.lines.last?.hasPrefix("0 passed, 1 failed") == true)
        #expect(program.errors == Array("No run is known here, so all are played.\n".utf8))
    }

    /// Whoever reads the results alone learns of it, too.
    @Test func aMistakeIsInAllResults() throws {
        flow("a", "true")
        TestFile.write("title: b\nrun: a\nsteps:\n  - wiat: x\n", to: bench.household.path + "/b.yaml")
        let junit = bench.household.path + "/out.xml"
        let github = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": bench.household.path]
        let program = try run(["--json", "--junit", junit], environment: github)
        #expect(try program.waitForEnd() == .status(65))
        let file = bench.household.path + "/b.yaml"
        #expect(program.lines.count == 1)
        #expect(
            program.lines.first?.hasPrefix(
                "{\"event\":\"mistake\",\"file\":\"\(file)\",\"line\":4,\"column\":5,\"reason\":\"") == true)
        #expect(String(decoding: program.errors, as: UTF8.self).contains("::error file=b.yaml,line=4,col=5::"))
        let written = TestFile.text(junit) ?? ""
        #expect(written.contains("tests=\"1\" failures=\"1\"") && written.contains("b.yaml:4:5: "))
    }

    @Test func whatCannotBeWrittenIsSaidBeforeAnythingIsPlayed() throws {
        let mark = bench.household.path + "/mark"
        flow("a", "echo >\(mark)")
        let program = try run(["--junit", "/nonexistent/out.xml"])
        #expect(try program.waitForEnd() == .status(65))
        #expect(access(mark, F_OK) != 0)
    }

    @Test func howOftenAFlowFailedIsSaid() throws {
        flow("a", "exit 3")
        let program = try run(["--repeat", "3"])
        #expect(try program.waitForEnd() == .status(1))
        #expect(program.lines.suffix(2).first == "a: Failed in 3 of 3 plays.")
    }

    /// A build service would wait for ever.
    @Test func whoeverCannotTypeDoesNotWatch() throws {
        flow("a", "true")
        let program = try run(["--watch"])
        #expect(try program.waitForEnd() == .status(69))
        #expect(program.output.isEmpty)
    }

    /// As builds of one user are that have a checkout each.
    @Test func runsInTwoFoldersKeepTheirTracesAndTheirFailures() throws {
        let home = bench.household.path
        func run(in folder: String, _ options: String) throws -> PipedProgram {
            let line = "cd \"$1\" && exec \"$2\" scenario run --headless --json \(options) flows"
            return try bench.piped(["-c", line, "sh", folder, Products.foyer], of: "/bin/sh")
        }
        let folders = ["p1", "p2"].map { home + "/" + $0 }
        var traces: [String] = []
        for folder in folders {
            for path in [folder, folder + "/flows"] { #expect(mkdir(path, 0o700) == 0) }
            TestFile.write(
                "title: \(folder)\nrun: [sh, -c, 'exit 3']\nsteps:\n  - wait: { exit: 0 }\n",
                to: folder + "/flows/menu.yaml")
            let program = try run(in: folder, "")
            #expect(try program.waitForEnd() == .status(1))
            traces += program.lines.compactMap { $0.firstMatch(of: /"trace":"([^"]*)"/).map { String($0.1) } }
        }
        #expect(traces.count == 2 && Set(traces).count == 2, "\(traces)")
        for folder in folders {
            let again = try run(in: folder, "--failed")
            _ = try again.waitForEnd()
            #expect(statuses(again) == ["\(folder) failed"])
        }
    }

    /// As in many containers.
    @Test func whereNothingCanBeKeptItSaysSo() throws {
        flow("a", "true")
        let nowhere = ["HOME": "/nonexistent", "XDG_STATE_HOME": ""]
        let good = try run([], environment: nowhere)
        #expect(try good.waitForEnd() == .status(0) && good.errors.isEmpty)
        flow("b", "exit 3")
        let bad = try run([], environment: nowhere)
        #expect(try bad.waitForEnd() == .status(1))
        let errors = String(decoding: bad.errors, as: UTF8.self)
        let state = "/nonexistent/.local/state/foyer"
        #expect(errors.contains("--failed will not know what failed: \(state)/scenarios/failed cannot be written: "))
        let trace = "There is no trace of what failed (--trace names a folder for it): the folder \(state)/traces"
        #expect(errors.contains(trace), "\(errors)")
        #expect(!bad.lines.contains { $0.hasPrefix("Trace: ") })
    }

    @Test func aFlakyFlowFailsUnlessItMay() throws {
        let mark = bench.household.path + "/mark"
        flow("a", "test -e \(mark) || { echo >\(mark); exit 3; }")
        let strict = try run(["--retry", "1"])
        #expect(try strict.waitForEnd() == .status(1))
        #expect(strict.lines.contains("Flaky: it passed only at try 2."))
        #expect(strict.lines.last?.hasPrefix("0 passed, 1 flaky, 0 failed in ") == true)
        unlink(mark)
        #expect(try run(["--retry", "1", "--allow-flaky"]).waitForEnd() == .status(0))
    }

    /// Bytes for GitHub, on standard output and in the file of the summary.
    @Test func aBuildOfGitHubsGetsItsForms() throws {
        flow("b", "echo ::warning::mine; exit 3")
        let summary = bench.household.path + "/summary.md"
        TestFile.write("before\n", to: summary)
        let program = try run(
            [],
            environment: [
                "GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_WORKSPACE": bench.household.path,
                "GITHUB_STEP_SUMMARY": summary,
            ])
        #expect(try program.waitForEnd() == .status(1))
        let reason = "The exit status is 3, not 0."
        #expect(
            program.lines.contains {
                $0.hasPrefix("::error file=b.yaml,line=4,col=5,title=b::\(reason)")
            }, "\(program.lines)")
        // What the program has on its screen is no command of the build's.
        let fences = program.lines.indices.filter { program.lines[$0].hasPrefix("::stop-commands::") }
        let fence = try #require(fences.first)
        let token = program.lines[fence].dropFirst("::stop-commands::".count)
        let end = try #require(program.lines.firstIndex(of: "::\(token)::"))
        let shown = try #require(program.lines.firstIndex { $0.hasPrefix("::warning::") })
        #expect(fences.count == 1 && fence < shown && shown < end && token.count > 8)
        let written = TestFile.text(summary) ?? ""
        #expect(written.hasPrefix("before\n### Foyer: not all passed\n\n| passed |"))
        #expect(written.contains("| b | failed | b\\.yaml\\:4 | The exit status is 3, not 0\\."))
    }

    /// What is played ends, with whatever it has started; the rest is not run; all is reported.
    @Test func anInterruptLeavesNothingRunning() throws {
        flow("a", "true")
        for name in ["b", "c", "d"] { flow(name, "sleep 4141 & sleep 4141; wait") }
        let junit = bench.household.path + "/out.xml"
        let program = try run(["--jobs", "2", "--json", "--junit", junit])
        // Both places are taken by others, so the first has ended.
        try wait { Self.sleepers() >= 4 }
        kill(program.process, SIGINT)
        #expect(try program.waitForEnd() == .signal(SIGINT))
        #expect(statuses(program) == ["a passed", "b not-run", "c not-run", "d not-run"])
        #expect((TestFile.text(junit) ?? "").contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"3\""))
        try wait { Self.sleepers() == 0 }
    }

    /// The same where they are shown; the screen goes first.
    @Test(arguments: [SIGINT, SIGTERM])
    func whatIsShownIsEndedAndReportedToo(number: Int32) throws {
        flow("a", "true")
        for name in ["b", "c"] { flow(name, "sleep 4141 & sleep 4141; wait") }
        let junit = bench.household.path + "/out.xml"
        let session = try bench.foyer(["scenario", "run", "--junit", junit, bench.household.path])
        try wait {
            session.run(for: .milliseconds(20))
            return Self.sleepers() >= 2
        }
        if number == SIGINT { session.send("\u{3}") } else { session.signal(number) }
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.text.contains("1 passed, 0 failed, 2 not run in "))
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
        #expect((TestFile.text(junit) ?? "").contains("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""))
        try wait { Self.sleepers() == 0 }
    }

    @Test func aFlowOfOursThatIsShownIsEndedAndReported() throws {
        let file = ScenarioTests.shipped + "links/running.yaml"
        let session = try bench.foyer(["scenario", "run", "--slow", "60", file])
        try session.wait(forText: "City Bikes")
        session.send("\u{3}")
        #expect(try session.waitForEnd() == .signal(SIGINT))
        #expect(session.text.contains("0 passed, 0 failed, 1 not run in "))
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
    }

    /// Where nobody watches they need no terminal, and nobody has to say so.
    @Test func inAPipeTheyArePlayedUnseen() throws {
        flow("a", "true")
        let files = [bench.household.path, ScenarioTests.shipped + "links/running.yaml"]
        let program = try bench.piped(["scenario", "run"] + files)
        #expect(try program.waitForEnd() == .status(0))
        #expect(program.lines.last?.hasPrefix("2 passed, 0 failed in ") == true, "\(program.lines)")
        #expect(program.errors.isEmpty)
        let watched = try bench.piped(["scenario", "run", "--slow", "1", bench.household.path])
        #expect(try watched.waitForEnd() == .status(69))
        #expect(String(decoding: watched.errors, as: UTF8.self).contains("--headless needs none."))
    }

    @Test func onATerminalTheLastLineMovesAndGoes() throws {
        flow("slowest", "sleep 2.5")
        let session = try bench.foyer(["scenario", "run", "--jobs", "2", bench.household.path])
        try session.wait(forText: "0 of 1 done; slowest, 1 s: slowest")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("1 passed, 0 failed in "))
        #expect(!session.text.contains("of 1 done"))
    }

    /// The reason stands beside the screen; what is typed is heard. Each round has the screen for itself.
    @Test func whatIsSavedIsPlayedAgainAtOnce() throws {
        flow("a", "echo Tea House; exit 3")
        flow("b", "exit 4")
        let session = try bench.foyer(
            ["scenario", "run", "--watch", bench.household.path], columns: 160, rows: 50)
        try session.wait(forText: "Waiting for a file to be saved.")
        #expect(session.text.contains("0 passed, 2 failed"))
        #expect(!session.text.contains("Still failing"))
        #expect(session.text.firstMatch(of: /a\.yaml:4: wait exit 0 +│ Tea House/) != nil)
        flow("a", "true")
        let home = bench.household.path
        try session.wait(forText: "Still failing: \(home)/b.yaml")
        #expect(session.screen.first == "Playing \(home)/a.yaml", "\(session.text)")
        #expect(session.text.contains("1 passed, 0 failed") && !session.text.contains("Tea House"))
        TestFile.write("title: x\n", to: bench.household.path + "/a.yaml")
        try session.wait(forText: "The scenario lacks")
        session.send("q\n")
        #expect(try session.waitForEnd() == .status(0))
    }

    /// Whoever reads a log reads UTF-8.
    @Test func `a log is UTF-8 in any locale`() throws {
        flow("b", "echo 日本; exit 3")
        let program = try run([], environment: ["LANG": "C", "LC_ALL": "C"])
        #expect(try program.waitForEnd() == .status(1))
        #expect(program.lines.contains("日本") && program.lines.contains { $0.hasPrefix("───") })
    }

    /// Standard input stays open.
    @Test func `a driver whose reader has gone ends its program`() throws {
        let line =
            "cd \"$1\" && mkfifo in && { echo 'wait: ready' >in & } && \"$2\" scenario drive -- "
            + "sh -c 'echo ready; sleep 4141' <>in | head -1"
        let program = try bench.piped(["-c", line, "sh", bench.household.path, Products.foyer], of: "/bin/sh")
        _ = try program.waitForEnd()
        #expect(program.lines.first?.contains("ready") == true)
        try wait { Self.sleepers() == 0 }
    }

    @Test func sentencesHaveNoScreen() throws {
        flow("b", "echo words; exit 3")
        let program = try run(["--accessible"])
        #expect(try program.waitForEnd() == .status(1))
        let text = String(decoding: program.output, as: UTF8.self)
        #expect(text.hasPrefix("Playing 1 flow.\n") && text.contains("The exit status is 3, not 0."))
        #expect(!text.contains("─") && !program.output.contains(0x1B) && program.lines.allSatisfy { $0.count <= 78 })
    }

    private func wait(_ isSo: () -> Bool) throws {
        let deadline = ContinuousClock.now + TerminalSession.patience
        while !isSo() {
            guard ContinuousClock.now < deadline else { throw SessionFailure(description: "it never came true") }
            poll(nil, 0, 20)
        }
    }

    /// Processes of these tests; -1 if that cannot be asked.
    private static func sleepers() -> Int {
        // Headers of newer systems say that it may be nothing.
        guard let found = popen("pgrep -cf '^sleep 4141$'", "r") else { return -1 }
        defer { pclose(found) }
        var bytes = [CChar](repeating: 0, count: 16)
        guard fgets(&bytes, 16, found) != nil else { return -1 }
        return Int(String(decoding: bytes.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)) ?? -1
    }
}
