import FoyerCore
import Glibc
import TestSupport
import Testing

/// A tester at work: the shipped checklist by keys, a kill in the midst of it, and the report.
@Suite(.serialized, .ownThreads) struct QATests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private var runFolder: String { bench.household.path + "/state/foyer/qa/launch" }

    /// The shipped list's items.
    private static let total = 44

    @Test func allNineCodesAreJudgedWithAKillBetween() throws {
        var session = try bench.foyer(["qa"])
        var codes: [String] = []
        for number in 1...Self.total {
            try session.wait(forText: "\(number) of \(Self.total)")
            try session.wait(forText: "What to do")
            guard let code = code(session) else {
                session.send("v")
                try session.wait(forText: "What did you see?")
                session.send("s")
                continue
            }
            try validate(code, session)
            codes.append(code)
            guard codes.count == 5 else { continue }
            // The next card is there, so the verdict is on the disk.
            try session.wait(forText: "\(number + 1) of \(Self.total)")
            session.signal(SIGKILL)
            #expect(try session.waitForEnd() == .signal(SIGKILL))
            session = try bench.foyer(["qa"])
        }
        #expect(Set(codes) == Set(LaunchCode.allCases.map { "\($0.rawValue)" }))
        try session.wait(forText: "Every item has a verdict.")
        session.send("w")
        try session.wait(forText: "Report: ")
        session.send("q")
        try session.wait(forText: "What to do")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        // Curses scrolls with the terminal's one memory of a cursor, which this terminal shares between its screens: where
        // the cursor was, and that it was seen, is not to be had back here.
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
        let written = session.text.filter { $0 != "\n" }
        #expect(written.contains("9 passed, 0 failed, 0 blocked, \(Self.total - 9) skipped"))
        let html = try text(runFolder + "/report.html")
        for code in codes { #expect(html.contains("<code>failed \(code)</code>"), "\(code)") }
        let junit = try text(runFolder + "/junit.xml")
        #expect(junit.contains("tests=\"\(Self.total)\" failures=\"0\" errors=\"0\" skipped=\"\(Self.total - 9)\""))
        #expect(!bench.household.files.contains { $0.hasPrefix("state/foyer/qa/launch/flow") })
    }

    /// Every item's flow begins, shows something, and can be left, twice; the report has the screens of both times.
    @Test func everyItemIsDoneTwice() throws {
        let session = try bench.foyer(["qa"])
        for time in 1...2 {
            for number in 1...Self.total {
                try session.wait(forText: "\(number) of \(Self.total)")
                try session.wait(forText: "What to do")
                try sitThrough(session)
                try session.wait(forText: "What did you see?")
                session.send("n")
                try session.wait(forText: "↵ Keep")
                session.send("time \(time)")
                session.send(.enter)
                try session.wait(forText: "p Pass")
                session.send("p")
                if time == 2 || number == Self.total {
                    // All have a verdict.
                    try session.wait(forText: "Every item has a verdict.")
                    session.send("q")
                    try session.wait(forText: "What to do")
                    session.send(time == 1 ? .home : .right)
                }
            }
        }
        session.send("q")
        try session.wait(forText: "Writing the report…")
        #expect(try session.waitForEnd() == .status(0))
        let items = try text(runFolder + "/report.html").split(separator: "<details class=\"item\" id=\"item-")
            .dropFirst()
        #expect(items.count == Self.total)
        for item in items {
            let times = item.split(separator: "<details class=\"former\">")
            let name = item.prefix(2)
            #expect(times.count == 2, "\(name)")
            #expect(times[0].contains("time 2") && times[1].contains("time 1"), "\(name)")
            #expect(times.allSatisfy { $0.contains("class=\"frames\">") }, "\(name)")
        }
    }

    /// Starts the flow of the card and leaves it: Foyer's own with F2, a shell's with exit.
    private func sitThrough(_ session: TerminalSession) throws {
        let isShell = session.text.contains("Ctrl-] shows this card")
        session.send(.enter)
        guard isShell else {
            try session.wait(forText: "F2 Verdict")
            session.run(for: .milliseconds(500))
            return session.send(.function(2))
        }
        // What the shell before it left is there until the screen is cleared.
        try session.wait(for: "the shell's prompt") { $0.screen.first == "$" }
        session.send("exit")
        session.send(.enter)
        try session.wait(forText: "Press Enter for the verdict.")
        session.send(.enter)
    }

    /// The code that the card's item is about.
    private func code(_ session: TerminalSession) -> String? {
        session.screen.compactMap { line in
            let start = line.trimmingPrefix(while: \.isWhitespace).prefix { $0 != ":" }
            return Int(start).flatMap(LaunchCode.init(rawValue:)).map { "\($0.rawValue)" }
        }.first
    }

    private func validate(_ code: String, _ session: TerminalSession) throws {
        session.send(.enter)
        try session.wait(forText: "✕  \(code)")
        #expect(session.footer.contains("F2 Verdict"))
        session.send(.function(2))
        try session.wait(forText: "What did you see?")
        session.send("p")
    }

    @Test func aVerdictAndItsNoteOutliveAKill() throws {
        let list = try file("mine.yaml", Self.list)
        let session = try bench.foyer(["qa", list])
        try session.wait(forText: "Gone for good")
        session.send(.enter)
        try session.wait(forText: "✕  1001")
        session.send("q")
        try session.wait(forText: "What did you see?")
        session.send("f")
        try session.wait(forText: "↵ Keep")
        session.send("quite wrong, bp")
        session.send(.enter)
        try session.wait(forText: "2 of 2")
        session.signal(SIGKILL)
        #expect(try session.waitForEnd() == .signal(SIGKILL))
        let report = try bench.piped(["qa", "report", list, "--report", bench.household.path + "/out"])
        #expect(try report.waitForEnd() == .status(1))
        let html = try text(bench.household.path + "/out/report.html")
        #expect(html.contains("quite wrong, bp"))
        #expect(html.contains("✕"))
        let again = try bench.foyer(["qa", list])
        try again.wait(forText: "2 of 2")
        #expect(again.text.contains("✕ 1"))
    }

    /// Lines that are pasted into a note are the note; pasted where no text is written, they are nothing.
    @Test func pastedLinesAreNoCommands() throws {
        let list = try file("mine.yaml", Self.list)
        let session = try bench.foyer(["qa", list])
        try session.wait(forText: "1 of 2")
        session.paste("vp\rvs\rq\r")
        session.send("v")
        try session.wait(forText: "What did you see?")
        #expect(session.text.contains("1 of 2") && !session.text.contains("✓ 1"))
        session.paste("f\rp\rq")
        session.send("n")
        try session.wait(forText: "↵ Keep")
        session.paste("first line\rp\rs\rq")
        try session.wait(forText: "first line p s q")
        #expect(session.text.contains("1 of 2") && session.text.contains("↵ Keep"))
        session.send(.enter)
        try session.wait(forText: "p Pass")
        session.send("p")
        try session.wait(forText: "2 of 2")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.terminal.isPasteBracketed)
        let html = try text(
            bench.household.path + "/" + #require(bench.household.files.first { $0.hasSuffix("/report.html") }))
        #expect(html.contains("first line p s q"))
    }

    /// What was to be done can be read while it is done; its keys are not the program's.
    @Test func theCardIsReadOverTheProgram() throws {
        let session = try bench.foyer(["qa", try file("mine.yaml", Self.list)])
        try session.wait(forText: "Gone for good")
        session.send(.enter)
        try session.wait(forText: "F1 Card")
        try session.wait(forText: "✕  1001")
        session.send(.function(1))
        try session.wait(forText: "What should be seen")
        #expect(session.text.contains("What to do") && session.text.contains("Wait."))
        session.send("q")
        try session.wait(for: "the program alone") { !$0.text.contains("What to do") && $0.text.contains("✕  1001") }
        session.send(.function(1))
        try session.wait(forText: "What to do")
        session.send(.function(1))
        try session.wait(for: "the program alone") { !$0.text.contains("What to do") && $0.text.contains("✕  1001") }
        session.send(.function(1))
        try session.wait(forText: "What to do")
        session.send(.function(2))
        try session.wait(forText: "What did you see?")
    }

    /// The note comes first: neither the verdict nor the screens of the second time are lost, nor those of the first.
    @Test func anItemIsDoneAgainAndTheFormerTimeIsKept() throws {
        let list = try file("mine.yaml", Self.list)
        let session = try bench.foyer(["qa", list])
        try session.wait(forText: "1 of 2")
        session.send(.enter)
        try session.wait(forText: "✕  1001")
        for _ in 0..<3 { session.wheel(1, column: 10, row: 5) }
        session.send("q")
        try session.wait(forText: "What did you see?")
        session.send("p")
        try session.wait(forText: "2 of 2")
        session.send(.left)
        try session.wait(forText: "1 of 2")
        session.send(.enter)
        try session.wait(forText: "✕  1001")
        session.send("q")
        try session.wait(forText: "What did you see?")
        session.send("n")
        try session.wait(forText: "↵ Keep")
        session.send("second time")
        session.send(.enter)
        try session.wait(forText: "p Pass")
        #expect(session.text.contains("second time"), "it still waits for the verdict")
        session.signal(SIGKILL)
        #expect(try session.waitForEnd() == .signal(SIGKILL))
        let again = try bench.foyer(["qa", list])
        try again.wait(forText: "1 of 2")
        try again.wait(forText: "Earlier · passed")
        again.send("v")
        try again.wait(forText: "second time")
        again.send("f")
        try again.wait(forText: "↵ Keep")
        again.send(.enter)
        try again.wait(forText: "2 of 2")
        again.send("q")
        #expect(try again.waitForEnd() == .status(1))
        let folder = try #require(bench.household.files.first { $0.hasSuffix("/report.html") })
        let parts = try text(bench.household.path + "/" + folder).split(separator: "<details class=\"former\">")
        #expect(parts.count == 2 && parts.allSatisfy { $0.contains("class=\"frames\">") }, "each time has its screens")
        #expect(parts[0].contains("second time") && parts[1].contains("wheel down ×3"))
    }

    /// Only its own key ends a walk, wherever it is pressed.
    @Test func escapeNeverEndsTheWalk() throws {
        let session = try bench.foyer(["qa", try file("mine.yaml", Self.list)])
        try session.wait(forText: "1 of 2")
        let walk: [(SessionKey, then: String)] = [
            (.escape, "To leave, press q"), (.enter, "✕  1001"), (.escape, "What did you see?"),
            (.escape, "What to do"), (.escape, "To leave, press q"),
        ]
        for (key, text) in walk {
            session.send(key)
            try session.wait(forText: text)
        }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    /// Two testers' runs: what differs between them, and one page of both.
    @Test func runsAreComparedAndMerged() throws {
        let list = try file("mine.yaml", Self.list)
        let out = bench.household.path + "/out-"
        for (tester, verdict) in [("Ada", "p"), ("Bob", "f")] {
            let session = try bench.foyer(["qa", list, "--new", "--tester", tester, "--report", out + tester])
            try session.wait(forText: "1 of 2")
            session.send("v")
            try session.wait(forText: "What did you see?")
            session.send(verdict)
            if verdict == "f" {
                try session.wait(forText: "↵ Keep")
                session.send(.enter)
            }
            try session.wait(forText: "2 of 2")
            session.send("v")
            try session.wait(forText: "What did you see?")
            session.send("p")
            try session.wait(forText: "Every item has a verdict.")
            session.send("q")
            try session.wait(forText: "What to do")
            session.send("q")
            #expect(try session.waitForEnd() == .status(verdict == "f" ? 1 : 0))
        }
        let runs = [out + "Ada", out + "Bob/run.jsonl"]
        let compared = try bench.piped(["qa", "compare"] + runs + ["--list", list])
        #expect(try compared.waitForEnd() == .status(1))
        #expect(compared.lines.first == "passed → failed  gone: Gone for good", "\(compared.lines)")
        #expect(compared.lines.contains("tester: Ada → Bob") && compared.lines.contains("1 changed, 1 the same."))
        let back = try bench.piped(["qa", "compare"] + runs.reversed() + ["--list", list])
        #expect(try back.waitForEnd() == .status(0))
        let merged = try bench.piped(["qa", "merge"] + runs + ["--list", list, "--report", out + "all"])
        #expect(try merged.waitForEnd() == .status(1))
        #expect(merged.lines.first == "1 passed, 1 failed, 0 blocked, 0 skipped")
        let html = try text(out + "all/report.html")
        #expect(html.contains("<th scope=\"col\">Ada</th><th scope=\"col\">Bob</th>"))
        let twice = try bench.piped(
            ["qa", "merge", out + "Ada", out + "Ada/run.jsonl", "--list", list, "--report", out + "twice"])
        #expect(try twice.waitForEnd() == .status(0))
        #expect(String(decoding: twice.errors, as: UTF8.self).contains("is the same run as"))
        // Of the shipped list, they have no item.
        for command in [["compare"] + runs, ["merge"] + runs + ["--report", out + "none"]] {
            let other = try bench.piped(["qa"] + command)
            #expect(try other.waitForEnd() == .status(65))
            #expect(String(decoding: other.errors, as: UTF8.self).contains("Name its list with --list."))
        }
        for (name, why) in [(out + "none.jsonl", "No such file"), (list, "is no run of a checklist")] {
            let none = try bench.piped(["qa", "compare", name, out + "Ada", "--list", list])
            #expect(try none.waitForEnd() == .status(65))
            #expect(String(decoding: none.errors, as: UTF8.self).contains(why))
        }
    }

    /// The card says what such a platform cannot do; the tester can still try the item, or mark it blocked.
    @Test func aPlatformOfOnesOwnIsTried() throws {
        let list = try file(
            "own.yaml",
            """
            title: Own
            items:
              - { id: hang, title: Hangs, do: Wait., see: Nothing., launch: com.example.tea,
                  stage: { faults: [{ route: metadata, fault: hang }] } }
              - { id: gone, title: Gone, do: Wait., see: "1001", launch: com.example.gone }
            """)
        let session = try bench.foyer(["qa", list, "--server", bench.stage.url])
        try session.wait(forText: "does not misbehave on request")
        session.send(.enter)
        // It does not hang.
        try session.wait(forText: pageText)
        #expect(!session.text.contains("F4 Heal"))
        session.send(.function(2))
        try session.wait(forText: "What did you see?")
        session.send("b")
        try session.wait(forText: "↵ Keep")
        session.send(.enter)
        try session.wait(forText: "2 of 2")
        #expect(!session.text.contains("does not misbehave on request"))
        session.send(.enter)
        try session.wait(forText: "✕  1001")
        session.send("q")
        try session.wait(forText: "What did you see?")
        session.send("p")
        try session.wait(forText: "Every item has a verdict.")
        session.send("q")
        try session.wait(forText: "What to do")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let out = bench.household.path + "/own"
        let report = try bench.piped(["qa", "report", list, "--server", bench.stage.url, "--report", out])
        #expect(try report.waitForEnd() == .status(0))
        let html = try text(out + "/report.html")
        #expect(html.contains("does not misbehave on request") && html.contains("data-span"))
        #expect(html.contains(bench.stage.url))
    }

    /// The key of the settings, or of the command line, counts for such a platform, and not for the stage.
    @Test func aPlatformOfOnesOwnIsBelievedByItsKey() throws {
        let list = try file(
            "own.yaml", "title: Own\nitems: [{ id: tea, title: Tea, do: Wait., see: Tea., launch: com.example.tea }]\n")
        let folder = bench.household.path + "/config"
        for path in [folder, folder + "/foyer"] { mkdir(path, 0o700) }
        let stranger = "pyfAqTA4UMSq8APOFKPUmLQEzYXMBHzxzMxdvbnptvs="
        _ = try file("config/foyer/config.yaml", "public-key: \(stranger)\n")
        let server = ["--server", bench.stage.url]
        for (options, shown) in [
            (server, "✕  10003"), (server + ["--public-key", try bench.stage.publicKey], pageText),
            (["--public-key", stranger], "✕  10003"), ([], pageText),
        ] {
            let session = try bench.foyer(["qa", list, "--new"] + options)
            try session.wait(forText: "What to do")
            session.send(.enter)
            try session.wait(forText: shown)
            session.signal(SIGKILL)
            #expect(try session.waitForEnd() == .signal(SIGKILL))
        }
    }

    @Test func aDamagedRunIsSaidAndCanBePutAside() throws {
        let list = try file("mine.yaml", Self.list)
        let first = try bench.foyer(["qa", list])
        try first.wait(forText: "Gone for good")
        first.send("q")
        #expect(try first.waitForEnd() == .status(0))
        let run = try #require(bench.household.files.first { $0.hasSuffix("run.jsonl") })
        _ = try file(run, "this is no run\n")
        let second = try bench.foyer(["qa", list], columns: 200)
        #expect(try second.waitForEnd() == .status(65))
        #expect(second.text.contains("damaged in line 1"))
        #expect(second.isAsFound)
        let third = try bench.foyer(["qa", list, "--new"])
        try third.wait(forText: "Gone for good")
        third.send("q")
        #expect(try third.waitForEnd() == .status(0))
    }

    @Test func wrongListsAndNoTerminalAreSaid() throws {
        let wrong = try file("wrong.yaml", "title: T\nitems:\n  - { id: a, titel: T }\n")
        let check = try bench.piped(["qa", wrong])
        #expect(try check.waitForEnd() == .status(65))
        let without = try bench.piped(["qa"])
        #expect(try without.waitForEnd() == .status(69))
        let report = try bench.piped(["qa", "report"])
        #expect(try report.waitForEnd() == .status(65))
    }

    @Test func anotherSizeReachesCardsAndFlows() throws {
        let session = try bench.foyer(["qa"])
        try session.wait(forText: "What to do")
        for (columns, rows) in [(20, 6), (1, 1), (160, 45), (40, 8)] {
            session.resize(columns: columns, rows: rows)
            session.run(for: .milliseconds(50))
        }
        session.resize(columns: 100, rows: 30)
        try session.wait(for: "the card's keys at the bottom") { $0.screen[29].contains("Start") }
        session.send(.enter)
        try session.wait(forText: pageText)
        session.resize(columns: 60, rows: 20)
        try session.wait(for: "both lines") { $0.screen[19].contains("F2 Verdict") && $0.text.contains("q Close") }
        // A terminal moves its last line up by itself; before the page has its new width, a click there is one on the page.
        try session.wait(for: "the page's new width") { $0.screen.contains { $0.hasPrefix("  lit, and your table") } }
        try session.click("F2 Verdict")
        try session.wait(forText: "What did you see?")
    }

    // MARK: - The demo's panel

    @Test func thePanelBringsEveryCode() throws {
        let session = try bench.foyer(["demo", "--timeout", "4"])
        try session.wait(forText: "City Bikes")
        session.send("f")
        for code in LaunchCode.allCases {
            try session.wait(forText: "What may go wrong")
            session.send(String(Character(code.key)))
            try session.wait(forText: "✕  \(code.rawValue)")
            session.send("q")
        }
        try session.wait(forText: "What may go wrong")
        // The listener is closed, and control still has an ear.
        session.send("z")
        try session.wait(forText: "✕  10003")
        session.send("q")
        try session.wait(forText: "What may go wrong")
        session.send("0")
        try session.wait(forText: "The network is back to normal.")
        session.send("q")
        try session.wait(forText: "City Bikes")
        session.send(.home, .enter)
        try session.wait(forText: pageText)
    }

    // MARK: - Files

    private static let list = """
        title: Mine
        items:
          - { id: gone, title: Gone for good, do: Wait., see: "1001", launch: com.example.gone }
          - { id: tea, title: Tea, do: Wait., see: A page., launch: com.example.tea }
        """

    private func file(_ name: String, _ text: String) throws -> String {
        let path = bench.household.path + "/" + name
        TestFile.write(text, to: path)
        return path
    }

    private func text(_ path: String) throws -> String { try #require(TestFile.text(path), "\(path)") }
}
