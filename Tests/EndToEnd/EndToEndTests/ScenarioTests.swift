import Glibc
import TestSupport
import Testing

/// Scenarios as people run them: in a terminal against a real server, slowed, and wrong ones.
@Suite(.serialized, .ownThreads) struct ScenarioTests {
    private static let stage = Result { try StageUnderTest() }
    static let shipped = Checkout.root + "/Assets/scenarios/"
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// One of each kind, on a real clock and real sockets; none that depends on tenths of a second.
    @Test(arguments: [
        ["banner/native", "banner/self-rendered", "banner/error-992", "banner/call-select", "banner/wrong-hidden"],
        [
            "banner/jump", "banner/click-dot", "banner/wrong-slow-plain", "banner/loop",
            "banner/call-select-open",
        ],
        ["root/launch-screen", "root/pending", "root/failed-refused", "root/cached", "root/home-calls", "root/inbox"],
        ["links/running", "links/absent", "links/after-leaving", "links/refused-path", "links/program"],
        [
            "shortcuts/flow", "shortcuts/browser", "look/home", "terminal/keys-home", "errors/10002-damaged",
            "errors/10003-refused",
        ],
    ])
    func aChoiceRunsInTheTerminal(names: [String]) throws {
        let session = try bench.foyer(["scenario", "run"] + names.map { Self.shipped + $0 + ".yaml" })
        let end = try session.waitForEnd()
        // More than the screen holds: which one failed, and where.
        let said = String(decoding: session.bytes.suffix(8_000), as: UTF8.self)
        #expect(end == .status(0), "\(said)")
        #expect(session.text.contains("\(names.count) passed, 0 failed"))
        #expect(session.settings == session.settingsAtStart && !session.terminal.isAlternateScreen)
    }

    /// The Swift runtime's complaints go there.
    @Test(arguments: ["flows", "shortcuts"])
    func withoutATerminalNothingIsSaidOnStandardError(folder: String) throws {
        let program = try bench.piped(["scenario", "run", "--headless", Self.shipped + folder])
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.errors, as: UTF8.self) == "")
    }

    @Test func slowedItCanBeWatched() throws {
        let session = try bench.foyer(["scenario", "run", "--slow", "0.5", Self.shipped + "links/running.yaml"])
        for text in ["City Bikes", "You are about to enter", "Before anybody is up"] {
            try session.wait(forText: text)
            session.run(for: .milliseconds(200))
            #expect(session.text.contains(text), "it stands long enough to be read")
        }
        #expect(try session.waitForEnd() == .status(0))
        #expect(!String(decoding: session.bytes, as: UTF8.self).contains("0 of 1 done"), "the flow has the screen")
    }

    @Test func whatFailsIsShownWithItsStepAndTheScreen() throws {
        let file = try write(
            "failing.yaml",
            "title: T\nbanner: single\nsteps:\n  - wait: { banner: ok }\n  - bind: { view: a, item: 0 }\n")
        let session = try bench.foyer(["scenario", "run", file], columns: 160, rows: 50)
        #expect(try session.waitForEnd() == .status(1))
        #expect(session.text.contains("failing.yaml:5: bind view a, item 0"))
        #expect(session.text.contains("the flow needs a banner with views"))
    }

    @Test func wrongFilesAreNamedWithLineAndColumn() throws {
        let file = try write(
            "wrong.yaml",
            """
            title: T
            banner: home
            stage: { campaign: { home: pear } }
            steps:
              - opne: foyer://page/view1
              - tap: 9
            """)
        let check = try bench.piped(["scenario", "check", file])
        #expect(try check.waitForEnd() == .status(65))
        let said = String(decoding: check.errors, as: UTF8.self).split(separator: "\n")
        #expect(
            said.map { $0.replacing(file, with: "F") } == [
                "F:3:28: home is \"pear\"; expected broken, down, empty, home, pair, single, slow, thirty, "
                    + "web, always, blind, evening, future, past, today, unhurried or words; did you mean \"pair\"?",
                "F:5:5: A step knows no \"opne\"; did you mean \"open\"?",
                "F:6:10: tap is \"9\"; expected a whole number from 1 to 5.",
            ])
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = bench.household.path + "/" + name
        TestFile.write(text, to: path)
        return path
    }
}
