import Glibc
import Testing

/// A program that sees of Foyer what is public, and nothing else, does all that a host can do: with a published site, and
/// a collector.
@Suite(.ownThreads) struct OutsideHostTests {
    /// The one that `Scripts/test` builds as a package of its own; otherwise the target with the same sources.
    static let program =
        getenv("FOYER_OUTSIDE_HOST").map { String(cString: $0) } ?? Products.folder + "/OutsideHost"

    @Test func aHostOutsideThePackageDoesEverything() throws {
        let site = try PublishedSite()
        for (name, text) in Self.popups { try site.write(text, to: site.path + "/sources/popups/\(name).yaml") }
        let served = try PipedProgram(
            Products.foyer, ["publish", site.path + "/sources", "--serve"], environment: site.household.environment)
        try served.wait { $0.hasPrefix("Serving ") }
        let address = try #require(
            served.lines.last { $0.hasPrefix("Serving ") }?.split(separator: " ").dropFirst().first)
        let collector = try StageUnderTest()
        let household = try Household()
        var environment = household.environment
        environment["LANG"] = "C.UTF-8"
        environment["PATH"] = "/usr/bin:/bin"
        let host = try PipedProgram(
            Self.program, [String(address), collector.url, site.path + "/sources"], environment: environment)
        let end = try host.waitForEnd()
        let lines = host.lines
        #expect(end == .status(0), "\(lines.suffix(5)) \(String(decoding: host.errors.suffix(2_000), as: UTF8.self))")
        for expected in Self.expected { #expect(lines.contains(expected), "\(expected) is not in \(lines)") }
        #expect(try collector.wait(forEvents: 1).contains("load home"))
        kill(served.process, SIGTERM)
    }

    @Test func itsOwnExitTransitionIsDrawn() throws {
        let household = try Household()
        let session = try TerminalSession(Self.program, ["--exit"], environment: household.environment)
        try session.wait(forText: "Fetching mail")
        // The splash leaves from the top, and the first screen is beneath it.
        try session.wait(for: "the first screen") { $0.text.contains("Inbox") && !$0.text.contains("Fetching mail") }
        try session.waitUntilItRests()
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        let said = session.text.firstMatch(of: /exit: completed, drawn (\d+) times, from the splash to the root/)
        #expect(said.flatMap { Int($0.1) } ?? 0 >= 2, "\(session.text)")
    }

    /// Two that an event brings, the first of them once.
    private static let popups = [
        "receipt": "id: receipt\ntitle: Thank you\ntrigger: checkout\npriority: 2\nmost: { times: 1, days: 7 }\n"
            + "frequency: always\n",
        "thanks": "id: thanks\ntitle: Come again\ntrigger: checkout\nfrequency: once\n",
    ]

    /// One sentence at least of each row.
    private static let expected = [
        "configure: completed",
        "configure: The engine has started already; the configuration comes too late. Set it before run().",
        "configure: The engine's timeout must be more than zero.",
        "launch: com.example.hello 1.0.0",
        "launch: metadata done, icon done, package done, verify done, unzip done, resources done, ready done",
        "launch: 10001 The platform does not know com.example.nowhere (HTTP 404).",
        "launch: listed: Hello",
        "splash: 2.3 MB", "splash: 13 s left", "splash: 10009",
        "words: The mail could not be fetched (10003): The mail server hung up.",
        "words: 無法收取郵件 (10003): 郵件伺服器中斷了連線。",
        "exit: a wipe of 0.3 seconds, then none",
        #"config: Hello (default), 3.0 (default), true, ["warm","calm"], static"#,
        #"config: Welcome (remote), 3.0 (default), true, ["warm","calm"], static"#,
        "links: this program has no pages under the host folder", "links: message 7, then new",
        "instance: delivered /message/7",
        #"shortcuts: added ["Message 7"], then 0"#, "shortcuts: data:text/html;base64,",
        "touch: The analytics collector has not been started. Start it before the touch service.",
        "pictures: 30 × 5 cells", "pictures: no such file",
        "self-rendering: load home, impression home 0, click home 0, error nobody",
        "self-rendering: noKey -989, noItem -990, notAView -992, noSuchItem -993, noData -994, noData -994",
        "banner: loaded from server",
        "pop-ups: card shown", "pop-ups: card closed",
        "events: home  0, receipt checkout 2, thanks checkout 0", "events: checkout: receipt card shown",
        "events: checkout: thanks card shown", "events: checkout: receipt no card: seen",
        "events: nothing:  no card: none",
        "steps: the page was drawn and left",
        "moments: mail begins", "moments: tips: The mail server hung up.", "moments: end done", "moments: ready",
        "all rows done",
    ]
}
