import Testing

@testable import FoyerCore

@Suite struct CauseTests {
    @Test func aHostsOwnSentenceIsTheSameEverywhere() {
        let failure = LaunchFailure(.unknown, cause: "No power.")
        #expect(failure.cause == "No power." && failure == LaunchFailure(.unknown, Phrase(asIs: "No power.")))
        for language in Language.allCases { #expect(language[failure.reason] == "No power.") }
    }
}
