import Testing

@testable import FoyerCore

@Suite struct PatternSizeTests {
    @Test(arguments: [
        ("", 0), ("ready", 5), ("a{3}", 3), ("(ab){4}", 8), ("((a{10}){10}){10}", 1_000), ("[a-z]{2,5}x", 6),
        ("[]a]{3}", 3), ("\\{9\\}", 3), ("a{2,}", 2), ("a|b*", 4), ("(((a{1,255}){1,255}){1,50})", 3_251_250),
        ("a{9999999999}", 1 << 20),
    ])
    func repetitionsAreCountedOut(pattern: String, size: Int) {
        #expect(PatternSize.expanded(pattern) == size)
    }

    @Test func noNestingOverflows() {
        var pattern = "a"
        for _ in 0..<40 { pattern = "(\(pattern)){32767}" }
        #expect(PatternSize.expanded(pattern) == .max)
    }

    /// Patterns of people are far below the limit, and unfinished ones do no harm.
    @Test(arguments: ["(", "a{", "a{2", "[", "[^", "\\", ")", "a{x}", "Local:.*http://[a-z0-9.:-]+/?$"])
    func anythingHasASize(pattern: String) {
        #expect(PatternSize.expanded(pattern) < 100)
    }
}
