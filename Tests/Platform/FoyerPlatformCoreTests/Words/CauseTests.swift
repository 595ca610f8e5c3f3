import FoyerCore
import Testing

@testable import FoyerPlatformCore

@Suite struct PlatformCauseTests {
    /// Names and numbers from outside stay intact and harmless.
    @Test(arguments: Language.allCases) func namesAreInEveryLanguage(language: Language) {
        #expect(language[Phrase.manifest("evil\u{1B}[2J")].string.contains("evil\u{FFFD}[2J"))
        #expect(language[.transfer(TransferFailure(.refused, "127.0.0.1: no"))].string.contains("127.0.0.1: no"))
        #expect(language[.rollback(offered: 12, highest: 34)].string.contains("34"))
    }
}
