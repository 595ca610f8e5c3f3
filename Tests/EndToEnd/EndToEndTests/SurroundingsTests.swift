import Glibc
import Testing

/// The surroundings that a launch can be in, and the row of the table that each must be decided by.
struct Surrounding: CustomTestStringConvertible, Sendable {
    let name: String
    var environment: [String: String] = [:]
    var options: [String] = []
    var isPiped = false
    /// As the doctor says it.
    let shown: String

    var testDescription: String { name }

    static let all: [Surrounding] = [
        Surrounding(name: "a person", shown: "the screen (row 7: somebody is looking)"),
        Surrounding(name: "a pipe", isPiped: true, shown: "lines (row 4: input is no terminal)"),
        Surrounding(name: "TERM=dumb", environment: ["TERM": "dumb"], shown: "lines (row 4: TERM is dumb)"),
        Surrounding(name: "TERM unset", environment: ["TERM": ""], shown: "lines (row 4: TERM is not set)"),
        Surrounding(
            name: "TERM unknown", environment: ["TERM": "vt0"],
            shown: "lines (row 4: this machine does not know TERM vt0)"),
        Surrounding(
            name: "a build service", environment: ["CI": "true"], shown: "lines for a log (row 5: CI is set)"),
        Surrounding(
            name: "a build service without CI", environment: ["TEAMCITY_VERSION": "2025.7"],
            shown: "lines for a log (row 5: TEAMCITY_VERSION is set)"),
        Surrounding(
            name: "an agent", environment: ["CLAUDECODE": "1"], shown: "lines for a log (row 6: CLAUDECODE is set)"),
        Surrounding(
            name: "any agent", environment: ["AI_AGENT": "x"], shown: "lines for a log (row 6: AI_AGENT is set)"),
        Surrounding(
            name: "a reader", environment: ["ACCESSIBLE": "1"],
            shown: "accessible lines (row 3: ACCESSIBLE is set)"),
        Surrounding(
            name: "lines wished", environment: ["FOYER_SCREEN": "plain"],
            shown: "lines (row 2: FOYER_SCREEN is set)"),
        Surrounding(
            name: "the screen wished for an agent", environment: ["AI_AGENT": "x"], options: ["--screen"],
            shown: "the screen (row 1: --screen)"),
    ]

    /// Those in which nobody looks at a screen.
    static var unattended: [Surrounding] { all.filter { !$0.shown.hasPrefix("the screen") } }
}

/// `doctor` and `--explain` say where a launch is shown, and which row held.
@Suite(.serialized, .ownThreads) struct SurroundingsTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func text(_ arguments: [String], in surrounding: Surrounding) throws -> String {
        if surrounding.isPiped {
            let program = try bench.piped(arguments, environment: surrounding.environment)
            _ = try program.waitForEnd()
            return String(decoding: program.output + program.errors, as: UTF8.self)
        }
        let session = try bench.foyer(arguments, environment: surrounding.environment, columns: 160, rows: 60)
        _ = try session.waitForEnd()
        return session.text
    }

    @Test(arguments: Surrounding.all) func theDoctorSaysWhichRowHeld(_ surrounding: Surrounding) throws {
        let text = try text(["doctor"] + surrounding.options, in: surrounding)
        let line = text.split(separator: "\n").first { $0.hasPrefix("shown on") }
        #expect(line?.dropFirst(8).drop { $0 == " " }.hasPrefix(surrounding.shown) == true, "\(text)")
    }

    @Test(arguments: Surrounding.all) func anExplanationSaysWhichRowHeld(_ surrounding: Surrounding) throws {
        let text = try text(["run", "--explain"] + surrounding.options + ["--", "true"], in: surrounding)
        // What a command reads is its own.
        let shown = surrounding.shown.replacing("input is no terminal", with: "output is no terminal")
        #expect(text.contains("Shown on \(shown)."), "\(text)")
    }

    @Test func aSettingDecidesToo() throws {
        try bench.household.writeSettings("screen: plain\n")
        let text = try text(["doctor"], in: Surrounding.all[0])
        #expect(text.contains("lines (row 2: the setting screen)"), "\(text)")
    }

    @Test(arguments: [("CI", "true"), ("CLAUDECODE", "1")])
    func whatNeedsAPersonNamesTheVariableItSaw(name: String, value: String) throws {
        for arguments in [["demo"], ["qa"]] {
            let session = try bench.foyer(arguments, environment: [name: value], columns: 160)
            #expect(try session.waitForEnd() == .status(69), "\(arguments)")
            #expect(session.text.contains(name) && session.text.contains("--screen"), "\(session.text)")
            #expect(session.isAsFound)
        }
        let shown = try bench.foyer(["demo", "--screen"], environment: [name: value])
        try shown.wait(forText: "Tea House")
        shown.send("qq")
        #expect(try shown.waitForEnd() == .status(0))
    }

    @Test func onlyOneWayOfShowingCanBeChosen() throws {
        let program = try bench.piped(["doctor", "--plain", "--screen"])
        #expect(try program.waitForEnd() == .status(64))
    }
}
