import FoyerPlatform
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// What the checker says about mistakes: the place, what is there, and what was expected.
@Suite struct ScenarioCheckTests {
    private func check(_ lines: String...) -> [String] {
        ScenarioRig.problems(lines.joined(separator: "\n") + "\n")
    }

    private func steps(_ step: String) -> [String] {
        check("title: T", "launch: a", "steps:", "  - \(step)")
    }

    @Test func aGoodFileHasNoProblems() {
        #expect(steps("wait: { state: ready, within: 3 }") == [])
    }

    @Test func `a flow whose name is not UTF-8 is named in one sentence`() throws {
        let folder = TestFolder()
        let name = Array(folder.path.utf8CString.dropLast()) + [0x2F, 0x74, CChar(bitPattern: 0xE9)]
        let file = open(name + Array(".yaml".utf8CString), O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0)
        close(file)
        let files = try ScenarioSuite.files([folder.path])
        #expect(files == [folder.path + "/t\u{FFFD}.yaml"])
        let failure = #expect(throws: LocalizedFailure.self) { try ScenarioSuite.read(files[0]) }
        #expect(failure?.description.contains("t\u{FFFD}.yaml is not UTF-8") == true, "\(failure?.description ?? "")")
    }

    @Test func anUnknownKeyNamesTheNearest() {
        #expect(
            check("title: T", "lunch: a", "steps: [{ press: q }]") == [
                "1:1: The scenario lacks \"launch\", \"demo\", \"banner\", \"open\" or \"run\".",
                "2:1: The scenario knows no \"lunch\"; did you mean \"launch\"?",
            ])
        #expect(steps("wiat: x") == ["4:5: A step knows no \"wiat\"; did you mean \"wait\"?"])
    }

    @Test func aWrongTypeNamesWhatIsThere() {
        #expect(steps("advance: soon") == ["4:14: advance is \"soon\"; expected a number of seconds from 0 to 86400."])
        #expect(
            check("title: T", "launch: a", "size: 80", "steps: [{ press: q }]")
                == ["3:7: size is \"80\"; expected columns and rows, as 80x24."])
        #expect(check("title: T", "launch: a", "steps: q") == ["3:8: steps is \"q\"; expected a list."])
    }

    @Test func aMissingValueIsNamed() {
        #expect(check("launch: a", "steps: [{ press: q }]") == ["1:1: The scenario lacks \"title\"."])
        #expect(check("title:", "launch: a", "steps: [{ press: q }]").first?.hasPrefix("1:") == true)
        #expect(
            check("title: T", "launch: { page: pages/x }", "steps: [{ press: q }]") == ["2:9: launch lacks \"app\"."])
    }

    @Test func aDuplicateKeyHasItsPlace() {
        #expect(
            check("launch: a", "title: b", "title: c", "steps: [{ press: q }]")
                == ["2:1: \"title\" appears twice; each key may appear once."])
    }

    @Test func aWrongKeyOfTheKeyboardNamesTheNearest() {
        #expect(steps("press: [enterr]") == ["4:13: press is \"enterr\"; expected a key; did you mean \"enter\"?"])
    }

    @Test func aCellOutsideTheScreenIsNamed() {
        let click = "click: { column: 90, row: 3 }"
        #expect(steps(click) == ["4:5: There is no column 90 of row 3 on a screen of 80x24."])
        #expect(
            steps("expect: { cell: [{ column: 80, row: 24, text: a }, { column: 1, row: 25, text: a }] }")
                == ["4:5: There is no column 1 of row 25 on a screen of 80x24."])
        #expect(steps("drag: { from: { column: 1, row: 1 }, to: { column: 81, row: 1 } }").count == 1)
        #expect(check("title: T", "launch: a", "size: 100x30", "steps: [{ \(click) }]") == [])
        #expect(
            check("title: T", "launch: a", "size: [100x30, 60x20]", "steps: [{ \(click) }]")
                == ["4:9: There is no column 90 of row 3 on a screen of 60x20."])
        #expect(check("title: T", "launch: a", "steps: [{ resize: 100x30 }, { \(click) }]") == [])
        #expect(check("title: T", "run: a", "size: 1x1", "steps: [{ wheel: up }]") == [])
    }

    /// A step that does nothing, and a condition that holds for everything, would pass.
    @Test func anEmptyListIsNamed() {
        #expect(steps("press: []") == ["4:12: press is empty; expected a text."])
        for condition in ["wait: []", "expect: { text: [] }", "expect: { notext: [] }"] {
            #expect(steps(condition).count == 1 && steps(condition)[0].contains("is empty"), "\(condition)")
        }
        #expect(steps("expect: { events: [] }").isEmpty, "that none has come is a condition")
    }

    @Test func wrongWordsOfConditionsAreNamed() {
        #expect(steps("expect: { state: loadin }").first?.contains("expected opening, loading") == true)
        #expect(steps("expect: { exit: 999 }").first?.contains("from 0 to 255") == true)
        #expect(steps("expect: { calls: [make] }").first?.contains("a call of the delegate") == true)
        #expect(steps("expect: { outcome: failed 7 }").first?.contains("expected completed, closed") == true)
        #expect(steps("wait: {}").count == 1)
    }

    @Test func aFaultIsJudgedByTheStagesOwnRules() {
        let head = ["title: T", "launch: a", "stage:", "  faults:"]
        func fault(_ text: String) -> [String] {
            ScenarioRig.problems((head + ["    - \(text)", "steps: [{ press: q }]"]).joined(separator: "\n"))
        }
        #expect(fault("{ route: package, fault: stall, at: 5 }") == [])
        #expect(fault("{ route: package, fault: stall }").first?.contains("lacks \"at\"") == true)
        #expect(fault("{ route: pakage, fault: hang }").count == 1)
        #expect(fault("{ route: package, fault: hang, att: 5 }").first?.contains("did you mean \"at\"") == true)
    }

    @Test func whatIsNoYAMLHasItsPlace() {
        #expect(check("title: [a").first?.contains("not valid YAML") == true)
        #expect(ScenarioRig.problems("").first?.hasPrefix("1:1: The scenario is empty; expected a mapping") == true)
    }

    @Test func whatTheReaderRefusesIsAProblemOfTheFile() {
        #expect(
            steps("press: !!str q") == [
                "4:12: The tag tag:yaml.org,2002:str is not supported; write the value alone."
            ])
        #expect(
            check("title: T", "launch: a", "steps: [{ press: q }]", "---", "title: U")
                == ["4:1: A second document begins here; a file holds one."])
        #expect(check("title: T", "\tlaunch: a").first?.hasPrefix("2:") == true)
        let bytes = Array("title: T\nlaunch: ".utf8) + [0xC3, 0x28]
        guard case .failure(let found) = Scenario.read(bytes, file: "t.yaml") else {
            Issue.record("it is no text")
            return
        }
        #expect(found.problems.map(\.mark.line) == [2])
    }

    @Test func anAliasIsWhatItStandsForAndNothingIsMerged() {
        let rest = "steps: [{ press: q }]"
        #expect(check("title: &name T", "launch: *name", rest) == [])
        #expect(
            check("title: &name T", "launch: a", "size: *name", rest) == [
                "3:7: size is \"T\"; expected columns and rows, as 80x24."
            ])
        let merged = check("<<: { title: T }", "launch: a", rest)
        #expect(merged.last?.hasPrefix("1:1: The scenario knows no \"<<\"; expected title") == true)
        #expect(merged.first == "1:1: The scenario lacks \"title\".")
    }

    @Test func startsAreOfOneKindAndWellWritten() {
        let rest = "steps: [{ press: q }]"
        #expect(
            check("title: T", "launch: a", "banner: home", rest)
                == ["3:9: banner cannot be combined with launch; use one of them."])
        #expect(check("title: T", "demo: strat", rest).first?.hasSuffix("did you mean \"start\"?") == true)
        #expect(check("title: T", "banner: { interval: 3 }", rest) == ["2:9: banner lacks \"key\"."])
        #expect(check("title: T", "banner: { key: ~ }", rest) == [])
        #expect(
            check("title: T", "banner: { key: home, indicator: { kind: dost } }", rest)
                == ["2:41: kind is \"dost\"; expected dots, bar, fraction or none; did you mean \"dots\"?"])
        #expect(
            check("title: T", "banner: { key: home, bind: [{ view: a, item: 0 }] }", rest)
                == ["2:28: bind has nothing to bind to; expected \"views\" beside it."])
        let tint = check("title: T", "banner: { key: home, indicator: { current: { tint: \"#12345g\" } } }", rest)
        #expect(tint == ["2:52: tint is \"#12345g\"; expected a colour as \"#e8a33d\"."])
    }

    @Test func stepsOfBannersAndHostsAreChecked() {
        #expect(steps("tap: 9") == ["4:10: tap is \"9\"; expected a whole number from 1 to 5."])
        #expect(steps("bind: { view: a }") == ["4:11: bind lacks \"item\"."])
        #expect(steps("bind: { view: ~, item: first }") == [])
        #expect(steps("open: foyer://page/view1") == [])
        #expect(steps("opne: foyer://page/view1") == ["4:5: A step knows no \"opne\"; did you mean \"open\"?"])
        #expect(steps("drag: { from: a }") == ["4:11: drag lacks \"to\"."])
        #expect(steps("wheel: { to: dwon, at: a }").first?.contains("did you mean \"down\"?") == true)
        #expect(steps("expect: { banner: hiden }").first?.contains("did you mean \"hidden\"?") == true)
        #expect(
            steps("expect: { banner: { page: -1 } }")
                == ["4:31: page is \"-1\"; expected a whole number from 0 to 999."])
        #expect(steps("expect: { banner: { error: -995 } }").first?.contains("none, -994, -993") == true)
        #expect(steps("expect: { banner: { calls: [shown] } }").first?.contains("a call of a banner") == true)
        #expect(
            steps("expect: { root: { source: server } }").first?.contains("remote, cached, default or static") == true)
        #expect(steps("expect: { root: { calls: [page] } }").first?.contains("a call of a host") == true)
        #expect(steps("expect: { opened: yes }").first?.contains("delivered, started or refused") == true)
    }

    @Test func aCampaignThatIsMissingIsNamed() {
        let lines = ["title: T", "banner: home", "stage: { campaign: { home: pear } }", "steps: [{ press: q }]"]
        let text = lines.joined(separator: "\n")
        func problems(_ campaigns: [String]?) -> [String] {
            guard case .failure(let found) = Scenario.read(Array(text.utf8), file: "t.yaml", campaigns: campaigns)
            else {
                return []
            }
            return found.lines(.english).map { String($0.string.dropFirst("t.yaml:".count)) }
        }
        #expect(
            problems(["home", "pair"])
                == ["3:28: home is \"pear\"; expected home or pair; did you mean \"pair\"?"])
        #expect(problems(nil) == [])
    }

    @Test func valuesOfTheConfigKeepTheirTypes() throws {
        let text =
            "title: T\ndemo: start\nstage: { config: { a: 1, b: \"1\", c: true, d: ~, e: [x] } }\nsteps: [{ press: q }]"
        let config = try Scenario.read(Array(text.utf8), file: "t.yaml").get().stage.config
        #expect(config.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(config.map(\.value) == [.integer(1), .string("1"), .bool(true), nil, .array([.string("x")])])
    }

    @Test func distancesAreThoseOfLevenshtein() {
        #expect(Suggestion.distance("kitten", "sitting") == 3)
        #expect(Suggestion.nearest(to: "stpes", among: ["steps", "title"]) == "steps")
        #expect(Suggestion.nearest(to: "zebra", among: ["steps", "title"]) == nil)
    }
}
