import Testing

@testable import FoyerSystem

/// Whether a processor has nothing to do.
@Suite struct ProcessorsTests {
    @Test(arguments: [("2/345", true), ("1/9", true), ("3/345", false), ("41/900", false)])
    func asManyAsThereAreMayRun(threads: String, isIdle: Bool) {
        #expect(Processors.oneIsIdle("0.42 0.31 0.20 \(threads) 6789\n", cores: 2) == isIdle)
    }

    @Test(arguments: ["", "0.42 0.31", "a b c d e", "0.1 0.1 0.1 /"])
    func whereNobodySaysSoNoneIs(load: String) {
        #expect(!Processors.oneIsIdle(load, cores: 2))
    }
}
