import Testing

@testable import FoyerQA

/// What the checker says of wrong files: the place, what is there, and what was expected.
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

    @Test func anUnknownKeyNamesTheNearest() {
        #expect(
            check("title: T", "lunch: a", "steps: [{ press: q }]") == [
                "1:1: The scenario lacks \"launch\" or \"demo\".",
                "2:1: A scenario knows no \"lunch\"; did you mean \"launch\"?",
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
            check("launch: a", "title: b", "title: c") == ["2:1: \"title\" is there twice; expected each key once."])
    }

    @Test func aWrongKeyOfTheKeyboardNamesTheNearest() {
        #expect(steps("press: [enterr]") == ["4:12: \"enterr\" is no key; did you mean \"enter\"?"])
    }

    @Test func wrongWordsOfConditionsAreNamed() {
        #expect(steps("expect: { state: loadin }").first?.contains("expected opening, loading") == true)
        #expect(steps("expect: { exit: 999 }").first?.contains("from 0 to 255") == true)
        #expect(steps("expect: { calls: [make] }").first?.contains("no call of the delegate") == true)
        #expect(steps("expect: { outcome: failed 7 }").first?.contains("expected completed, closed") == true)
        #expect(steps("wait: {}").count == 1)
    }

    @Test func aFaultIsJudgedByTheStagesOwnRules() {
        let head = ["title: T", "launch: a", "stage:", "  faults:"]
        func fault(_ text: String) -> [String] {
            ScenarioRig.problems((head + ["    - \(text)", "steps: [{ press: q }]"]).joined(separator: "\n"))
        }
        #expect(fault("{ route: package, fault: stall, at: 5 }") == [])
        #expect(fault("{ route: package, fault: stall }").first?.contains("at is missing") == true)
        #expect(fault("{ route: pakage, fault: hang }").count == 1)
        #expect(fault("{ route: package, fault: hang, att: 5 }").first?.contains("did you mean \"at\"") == true)
    }

    @Test func whatIsNoYAMLHasItsPlace() {
        #expect(check("title: [a").first?.contains("no YAML") == true)
        #expect(ScenarioRig.problems("") == ["1:1: The file is empty; expected a scenario."])
    }

    @Test func distancesAreThoseOfLevenshtein() {
        #expect(Suggestion.distance("kitten", "sitting") == 3)
        #expect(Suggestion.nearest(to: "stpes", among: ["steps", "title"]) == "steps")
        #expect(Suggestion.nearest(to: "zebra", among: ["steps", "title"]) == nil)
    }
}
