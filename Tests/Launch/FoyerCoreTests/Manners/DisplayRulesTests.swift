import Testing

@testable import FoyerCore

/// Where a launch is shown: the first row of the table that holds decides.
@Suite struct DisplayRulesTests {
    private func decide(
        _ environment: [String: String] = [:], flag: DisplayRules.Flag? = nil, setting: ScreenWish? = nil,
        obstacle: NoTerminalReason? = nil
    ) -> DisplayDecision {
        DisplayRules(environment: { environment[$0] }, setting: setting).decide(flag: flag) { obstacle }
    }

    @Test func somebodyWhoLooksGetsTheScreen() {
        #expect(decide() == DisplayDecision(.screen, .person, .person))
    }

    @Test(arguments: [
        (DisplayRules.Flag.plain, DisplayDecision.Form.lines), (.json, .json), (.accessible, .accessible),
        (.screen, .screen), (.line, .line),
    ])
    func aFlagWinsOverEverything(flag: DisplayRules.Flag, form: DisplayDecision.Form) {
        let decision = decide(
            ["FOYER_SCREEN": "plain", "ACCESSIBLE": "1", "CI": "true", "AI_AGENT": "x"], flag: flag,
            setting: .accessible)
        #expect(decision == DisplayDecision(form, .flag, .option(flag)))
    }

    @Test func theVariableWinsOverTheSetting() {
        #expect(
            decide(["FOYER_SCREEN": "plain"], setting: .full)
                == DisplayDecision(.lines, .wish, .variable("FOYER_SCREEN")))
        #expect(decide(["FOYER_SCREEN": "line"], setting: .full).form == .line)
        #expect(decide(setting: .line) == DisplayDecision(.line, .wish, .setting))
        #expect(decide(["CI": "true"], setting: .full) == DisplayDecision(.screen, .wish, .setting))
        #expect(decide(["FOYER_SCREEN": "wide"]).row == .person, "an unknown value counts as unset")
        #expect(decide(["FOYER_SCREEN": ""], setting: .plain).form == .lines)
    }

    @Test func anUnknownValueIsAnsweredWithASentence() {
        func problems(_ variables: [String: String]) -> [String] {
            VariableProblems.find { variables[$0] }.map(\.english)
        }
        let values = ScreenWish.allCases.map(\.rawValue)
        #expect(
            problems(["FOYER_SCREEN": "f\u{1B}oo"]) == [
                "FOYER_SCREEN=f\u{FFFD}oo is ignored; the values are \(values.dropLast().joined(separator: ", ")) and \(values[values.count - 1])."
            ])
        #expect(
            problems(["FOYER_SPLASH": "no"]) == ["FOYER_SPLASH=no is ignored; the values are auto, always and never."])
        #expect(problems(["FOYER_SCREEN": "", "FOYER_SPLASH": "never"]).isEmpty)
    }

    @Test(arguments: ["CODEBUILD_BUILD_ID", "TRAVIS"]) func whatSomeServicesSetAlone(name: String) {
        #expect(decide([name: "x"]).form == .log)
    }

    @Test func whoeverNeedsLinesGetsThemFromAPipeToo() {
        #expect(
            decide(["ACCESSIBLE": "1", "CI": "1"], obstacle: .outputIsNoTerminal)
                == DisplayDecision(.accessible, .accessible, .variable("ACCESSIBLE")))
        #expect(decide(["ACCESSIBLE": "0"]).row == .person)
        #expect(decide(["ACCESSIBLE": ""]).row == .person)
    }

    @Test(arguments: [
        NoTerminalReason.inputIsNoTerminal, .outputIsNoTerminal, .inputIsNothing, .inBackground, .typeMissing,
        .typeDumb, .typeUnknown("vt0"),
    ])
    func withoutATerminalThereAreLinesWhateverIsWished(obstacle: NoTerminalReason) {
        let lines = DisplayDecision(.lines, .noTerminal, .obstacle(obstacle))
        #expect(decide(obstacle: obstacle) == lines)
        #expect(decide(["CI": "true"], obstacle: obstacle) == lines)
        #expect(decide(flag: .screen, obstacle: obstacle) == lines)
        #expect(decide(flag: .line, obstacle: obstacle) == lines)
        #expect(decide(setting: .line, obstacle: obstacle) == lines)
        #expect(decide(["FOYER_SCREEN": "full"], obstacle: obstacle) == lines)
        #expect(decide(setting: .full, obstacle: obstacle) == lines)
    }

    @Test func buildServicesAndAgentsGetLinesForALog() {
        for variable in Automation.buildServices {
            #expect(
                decide([variable.name: "true", "AI_AGENT": "x"])
                    == DisplayDecision(.log, .buildService, .variable(variable.name)))
        }
        for variable in Automation.agents {
            #expect(decide([variable.name: "1"]) == DisplayDecision(.log, .agent, .variable(variable.name)))
        }
    }

    @Test(arguments: ["", "0", "false", "FALSE"]) func aVariableCanSayNo(value: String) {
        #expect(decide(["CI": value, "AI_AGENT": value]).row == .person)
    }

    @Test func theTerminalIsNotLookedAtWhereAFlagDecides() {
        for flag in [DisplayRules.Flag.plain, .json, .accessible] {
            _ = DisplayRules().decide(flag: flag) {
                Issue.record("looked at for \(flag)")
                return nil
            }
        }
    }

    @Test func automationIsKnownWhicheverRowDecides() {
        let rules = DisplayRules(environment: { $0 == "CI" ? "true" : nil }, setting: .full)
        #expect(rules.automation == .buildService(variable: "CI"))
    }

    @Test func theTableNamesEachVariableOnceWithItsSource() {
        let table = Automation.buildServices + Automation.agents
        #expect(Set(table.map(\.name)).count == table.count)
        #expect(table.allSatisfy { !$0.setter.isEmpty && !$0.source.isEmpty })
    }
}
