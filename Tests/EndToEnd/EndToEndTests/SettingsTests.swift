import Glibc
import TestSupport
import Testing

/// The demo's page of settings: choices take effect at once and in later runs.
@Suite(.serialized, .ownThreads) struct SettingsTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func home(
        _ options: [String] = [], _ environment: [String: String?] = [:], text: String = "City Bikes",
        columns: Int = 80, rows: Int = 24
    ) throws -> TerminalSession {
        let changes = ["FOYER_REDUCE_MOTION": String?.none].merging(environment) { $1 }
        let session = try bench.foyer(
            ["demo", "--server", bench.stage.url] + options, environment: changes, columns: columns, rows: rows)
        try session.wait(forText: text)
        return session
    }

    private func leave(_ session: TerminalSession) throws {
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func byKeyTheLanguageIsAnotherAtOnceAndFromThenOn() throws {
        let session = try home()
        session.send("o")
        try session.wait(forText: "● Automatic")
        session.send(.end, .up, .right, .right)
        try session.wait(forText: "动态效果")
        session.send("q")
        try session.wait(forText: "切换")
        try leave(session)
        #expect(settings() == "language: zh-Hans\n")
        let next = try home(text: "切换")
        try leave(next)
        let other = try home(["--language", "en"], text: "Tab Move")
        other.send("o")
        other.send(.end, .up, .left)
        try other.wait(forText: "overrides this for now")
        other.send("q")
        try other.wait(forText: "City Bikes")
        try leave(other)
        #expect(settings() == "language: zh-Hans\n")
    }

    /// Standard error is beneath the screen.
    @Test func aMistakeInTheFileIsSaidOnTheScreenAndWhyAChoiceIsNotKept() throws {
        try bench.household.writeSettings("language: en\nmotion: [full\ntheme: {\n")
        let session = try home(text: "This is not valid YAML", columns: 200)
        try session.waitUntilItRests()
        session.send("o")
        try session.wait(forText: "● Full")
        session.send(.down, .right)
        try session.wait(forText: "Not saved: line ")
        #expect(session.text.contains("lasts until you leave."))
        session.send("q")
        try session.wait(forText: "City Bikes")
        try leave(session)
    }

    /// A name leaves the choice beside it its room, and a column between.
    @Test func onANarrowScreenNamesAndChoicesStandApart() throws {
        for language in ["en", "zh-Hans"] {
            let name = language == "en" ? "Tea House" : "茶馆"
            let session = try home(["--language", language], text: name, columns: 20, rows: 6)
            session.send("o")
            try session.wait(for: "the settings") { $0.screen[0].contains(language == "en" ? "Settings" : "设置") }
            for row in session.screen[1...4] {
                let words = row.dropFirst(3).split(separator: " ").filter { $0 != "▐" }
                #expect(words.count == 2, "\(session.picture)")
            }
            session.send("q")
            session.send("qq")
            _ = try session.waitForEnd()
        }
    }

    @Test func byMouseTheColoursGoAndComeBack() throws {
        let session = try home([], ["COLORTERM": "truecolor", "FOYER_REDUCE_MOTION": "1"])
        try session.waitUntilItRests()
        try session.click("Settings")
        try session.wait(forText: "○ None")
        try click("○ None", session)
        try session.wait(forText: "● None")
        let mono = session.bytes.count
        try session.wait(for: "no colour") { !Self.hasColour($0) }
        try click("○ ASCII", session)
        try session.wait(forText: "* ASCII")
        try session.wait(for: "ASCII alone") { $0.text.utf8.allSatisfy { $0 < 0x80 } }
        try session.click("Language")
        try session.wait(forText: "ASCII has only English.")
        try click("o Unicode", session)
        try session.wait(forText: "● Unicode")
        try click("○ 256", session)
        try session.wait(for: "colours") { Self.hasColour($0) }
        #expect(String(decoding: session.bytes[mono...], as: UTF8.self).contains("38;5;"))
        session.send(.escape)
        try session.wait(forText: "City Bikes")
        try leave(session)
        #expect(settings() == "colors: 256\n")
    }

    @Test func withNoColorThereIsNothingToChoose() throws {
        let session = try home([], ["NO_COLOR": "1"])
        session.send("o")
        try session.wait(forText: "● None")
        try session.wait(forText: "overrides this for now")
        session.send(.left, .left)
        session.send("q")
        try session.wait(forText: "City Bikes")
        try leave(session)
        #expect(settings() == nil)
    }

    @Test func aSmallScreenShowsTheChoiceThatCounts() throws {
        let session = try home(text: "Tea Ho", columns: 20, rows: 6)
        session.send("o")
        try session.wait(forText: "Unicode")
        session.send(.down, .down, .down, .enter)
        try session.wait(forText: "Reduced")
        session.send("q")
        try session.wait(forText: "Tea Ho")
        try leave(session)
        #expect(settings() == "motion: reduced\n")
    }

    private static func hasColour(_ session: TerminalSession) -> Bool {
        for (row, line) in session.screen.enumerated() {
            for column in 0..<line.count where session.cell(column: column, row: row).background != .default {
                return true
            }
        }
        return false
    }

    /// What the file says.
    private func settings() -> String? { TestFile.text(bench.household.path + "/config/foyer/config.yaml") }

    private func click(_ text: String, _ session: TerminalSession) throws {
        try session.click(text)
    }
}
