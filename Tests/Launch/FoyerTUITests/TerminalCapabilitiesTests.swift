import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct TerminalCapabilitiesTests {
    private func capabilities(_ environment: [String: String], colors: Int = 256) -> TerminalCapabilities {
        TerminalCapabilities(environment: TerminalEnvironment(environment), colors: colors, unicode: true)
    }

    @Test(arguments: [
        (-1, CellColor.Depth.mono), (0, .mono), (7, .mono), (8, .ansi8), (16, .ansi16), (88, .ansi16),
        (256, .indexed256),
        (32_768, .indexed256), (0x100_0000, .direct),
    ])
    func depthIsWhatTerminfoCounts(colors: Int, depth: CellColor.Depth) {
        #expect(capabilities(["TERM": "any"], colors: colors).depth == depth)
        #expect(capabilities(["TERM": "any", "NO_COLOR": "1"], colors: colors).depth == .mono)
        #expect(capabilities(["TERM": "any", "NO_COLOR": ""], colors: colors).depth == depth)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var environment: [String: String]
        var synchronized = false
        var taskbar = false
        var links = false
        var testDescription: String { environment.sorted { $0.key < $1.key }.description }
    }

    @Test(arguments: [
        Row(environment: ["TERM": "xterm-256color"]),
        Row(environment: ["TERM": "linux"]),
        Row(environment: ["TERM": "vt100"]),
        Row(environment: ["TERM": "xterm-kitty"], synchronized: true, links: true),
        Row(environment: ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], synchronized: true, links: true),
        Row(environment: ["TERM": "alacritty"], synchronized: true, links: true),
        Row(environment: ["TERM": "foot-extra"], synchronized: true, links: true),
        Row(environment: ["TERM": "xterm-256color", "WT_SESSION": "{}"], taskbar: true, links: true),
        Row(environment: ["TERM": "xterm-256color", "ConEmuANSI": "ON"], taskbar: true),
        Row(environment: ["TERM": "xterm-256color", "ConEmuANSI": "OFF"]),
        Row(environment: ["TERM": "xterm-256color", "VTE_VERSION": "4900"]),
        Row(environment: ["TERM": "xterm-256color", "VTE_VERSION": "7003"], links: true),
        Row(environment: ["TERM": "xterm-256color", "VTE_VERSION": "8000"], taskbar: true, links: true),
        Row(environment: ["TERM": "xterm-256color", "KONSOLE_VERSION": "230800"], links: true),
        Row(environment: ["TERM": "xterm-256color", "KONSOLE_VERSION": "260400"], taskbar: true, links: true),
        Row(environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]),
        Row(environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], links: true),
        Row(
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.1"],
            synchronized: true, links: true),
        Row(
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.6"],
            synchronized: true, taskbar: true, links: true),
        Row(environment: ["TERM": "xterm-ghostty"], synchronized: true, links: true),
        Row(
            environment: ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"],
            synchronized: true, taskbar: true, links: true),
        // A multiplexer hides the terminal around it.
        Row(environment: ["TERM": "tmux-256color", "WT_SESSION": "{}", "TMUX": "/tmp/x,1,0"]),
        Row(environment: ["TERM": "screen.xterm-256color", "STY": "1.x", "VTE_VERSION": "8000"]),
        Row(
            environment: [
                "TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4", "TMUX": "x",
            ], links: true),
        Row(environment: ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"]),
        Row(
            environment: ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.7"],
            taskbar: true, links: true),
        Row(
            environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], synchronized: true, taskbar: true,
            links: true),
        // The name of a feature, and of others that begin with it.
        Row(environment: ["TERM": "xterm-256color", "TERM_FEATURES": "T3CwLrMSc7UUw9Ts3BFGsSyHNoSxFP"], taskbar: true),
        Row(environment: ["TERM": "xterm-256color", "TERM_FEATURES": "T3PxLrM2"]),
        Row(environment: ["TERM": "tmux-256color", "TMUX": "x", "TERM_FEATURES": "P"]),
    ])
    func onlyWhatATerminalUnderstandsIsSent(row: Row) {
        let found = capabilities(row.environment)
        #expect(found.synchronizedOutput == row.synchronized)
        #expect(found.taskbarProgress == row.taskbar)
        #expect(found.hyperlinks == row.links)
    }

    @Test(arguments: [
        ("kitty(0.46.2)", false, true), ("kitty(0.47.0)", true, true), ("Konsole 25.12.3", false, false),
        ("Konsole 26.04.0", true, false), ("tmux 3.6a", false, true), ("tmux 3.7", true, true),
        ("WezTerm 20240203-110809-5046fc22", true, false), ("XTerm(379)", false, true), ("foot(1.13.1)", false, true),
        ("contour 0.4.0", false, true), ("other 9.9", false, false),
    ]) func whoDrawsProgressAndKeepsTitlesSaysSo(name: String, taskbar: Bool, title: Bool) {
        var found = capabilities(["TERM": "xterm-256color"])
        #expect(!found.title)
        var answers = TerminalAnswers()
        answers.name = name
        found.learn(answers)
        #expect(found.taskbarProgress == taskbar && found.title == title)
    }

    @Test func aTitleIsOursOnlyWhereItIsPutBack() {
        #expect(capabilities(["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]).title)
        #expect(capabilities(["TERM": "tmux-256color", "TMUX": "x", "XTERM_VERSION": "XTerm(379)"]).title)
        #expect(!capabilities(["TERM": "screen", "STY": "x", "XTERM_VERSION": "XTerm(379)"]).title)
        #expect(!capabilities(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]).title)
        #expect(!capabilities(["TERM": "linux"]).title)
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], "foyer-256color"),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "foyer-direct"),
            (["TERM": "xterm-kitty", "COLORTERM": "24bit"], "foyer-direct"),
            (["TERM": "alacritty", "COLORTERM": "truecolor"], "foyer-direct"),
            (["TERM": "alacritty"], nil),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], "foyer-256color"),
            (["TERM": "tmux-256color", "TMUX": "x"], "foyer-tmux-256color"),
            (["TERM": "screen-256color", "TMUX": "x", "COLORTERM": "truecolor"], "foyer-tmux-direct"),
            (["TERM": "screen-256color", "STY": "x", "COLORTERM": "truecolor"], nil),
            (["TERM": "rxvt-unicode-256color", "COLORTERM": "truecolor"], nil),
            (["TERM": "vt100"], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func ownEntries(environment: [String: String], entry: String?) {
        #expect(TerminalCapabilities.ownEntry(for: TerminalEnvironment(environment)) == entry)
    }

    @Test func versionsCompareByNumber() {
        #expect(TerminalProgram.isVersion("3.10", atLeast: [3, 4]))
        #expect(TerminalProgram.isVersion("3.4a", atLeast: [3, 4]))
        #expect(TerminalProgram.isVersion("4", atLeast: [3, 6, 6]))
        #expect(!TerminalProgram.isVersion("3.6", atLeast: [3, 6, 6]))
        #expect(!TerminalProgram.isVersion("next", atLeast: [3]))
        #expect(!TerminalProgram.isVersion(nil, atLeast: [1]))
    }

    /// Most terminals know 0 as what their user has chosen; xterm takes it for a blinking block.
    @Test func theCursorsShapeIsPutBackAsTheTerminalHasIt() {
        func undo(_ environment: [String: String], _ learn: (inout TerminalAnswers) -> Void = { _ in }) -> String {
            var capabilities = self.capabilities(environment)
            var answers = TerminalAnswers()
            learn(&answers)
            capabilities.learn(answers)
            return String(decoding: capabilities.cursorUndo, as: UTF8.self)
        }
        let xterm = ["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"]
        #expect(undo(["TERM": "xterm-256color"]) == "\u{1B}[0 q")
        #expect(undo(xterm) == "\u{1B}[2 q")
        #expect(undo(["TERM": "xterm-256color"]) { $0.name = "XTerm(379)" } == "\u{1B}[2 q")
        #expect(undo(xterm) { ($0.name, $0.cursorShape) = ("XTerm(379)", 4) } == "\u{1B}[4 q")
        // Another terminal that was started in one.
        #expect(undo(xterm.merging(["TERM": "xterm-kitty"]) { $1 }) == "\u{1B}[0 q")
        #expect(undo(xterm) { ($0.name, $0.cursorShape) = ("foot(1.13.1)", 2) } == "\u{1B}[0 q")
    }
}

@Suite struct TerminalDecisionTests {
    private func decide(
        _ environment: [String: String], _ choices: DisplayChoices = .none(), isUTF8: Bool = true,
        types: [String: TerminalType] = TerminalDecisionTests.types
    ) -> TerminalDecision {
        .make(environment: TerminalEnvironment(environment), choices, isUTF8: isUTF8) { types[$0] }
    }

    static let types = [
        "xterm-256color": TerminalType(colors: 256, canAddressCursor: true, hasSize: true),
        "foyer-direct": TerminalType(colors: 0x100_0000, canAddressCursor: true, hasSize: true),
        "printer": TerminalType(colors: -1, canAddressCursor: false, hasSize: true),
    ]

    @Test func withoutAUsableTypeThereIsNoScreen() {
        #expect(decide([:]) == .none(.typeMissing))
        #expect(decide(["TERM": ""]) == .none(.typeMissing))
        #expect(decide(["TERM": "dumb"]) == .none(.typeDumb))
        #expect(decide(["TERM": "nonesuch"]) == .none(.typeUnknown("nonesuch")))
        #expect(decide(["TERM": "printer"]) == .none(.typeUnknown("printer")))
        // Ours stands in for a type, it does not make one known.
        #expect(decide(["TERM": "xterm-new", "COLORTERM": "truecolor"]) == .none(.typeUnknown("xterm-new")))
    }

    @Test func theOwnEntryIsTakenWhereItIsThere() throws {
        let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let plan = try #require(self.plan(decide(environment)))
        #expect(plan.type == "foyer-direct" && plan.isOwn && plan.capabilities.depth == .direct)

        var types = Self.types
        types["foyer-direct"] = nil
        let without = try #require(self.plan(decide(environment, types: types)))
        #expect(without.type == "xterm-256color" && !without.isOwn && without.capabilities.depth == .indexed256)
    }

    /// Between two starts the font may have been changed.
    @Test func theKernelsCellCountsMoreThanTheOneOfAnEarlierStart() throws {
        let environment = TerminalEnvironment(["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"])
        var known = TerminalAnswers()
        known.cell = TerminalAnswers.PixelSize(width: 11, height: 22)
        known.sixel = TerminalAnswers.SixelLimits(registers: 256)
        var choices = DisplayChoices.none()
        choices.known[try #require(environment.fingerprint)] = known
        func cell(_ measured: TerminalAnswers.PixelSize?) throws -> TerminalAnswers.PixelSize? {
            let decision = TerminalDecision.make(
                environment: environment, choices, isUTF8: true, cell: measured,
                describe: { Self.types[$0] })
            return try #require(plan(decision)).capabilities.pixels?.cell
        }
        let small = TerminalAnswers.PixelSize(width: 9, height: 19)
        #expect(try cell(small) == small)
        #expect(try cell(nil) == known.cell)
    }

    @Test func asciiIsTheLocalesOrTheUsersWish() {
        let environment = ["TERM": "xterm-256color"]
        #expect(plan(decide(environment))?.capabilities.unicode == true)
        #expect(plan(decide(environment, isUTF8: false))?.capabilities.unicode == false)
        #expect(plan(decide(environment, .none { $0.usesASCII = true }))?.capabilities.unicode == false)
    }

    @Test(arguments: [
        (CellColor.Depth.direct, "foyer-direct"), (.indexed256, "xterm-256color"), (.ansi16, "xterm-256color"),
        (.mono, "xterm-256color"),
    ])
    func theUsersColoursCountInPlaceOfTheTerminals(_ depth: CellColor.Depth, _ type: String) throws {
        for color in ["truecolor", nil] {
            var environment = ["TERM": "xterm-256color"]
            environment["COLORTERM"] = color
            let plan = try #require(self.plan(decide(environment, .none { $0.depth = depth })))
            #expect(plan.capabilities.depth == depth)
            #expect(plan.type == type)
        }
    }

    @Test func whatTheTerminalOrTheUserHasNotCannotBeWishedFor() throws {
        let wish = DisplayChoices.none { $0.depth = .direct }
        let quiet = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"]
        #expect(plan(decide(quiet, wish))?.capabilities.depth == .mono)
        let types = ["linux": TerminalType(colors: 8, canAddressCursor: true, hasSize: true)]
        #expect(plan(decide(["TERM": "linux"], wish, types: types))?.capabilities.depth == .ansi8)
    }

    @Test func theLocaleAsksByTheVariableThatCounts() {
        #expect(TerminalEnvironment(["LANG": "en_US.UTF-8"]).asksForUTF8)
        #expect(TerminalEnvironment(["LANG": "C", "LC_ALL": "C.utf8"]).asksForUTF8)
        #expect(!TerminalEnvironment(["LANG": "en_US.UTF-8", "LC_ALL": "C"]).asksForUTF8)
        #expect(!TerminalEnvironment(["LC_CTYPE": "de_DE@euro", "LANG": "de_DE.UTF-8"]).asksForUTF8)
        #expect(TerminalEnvironment(["LC_ALL": "", "LANG": "de_DE.UTF-8"]).asksForUTF8)
        #expect(!TerminalEnvironment([:]).asksForUTF8)
    }

    private func plan(_ decision: TerminalDecision) -> TerminalPlan? {
        if case .screen(let plan) = decision { plan } else { nil }
    }
}

extension DisplayChoices {
    /// The choices of a user who has chosen nothing else.
    static func none(_ change: (inout DisplayChoices) -> Void = { _ in }) -> DisplayChoices {
        var choices = DisplayChoices(environment: { _ in nil })
        change(&choices)
        return choices
    }
}
