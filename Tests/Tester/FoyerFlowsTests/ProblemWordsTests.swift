import Foyer
import FoyerStage
import Glibc
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows
@testable import FoyerGolden
@testable import FoyerPlatform

/// Every mistake in a file and every failure of a scenario has words in every language.
@Suite struct ProblemWordsTests {
    /// Names and values in the samples; any other Latin word in a Chinese sentence has been left untranslated.
    private static let names = [
        "NAME", "80x24", "pages/menu", "http", "https", "completed", "closed", "failed CODE", "true", "false", "views",
        "bind", "id", "YAML", "#e8a33d", "#010203", "[npm, run, dev]", "KiB", "tea.png", "2026-11-22T00:00:00Z",
        "--frozen", "TERM", "{ column: 3, row: 4 }", "Foyer", "{ text: …, NAME: … }",
    ]
    private static let name = Phrase(asIs: "NAME")

    private static let reasons: [YAMLProblem.Reason] = [
        .syntax("NAME"), .syntax("NAME", .quotes), .syntax("NAME", .quotesFor("@")), .syntax("NAME", .blanks),
        .syntax("NAME", .indentation), .syntax("NAME", .secondQuote), .syntax("NAME", .oneQuote), .duplicateKey("NAME"),
        .tag("NAME"),
        .unknownAlias("NAME"), .secondDocument, .tooDeep,
        .tooManyValues, .tooLarge(4096), .isNot(name, .scalar("NAME"), expected: .aText, meant: "NAME"),
        .isNot(name, .scalar(""), expected: .aList), .isNot(name, .mapping, expected: .aScalar),
        .isNot(name, .sequence, expected: .aMapping(with: ["NAME", "NAME"])), .lacks(name, ["NAME"]),
        .lacks(name, ["NAME", "NAME"]), .unknownKey(name, "NAME", known: ["NAME"]),
        .unknownKey(name, "NAME", known: ["true", "false"]), .other(.emptyStep),
    ]

    /// A new case does not compile until it is here; then it belongs among the samples as well.
    private static func place(_ reason: YAMLProblem.Reason) -> Int {
        switch reason {
        case .syntax: 0
        case .duplicateKey: 1
        case .tag: 2
        case .unknownAlias: 3
        case .secondDocument: 4
        case .tooDeep: 5
        case .tooManyValues: 6
        case .tooLarge: 7
        case .isNot: 8
        case .lacks: 9
        case .unknownKey: 10
        case .other: 11
        }
    }

    private static let expectations: [Phrase] = [
        .trueOrFalse, .aText, .aName, .aScalar, .aWord, .webAddress, .aColor, .aMapping(with: []),
        .wholeNumber(1, to: 2),
        .secondsFrom("1", to: "2"), .anyOf(["NAME", "NAME"]), .wordsOfACommand, .regularExpression("why"), .aStep,
        .anItem,
        .columnsAndRows, .statusOrSignal, .aTextOrACell, .aColorOrARole(["NAME"]), .aPage, .oneLine, .aKeyName,
        .anOutcome, .anyKey(of: ["NAME", "NAME"]), .sitePath, .aTime,
        .aCall(.ofTheDelegate, ["NAME"]), .aCall(.ofAPopup, ["NAME"]),
        .aCall(.ofABanner, ["NAME"]), .aCall(.ofAHost, ["NAME"]),
    ]
    private static let subjects: [Phrase] = [
        .theScenario, .theChecklist, .theItem, .aStepOfIt, .aFault, .theSettings, .theSite, .theProgram, .theCampaign,
        .thePopup, .theConfig, .key(of: name),
    ]
    private static let others: [Phrase] = [
        .standsBeside("NAME", "NAME"), .areTwoSteps("NAME", "NAME"), .belongsWithin("NAME", "NAME"),
        .namesNothing(name, ["NAME"]), .nothingToBindTo, .idOfAnother("NAME"),
        .emptyStep,
        .onlyOne(of: ["NAME", "NAME"]), .tooMany("NAME", 3, limit: 2), .noConfig(.tooLarge), .noConfig(.tooManyValues),
        .noConfig(.nameLength), .noConfig(.nameTwice("NAME")), .noConfig(.notAnObject("a list")),
        .noStep("NAME", in: "NAME", steps: 3), .tooLong(name, 3, limit: 2), .nameIsTaken("NAME"),
        .isTooLarge(limit: 4096), .leadsToNoPage("NAME", of: "NAME"), .leadsToWithdrawn("NAME", "NAME"),
        .fileNotRead("NAME", meant: "NAME"), .sharesID("NAME", "NAME"), .pictureOutside, .pageIsEmpty, .isOver,
        .hidesCharacters, .pageNotListed, .copyIsPacked,
    ]

    private static let failures: [StepFailure] =
        [
            .stayed(.noBanner, seconds: "2.5"), .notOnScreen("NAME"), .onScreen("NAME"),
            .onScreen("NAME", at: CellPosition(column: 4, row: 2)), .screenDiffers(row: 3),
            .notInOneLine("NAME"), .color(of: "NAME", is: "#010203", not: "#e8a33d"), .bannerMoves(true),
            .requests(of: "NAME", 1, wanted: 2), .bannerMoves(false), .noBanner, .noRoot, .noGuide, .notInGuide("NAME"),
            .nothingToBindTo, .noNotifications, .deadLink("NAME"), .calledAfterEnd("NAME"),
            .progressWent(from: 0.5, to: 0.4), .terminalGone, .noMemory, .nothingComes, .endless,
            .slow, .programEnded(3), .mouseUnheard, .screenMoves,
            .cell(column: 1, row: 2, shows: "NAME", not: "NAME"),
            .noCell(column: 1, row: 2, on: CellSize(columns: 80, rows: 24)), .focusUnheard, .noMatch("NAME"),
            .mode("NAME", isOn: true), .mode("NAME", isOn: false), .file("NAME", isThere: true),
            .file("NAME", isThere: false), .fileText("NAME", "NAME"), .timedOut(seconds: "3"), .interrupted,
            .timedOut(seconds: "3", before: .noBanner),
            .goldenMissing("NAME"), .goldenFlawed("NAME", .init(line: 3, reason: .version)),
            .goldenFlawed("NAME", .init(line: 3, reason: .missing("NAME"))),
            .goldenFlawed("NAME", .init(line: 3, reason: .tooLong)), .goldenUnread("NAME", code: EACCES),
            .goldenFlawed("NAME", .init(line: 3, reason: .unknown("NAME"))),
            .neverSeen("NAME"), .onceSeen("NAME"), .wasSeen("NAME", seconds: 1.5), .apart(["NAME"]), .moved("NAME"),
            .shrank("NAME"), .isLifeless("NAME"), .noOtherTerminal,
        ]
        + difference.map { .goldenDiffers("NAME", $0) }
        + [StepBudget(bytes: 1), StepBudget(frames: 1), StepBudget(seconds: .seconds(1))].compactMap {
            $0.excess(OutputCount(bytes: 2, bursts: 2), took: .seconds(2))
        }
        + StepFailure.Subject.allCases.flatMap { subject -> [StepFailure] in
            [.isNot(subject, nil, wanted: "NAME"), .isNot(subject, "NAME", wanted: "NAME")]
        }
        + StepFailure.Calls.allCases.flatMap { calls -> [StepFailure] in [.were(calls, []), .were(calls, ["NAME"])] }

    private static var difference: [GoldenDifference] {
        var other = GoldenScreen(size: CellSize(columns: 1, rows: 1))
        other[0, 0].glyph = Glyph("x")
        return [GoldenDifference(from: GoldenScreen(size: other.size), to: other)].compactMap { $0 }
    }

    /// As above.
    private static func place(_ failure: StepFailure) -> Int {
        switch failure {
        case .stayed: 0
        case .notOnScreen: 1
        case .notInOneLine: 2
        case .isNot: 3
        case .terminalGone: 4
        case .programEnded: 5
        case .timedOut: 6
        case .interrupted: 7
        case .goldenMissing: 8
        case .goldenDiffers: 9
        case .goldenFlawed: 10
        case .goldenUnread: 11
        case .other: 12
        }
    }

    private static let all: [Phrase] =
        reasons.map { YAMLProblem(reason: $0, mark: YAMLMark(line: 1, column: 1)).phrase }
        + expectations.map { .isNot(name, .quoted("NAME"), expected: $0, meant: nil) }
        + subjects.map { .lacks($0, ["NAME"]) } + others + failures.map(\.phrase)

    @Test func everyCaseIsAmongTheSamples() {
        #expect(Set(Self.reasons.map(Self.place)) == Set(0...11))
        #expect(Set(Self.failures.map(Self.place)) == Set(0...12))
    }

    @Test(arguments: [Language.simplifiedChinese, .traditionalChinese]) func nothingInChineseIsEnglish(
        _ language: Language
    ) {
        for phrase in Self.all {
            let said = language[phrase].string
            var rest = said
            for name in Self.names.sorted(by: { $0.count > $1.count }) { rest = rest.replacing(name, with: "") }
            #expect(!rest.contains { $0.isASCII && $0.isLetter }, "\(said)")
            #expect(said.unicodeScalars.contains { $0.value > 0x4E00 }, "\(said)")
        }
    }

    @Test func theTwoChineseDiffer() {
        let onlySimplified = Set("应为无该页图键项数这场骤险败签输调没屏横动启终断标设个")
        let onlyTraditional = Set("應為無該頁圖鍵項數這場驟險敗簽輸調沒螢橫動啟終斷標設個")
        for phrase in Self.all {
            #expect(
                !phrase.text(in: .traditionalChinese).contains {
                    onlySimplified.subtracting(onlyTraditional).contains($0)
                },
                "\(phrase.text(in: .traditionalChinese))")
            #expect(
                !phrase.text(in: .simplifiedChinese).contains {
                    onlyTraditional.subtracting(onlySimplified).contains($0)
                },
                "\(phrase.text(in: .simplifiedChinese))")
        }
    }

    /// What a user reads.
    @Test func aWrongFileIsReadInChinese() {
        let text = "title: T\nlunch: a\nsteps:\n  - advance: soon\n"
        guard case .failure(let found) = Scenario.read(Array(text.utf8), file: "t.yaml") else {
            Issue.record("it is wrong")
            return
        }
        #expect(
            found.lines(.simplifiedChinese).map(\.string) == [
                "t.yaml:1:1: 场景：缺少“launch”或“demo”或“banner”或“open”或“run”。",
                "t.yaml:2:1: 场景：没有名为“lunch”的键；是不是“launch”？",
                "t.yaml:4:14: advance：“soon”无效；应为 0 到 86400 之间的秒数。",
            ])
    }
}
