import FoyerCore
import Testing

@testable import Foyer

/// What a user reads about where a launch is shown: the reason, and what would show it elsewhere.
@Suite struct DisplayWordsTests {
    private func decide(
        _ environment: [String: String] = [:], flag: DisplayRules.Flag? = nil, obstacle: NoTerminalReason? = nil,
        switches: DisplaySwitches = .variable
    ) -> DisplayDecision {
        var rules = DisplayRules(environment: { environment[$0] }, setting: nil)
        rules.switches = switches
        return rules.decide(flag: flag) { obstacle }
    }

    @Test func eachFlagIsNamedAsItIsTyped() {
        let options = DisplayRules.Flag.allCases.map { decide(flag: $0).reason.cause.english }
        #expect(options == ["--screen", "--line", "--plain", "--accessible", "--json"])
    }

    @Test func whatNeedsAPersonNamesTheVariable() {
        let service = decide(["TEAMCITY_VERSION": "9"], switches: .options).needsScreen
        let agent = decide(["CLAUDECODE": "1"], switches: .options).needsScreen
        for (cause, name) in [(service, "TEAMCITY_VERSION"), (agent, "CLAUDECODE")] {
            for text in Language.allCases.map({ cause.text(in: $0) }) {
                #expect(text.contains(name) && text.contains("--screen"))
            }
        }
        #expect(decide(["ACCESSIBLE": "1"]).needsScreen.english.contains("ACCESSIBLE"))
        #expect(decide(obstacle: .typeDumb).needsScreen.english.contains("TERM is dumb"))
    }

    /// A host has options of its own; the variable holds in each.
    @Test(arguments: DisplaySwitches.allCases) func aMessageNamesWhatTheProgramHas(switches: DisplaySwitches) {
        let environments = [["CI": "1"], ["AI_AGENT": "1"], ["ACCESSIBLE": "1"], ["FOYER_SCREEN": "plain"]]
        let obstacles: [NoTerminalReason?] = [.typeDumb, .typeMissing, .typeUnknown("x"), .outputIsNoTerminal]
        let decisions =
            environments.map { decide($0, switches: switches) }
            + obstacles.map { decide(obstacle: $0, switches: switches) }
        for decision in decisions {
            for language in Language.allCases {
                for text in [language[decision.needsScreen], language.accessibleIsOn(decision)] {
                    #expect(!text.string.contains("--") || switches == .options, "\(text)")
                    #expect(!text.string.contains("FOYER_SCREEN=full") || switches == .variable, "\(text)")
                }
            }
        }
        let wished = decide(["ACCESSIBLE": "1"], switches: switches)
        #expect(Language.english.accessibleIsOn(wished).string.hasSuffix("\(switches.screen) turns it off."))
        let own = decide(flag: .accessible)
        #expect(Language.english.accessibleIsOn(own) == "Accessible mode is on.", "the variable would not turn it off")
    }

    @Test func theReasonIsSaidWithItsRow() {
        #expect(decide(["CI": "true"]).cause.english == "lines for a log (row 5: CI is set)")
        #expect(decide().cause.english == "the screen (row 7: somebody is looking)")
        #expect(decide(flag: .json).cause.english == "JSON (row 1: --json)")
        #expect(decide(obstacle: .outputIsNoTerminal).cause.english == "lines (row 4: output is no terminal)")
    }
}
