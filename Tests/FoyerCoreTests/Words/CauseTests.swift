import Testing

@testable import FoyerCore

@Suite struct CauseTests {
    /// Names and numbers from outside stay intact and harmless.
    @Test(arguments: Language.allCases) func namesAreInEveryLanguage(language: Language) {
        #expect(language[Cause.manifest("evil\u{1B}[2J")].string.contains("evil\u{FFFD}[2J"))
        #expect(language[.transfer(TransferFailure(.refused, "127.0.0.1: no"))].string.contains("127.0.0.1: no"))
        #expect(language[.rollback(offered: 12, highest: 34)].string.contains("34"))
    }

    @Test func aHostsOwnSentenceIsTheSameEverywhere() {
        let failure = LaunchFailure(.unknown, cause: "No power.")
        #expect(failure.cause == "No power." && failure == LaunchFailure(.unknown, Cause(asIs: "No power.")))
        for language in Language.allCases { #expect(language[failure.reason] == "No power.") }
    }
}
