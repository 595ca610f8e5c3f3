import FoyerSystem
import Glibc
import TestSupport
import Testing

/// Golden screens from the command line: written, compared, reviewed, agreed to.
@Suite(.serialized, .ownThreads) struct GoldenTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private var file: String { bench.household.path + "/say.yaml" }
    private var golden: String { bench.household.path + "/say.screens/word.30x4.txt" }

    /// A program that says the words in a colour, and its flow.
    private func write(_ words: String, color: Int = 32) {
        let home = bench.household.path
        TestFile.write("printf '\\033[\(color)m\(words)\\033[0m\\n'; read x\n", to: home + "/say.sh")
        TestFile.write(
            """
            title: It says it
            size: 30x4
            run: { command: [sh, say.sh], files: [say.sh] }
            steps:
              - wait: "\(words)"
              - golden: word

            """, to: file)
    }

    private func run(
        _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) throws -> (end: ProgramEnd, text: String) {
        let program = try bench.piped(
            ["scenario", "run", "--headless", file] + arguments, environment: environment)
        return (try program.waitForEnd(), program.lines.joined(separator: "\n"))
    }

    private var kept: String {
        String(decoding: (try? UserFile.read(golden, limit: 1 << 20)) ?? [], as: UTF8.self)
    }

    @Test func itIsWrittenWhereSomebodyLooksAlone() throws {
        write("one word")
        for (arguments, environment) in [(["--frozen"], [:]), ([], ["CI": "true"]), ([], ["CLAUDECODE": "1"])] {
            let (end, text) = try run(arguments, environment)
            #expect(end == .status(1) && text.contains("There is no golden screen"), "\(text)")
            #expect(kept.isEmpty)
        }
        let (end, text) = try run()
        #expect(end == .status(0) && text.contains("Golden screen written, look at it: \(golden)"), "\(text)")
        #expect(kept.contains("#00cd00 on default"), "\(kept)")
        let frozen = try run(["--frozen"])
        #expect(frozen.end == .status(0) && !frozen.text.contains("Golden"), "\(frozen.text)")
    }

    @Test func aFlowOfAProgramNeedsNoAssets() throws {
        write("one word")
        let (end, text) = try run([], ["FOYER_ASSETS": "/nowhere"])
        #expect(end == .status(0) && kept.contains("one word"), "\(text)")
        let shipped = try bench.piped(
            ["scenario", "run", "--headless", "--filter", "10009"], environment: ["FOYER_ASSETS": "/nowhere"])
        #expect(try shipped.waitForEnd() == .status(65))
        #expect(shipped.lines == [])
    }

    @Test func aChangedColourFailsUntilSomebodyAgrees() throws {
        write("one word")
        _ = try run()
        write("one word", color: 36)
        let (end, text) = try run()
        #expect(end == .status(1))
        #expect(
            text.contains("The cells in columns 1 to 8 of row 1 show \"one word\" #00cdcd, not \"one word\" #00cd00."),
            "\(text)")
        // Left, it stays; kept, it passes.
        var session = try bench.foyer(["scenario", "review", file])
        try session.wait(forText: "1 of 1")
        #expect(session.screen.contains { $0.hasPrefix("one word") && $0.hasSuffix("one word") }, "\(session.text)")
        session.send("n")
        #expect(try session.waitForEnd() == .status(1))
        #expect(session.text.contains("0 kept, 1 left.") && session.isAsFound)
        #expect(kept.contains("#00cd00"))
        session = try bench.foyer(["scenario", "review", file, "--accessible"])
        try session.wait(forText: "The cells in columns 1 to 8 of row 1 show \"one word\" #00cdcd")
        session.send("y")
        session.send(.enter)
        #expect(try session.waitForEnd() == .status(0), "\(session.text)")
        #expect(kept.contains("#00cdcd"))
        #expect(try run().end == .status(0))
        let review = try bench.piped(["scenario", "review", file, "--open"])
        #expect(try review.waitForEnd() == .status(0))
        #expect(review.lines == ["All golden screens are as they were agreed."])
    }

    @Test func updateKeepsAllAndAFileWithoutAStepIsListed() throws {
        write("one word")
        _ = try run()
        write("another one")
        let other = bench.household.path + "/say.screens/old.30x4.txt"
        TestFile.write(kept, to: other)
        let (end, text) = try run(["--update"])
        #expect(end == .status(0) && text.contains("Golden screen updated: \(golden)"), "\(text)")
        #expect(text.contains("No step names this golden screen: \(other)"), "\(text)")
        let again = try run(["--update"])
        #expect(again.end == .status(0) && !again.text.contains("updated"), "\(again.text)")
        let page = try bench.piped(["snapshot", "--diff", golden, other])
        #expect(try page.waitForEnd() == .status(1))
        #expect(page.lines.first?.hasPrefix(other + ": ") == true, "\(page.lines)")
        #expect(page.lines.first?.hasSuffix(" from \(golden).") == true, "\(page.lines)")
        let names = "say.screens/word.30x4.txt   …"
        #expect(page.lines.contains { $0.contains(names) && $0.hasSuffix("say.screens/old.30x4.txt") }, "\(page.lines)")
        let same = try bench.piped(["snapshot", "--diff", golden, golden])
        #expect(try same.waitForEnd() == .status(0) && same.lines == ["Both show the same."])
    }

    @Test func theDifferencesAreAPageAsWell() throws {
        write("one word")
        _ = try run()
        write("one word", color: 31)
        let review = try bench.piped(["scenario", "review", file, "--open"], environment: ["PATH": "/nowhere"])
        #expect(try review.waitForEnd() == .status(1))
        let path = try #require(review.lines.last?.split(separator: " ").last.map(String.init))
        let html = String(decoding: try UserFile.read(path, limit: 16 << 20), as: UTF8.self)
        #expect(html.contains("say.screens/word.30x4.txt"), "\(review.lines)")
        #expect(html.contains("class=\"expected\""), "\(review.lines)")
        #expect(kept.contains("#00cd00"), "a page agrees to nothing")
    }

    @Test func whatIsRecordedIsThereThoughFoyerIsKilled() throws {
        let home = bench.household.path
        let flow = home + "/mine.yaml"
        TestFile.write(
            "printf 'Tea? '; read x; stty -echo; printf 'Password: '; read y; echo; echo Your $x is ready; read z\n",
            to: home + "/tea.sh")
        let session = try bench.foyer(["scenario", "record", flow, "--", "sh", home + "/tea.sh"])
        try session.wait(forText: "Press Enter to begin.")
        session.send(.enter)
        try session.wait(forText: "Tea?")
        session.send("green")
        session.send(.enter)
        try session.wait(forText: "Password:")
        session.send("tea4two")
        session.send(.enter)
        try session.wait(forText: "Your green is ready")
        session.signal(SIGKILL)
        _ = try session.waitForEnd()
        let text = Self.text(flow)
        #expect(text.contains("type: \"green\"") && text.contains("type: \"•••••••\""), "\(text)")
        #expect(!text.contains("tea4two"))
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? UserFile.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
    }
}
