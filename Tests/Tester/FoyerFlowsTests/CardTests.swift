import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows

/// The cards of the shipped checklist are true, sentence by sentence.
@Suite(.serialized) struct CardTests {
    /// Items whose sentences are not tied yet.
    private static let loose: Set<String> = []

    private static func assets() throws -> ScenarioAssets { try ScenarioRig.shippedAssets() }

    private static func text() throws -> String {
        String(decoding: try UserFile.read(try assets().checklist, limit: 1 << 20), as: UTF8.self)
    }

    @Test(arguments: Language.allCases) func everySentenceIsTied(language: Language) throws {
        let list = try Checklist.read(file: try Self.assets().checklist, in: language).get()
        #expect(Set(list.items.filter(\.checks.isEmpty).map(\.id)) == Self.loose)
        let tied = list.choosing { !Self.loose.contains($0) }
        let count = ChecklistPlay.count(tied)
        #expect(count.untied == 0 && count.played > 0)
        // What only a person can tell is the exception.
        #expect(count.byPerson <= 4 && count.partly <= 20, "\(count)")
    }

    /// At 80×24 a card has 71 columns for an instruction.
    @Test(arguments: Language.allCases) func `no command to be typed is broken over two lines`(
        language: Language
    ) throws {
        let list = try Checklist.read(file: try Self.assets().checklist, in: language).get()
        let commands = list.items.flatMap(\.instructions).compactMap { text in
            text.firstMatch(of: /((export|CI=|XDG_)[^\n]*)?foyer (open|run|banner|launch|shortcut) [ -~]*[a-z0-9]/)
                .map { (text, String($0.output.0)) }
        }
        #expect(commands.count > 9)
        for (text, command) in commands {
            let lines = SafeText.lines(of: text).flatMap { TextWrap.lines(TextWrap.styled($0, .text), width: 71) }
            let texts = lines.map { String(String.UnicodeScalarView($0.flatMap(\.glyph.scalars))) }
            #expect(texts.contains { $0.contains(command.prefix(40)) }, "\(texts)")
        }
    }

    @Test(arguments: Language.allCases) func whatTheCardsSayHappens(language: Language) async throws {
        let assets = try Self.assets()
        let list = try Checklist.read(file: assets.checklist, in: language).get()
        let results = await ChecklistPlay.run(list, on: assets, language: language, .virtual)
        #expect(results.count > 10)
        for result in results where !result.hasPassed { Issue.record("\(result.report(language))") }
    }

    // MARK: - False cards

    /// What the shipped list says, and what it says in its place, which is not so.
    struct Lie: Sendable, CustomStringConvertible {
        let item: String
        let sentence: String
        let truth: String
        let lie: String
        var language = Language.english
        var description: String { "\(item), \(sentence): \(lie)" }
    }

    static let lies = [
        Lie(
            item: "first-launch", sentence: "see 1",
            truth: "A cup in five minutes\" appear",
            lie: "A cup in six minutes\" appear"),
        Lie(
            item: "first-launch", sentence: "see 1", truth: "“A cup in five minutes”同时", lie: "“五分钟一杯”同时",
            language: .simplifiedChinese),
        Lie(
            item: "fade", sentence: "see 1", truth: "for: 1.4, at-most: 1.6 } }]\n      - see 1: { person",
            lie: "for: 2.4, at-most: 2.6 } }]\n      - see 1: { person"),
        Lie(item: "slow", sentence: "see 1", truth: "· 5.0 kB/s +", lie: "· 9.0 kB/s +"),
        Lie(item: "close-loading", sentence: "do 1", truth: "while \"Downloading\"", lie: "while \"Unpacking\""),
        Lie(
            item: "close-loading", sentence: "see 1",
            truth: "state: ended, outcome: closed",
            lie: "state: ended, outcome: failed 10009"),
        Lie(
            item: "1001", sentence: "see 1",
            truth: "Mini Program has been removed\", and",
            lie: "Mini Program was removed\", and"),
        Lie(
            item: "1001", sentence: "see 1", truth: "1001 和「小程式已移除」", lie: "1001 和「小程式已下架」",
            language: .traditionalChinese),
        Lie(
            item: "10009", sentence: "see 2",
            truth: "focus: { en: r  Reload, zh-Hans: r  重新加载, zh-Hant: r  重新載入 } }]\n      - do 2: [press: enter]",
            lie: "focus: { en: q  Close } }]\n      - do 2: [press: enter]"),
        Lie(item: "10010", sentence: "do 1", truth: "for: 4.8, at-most: 5.1", lie: "for: 2.8, at-most: 3.1"),
        Lie(item: "alert", sentence: "see 1", truth: "\"Error connecting!\", a", lie: "\"No connection!\", a"),
        Lie(item: "banner-pages", sentence: "see 1", truth: "for: 2.8, at-most: 3.5", lie: "for: 4.8, at-most: 5.5"),
        Lie(
            item: "-993", sentence: "see 1",
            truth: "\"There are no banner item!\", with",
            lie: "\"There is no such item!\", with"),
        Lie(
            item: "-991", sentence: "see 1", truth: "“绑定的不是横幅条目！”", lie: "“The item is not the kind!”",
            language: .simplifiedChinese),
        Lie(item: "inbox-after", sentence: "see 1", truth: "六點十分日出)$\"", lie: "六點十分日出) +●\""),
        Lie(item: "popup", sentence: "see 2", truth: "[show, close], text: City", lie: "[show], text: City"),
        Lie(
            item: "manners-announcements", sentence: "do 1", truth: "announcements: off }", lie: "announcements: on }"),
        Lie(
            item: "error-keys", sentence: "see 2",
            truth: "outcome: failed 10009 }]\n  - id: home",
            lie: "outcome: closed }]\n  - id: home"),
    ]

    @Test(arguments: lies) func aFalseCardIsFound(lie: Lie) async throws {
        let text = try Self.text()
        try #require(text.ranges(of: lie.truth).count == 1, "\(lie)")
        let assets = try Self.assets()
        let bytes = Array(text.replacing(lie.truth, with: lie.lie).utf8)
        let list = try Checklist.read(bytes, file: "lies.yaml", in: lie.language).get().choosing { $0 == lie.item }
        let result = try #require(await ChecklistPlay.run(list, on: assets, language: lie.language).first)
        #expect(result.failure?.step?.summary.hasPrefix("\(lie.item), \(lie.sentence): ") == true, "\(result)")
    }

    // MARK: - Wrong lists

    private func problems(_ checks: String...) -> [String] {
        let head = [
            "title: T", "items:", "  - { id: a, title: T, do: [D, E], see: ['A \"q\"', S], launch: a,", "    checks: [",
        ]
        let text = (head + checks + ["    ] }"]).joined(separator: "\n")
        return switch Checklist.read(Array(text.utf8), file: "t.yaml") {
        case .success: []
        case .failure(let problems): problems.lines(.english).map { String($0.string.dropFirst("t.yaml:".count)) }
        }
    }

    @Test func aListWithALooseSentenceIsWrong() {
        let good = "do 1: [press: q], do 2: [press: q], see 1: []".split(separator: ", ").map { "      { \($0) }," }
        #expect(problems(good[0], good[1], good[2], "{ see 2: [expect: x] }") == [])
        #expect(problems(good[0], good[1], good[2], "{ see 2: { person: It is felt. } }") == [])
        #expect(
            problems(good[0], good[1], good[2]) == [
                "4:13: Nothing checks the sentence see 2; if only a person can tell, say why: see 2: { person: REASON }"
            ])
        #expect(
            problems(good[0], good[1], good[2], "{ see 1: [expect: x], see 2: [expect: x] }").contains(
                "8:1: checks is a mapping; expected an entry for each sentence, such as - see 2: [{ wait: Tea }]."))
        #expect(
            problems(good[0], good[1], good[2], "{ see 2: [press: x] }")
                == ["8:1: The check of see 2 cannot fail: it expects nothing."])
        #expect(
            problems(good[0], good[1], good[2], "{ see 2: [expect: x] }, { see 3: [expect: x] }")
                == ["8:25: The item has no sentence see 3."])
        #expect(problems("{ look 1: [press: x] }").contains { $0.hasPrefix("5:3: ") })
        let unsaid = problems(good[0], good[1], good[2], "{ see 2: { person: \"\" } }")
        #expect(unsaid.contains { $0.hasPrefix("8:20: ") }, "\(unsaid)")
    }
}
