import FoyerCore
import Glibc
import TestSupport
import Testing

/// `foyer popup` on a real terminal: what becomes of a chosen button, and how it ends.
@Suite(.serialized, .ownThreads) struct PopupTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let folder = TemporaryFolder()

    init() throws { bench = try Bench(Self.stage) }

    private func popup(_ options: [String] = [], environment: [String: String?] = [:]) throws -> TerminalSession {
        try bench.foyer(["popup", "always", "--server", bench.stage.url] + options, environment: environment)
    }

    /// Beyond the moments in which keys are ignored.
    private func shown(_ options: [String] = [], environment: [String: String?] = [:]) throws -> TerminalSession {
        let session = try popup(options, environment: environment)
        try session.wait(forText: "On the web")
        session.run(for: .milliseconds(400))
        return session
    }

    @Test func theProgramOfAButtonIsOpened() throws {
        let session = try shown()
        session.send(.enter)
        try session.wait(forText: pageText)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        // For the shell's history.
        #expect(session.text.contains("Opened foyer://"))
    }

    /// There is no desktop here: the address is said, so that it can be opened by hand.
    @Test func aWebAddressIsSaid() throws {
        let session = try shown(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "BROWSER": nil])
        session.send(.tab, .enter)
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("https://example.com/market"))
    }

    @Test func whoLeavesBeforeTheCardComesIsTold() throws {
        try bench.stage.fail("popup", #""kind":"hang""#)
        let session = try popup()
        try session.wait(forText: "Asking for the pop-up")
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    @Test func aPictureThatIsLateIsFetchedForTheNextStart() throws {
        try bench.stage.fail("picture", #""kind":"delay","seconds":4"#, times: 1)
        let session = try popup()
        try session.wait(forText: "fetched for next time")
        #expect(try session.waitForEnd() == .status(5))
        try bench.stage.fail("picture", #""kind":"hang""#)
        let again = try shown()
        again.send("q")
        #expect(try again.waitForEnd() == .status(0))
    }

    @Test func whatAnotherCollectorShouldHaveIsNotSentToThePlatform() throws {
        try bench.household.allowEvents()
        // Nobody listens there: the events of both runs wait.
        let listener = try LoopbackListener()
        let config = bench.household.path + "/config"
        for path in [config, config + "/foyer"] { mkdir(path, 0o700) }
        TestFile.write(
            "events:\n  url: http://127.0.0.1:\(listener.port)/collect\n", to: config + "/foyer/config.yaml")
        for command in ["banner home", "popup always"] {
            let words = command.split(separator: " ").map(String.init)
            let program = try bench.piped(words + ["--server", bench.stage.url, "--json"])
            #expect(try program.waitForEnd() == .status(0))
        }
        #expect(try bench.stage.events().isEmpty)
        #expect(listener.hasCaller)
    }

    @Test func theRunIsRecordedAndTraced() throws {
        let session = try shown([
            "--trace", folder.path + "/trace.json", "--record", folder.path + "/popup.cast",
        ])
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let trace = try TraceFile(try #require(folder.read("trace.json")))
        #expect(trace.moments.map(\.name) == ["began", "shown", "closed"])
        let cast = String(decoding: try #require(folder.read("popup.cast")), as: UTF8.self).split(separator: "\n")
        #expect(cast.count > 3 && cast.contains { $0.contains("\"m\"") && $0.contains("shown") })
    }
}
