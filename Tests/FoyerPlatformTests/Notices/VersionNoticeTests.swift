import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import FoyerTUI
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// Notices of a platform that a program is too old: when it is asked, and what is shown.
@Suite struct VersionNoticeTests {
    private let folder = TemporaryFolder()
    private var places: Places {
        let home = folder.path
        return Places { ["XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state"][$0] }
    }

    private static let config =
        #"{"minimum":{"version":"2.10","reason":"The old mailbox is gone.","link":"https://example.org/new"}}"#

    private func server(_ body: String = config, status: String = "200 OK") -> ScriptedServer {
        ScriptedServer(
            saying: "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    }

    private func check(
        _ server: ScriptedServer, _ version: String = "2.9.1", day: Int64 = 20_000, announcements: Bool = true,
        _ variables: [String: String] = [:]
    ) async -> VersionNotice? {
        let notices = VersionNotices(
            places: places, server: server.address(), version: version, announcements: announcements,
            transport: Network.transport(), timeLimit: .seconds(600), environment: { variables[$0] },
            wallClock: { LocalTime(seconds: day * 86_400 + 43_200) })
        return await notices.check()
    }

    @Test func thePlatformIsAskedOnceADayAndItsAnswerCountsUntilThen() async {
        let server = server()
        for _ in 0..<3 { #expect(await check(server)?.minimum.text == "2.10") }
        #expect(server.heads.count == 1)
        #expect(await check(server, day: 20_001) != nil)
        #expect(server.heads.count == 2)
        #expect(await check(server, "2.10") == nil)
        #expect(server.heads.count == 2)
    }

    /// Also where it does not answer: a program that is started a thousand times asks once.
    @Test func aPlatformThatFailsIsNotAskedAgainThatDay() async {
        let server = server("", status: "404 Not Found")
        for _ in 0..<3 { #expect(await check(server) == nil) }
        #expect(server.heads.count == 1)
    }

    @Test(arguments: [["CI": "1"], ["AI_AGENT": "1"], [:]])
    func whoIsNotToBeToldAsksNothing(_ variables: [String: String]) async {
        let server = server()
        #expect(await check(server, announcements: !variables.isEmpty, variables) == nil)
        #expect(server.heads.isEmpty)
        #expect(TestFile.names(in: places.state).isEmpty)
    }

    @Test func aVersionThatSemverDoesNotKnowAsksNothing() async {
        let server = server()
        #expect(await check(server, "nightly") == nil)
        #expect(server.heads.isEmpty)
    }

    // MARK: - What is shown

    private func notice(link: String = "https://example.org/new") throws -> VersionNotice {
        let minimum = try #require(
            MinimumVersion("2.10", reason: "The old mailbox\u{1B}[31m is gone.", link: link))
        return try #require(VersionNotice("2.9.1", minimum))
    }

    @Test func theLineSaysItAll() throws {
        let notice = try notice()
        #expect(
            Language.english.line(notice).string
                == "This version is too old. You have 2.9.1; 2.10 or later is needed. The old mailbox\u{FFFD}[31m is gone. "
                + "https://example.org/new")
        #expect(Language.simplifiedChinese.line(notice).string.hasPrefix("此版本过旧。当前版本为 2.9.1，需要 2.10 或更高版本。"))
        #expect(Language.traditionalChinese.line(notice).string.hasPrefix("此版本過舊。目前版本為 2.9.1，需要 2.10 或更新的版本。"))
    }

    @Test(arguments: [(80, 24), (20, 6), (200, 50)])
    func thePageSaysWhatIsWrongAndIsLeft(columns: Int, rows: Int) throws {
        let size = CellSize(columns: columns, rows: rows)
        let test = TestScreen(VersionNoticeScreen(try notice()), size: size)
        #expect(test.text.contains("2.9.1 < 2.10"), "\(test.text)")
        if size.rows >= 24 {
            for words in ["This version is too old", "is gone.", "2.10 or later is needed", "example.org/new"] {
                #expect(test.text.contains(words), "\(test.text)")
            }
        }
        test.press(.character("q"))
        #expect(test.isOver)
    }

    @Test func withoutALinkThereIsOneButton() throws {
        let test = TestScreen(VersionNoticeScreen(try notice(link: "")), size: CellSize(columns: 80, rows: 24))
        #expect(!test.text.contains("How to update") && test.text.contains("Close"), "\(test.text)")
        test.press(.enter)
        #expect(test.isOver)
    }
}
