import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

/// Versions and their ranges as semver says.
@Suite struct VersionRangeTests {
    /// The order of semver 2.0's own examples, and of ours.
    @Test func versionsAreInSemversOrder() throws {
        let texts = [
            "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1", "1.0.0", "2.9", "2.10.0-0", "2.10.0-beta", "2.10", "2.10.1", "10",
        ]
        let versions = try texts.map { try #require(SemanticVersion($0), "\($0)") }
        for (index, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (index < other), "\(texts[index]) and \(texts[other])")
            }
        }
        #expect(SemanticVersion("v2.10") == SemanticVersion("2.10.0+build.7"))
    }

    @Test(arguments: [
        "", " ", "2.", ".1", "2.10.1.4", "two", "2.-1", "2.1-", "2.1-a..b", "2.1+", "2.x-beta", "-1", "2 1",
        "99999999999999999999", "2.1-é", String(repeating: "1", count: 200),
    ]) func whatIsNoVersionIsRefused(_ text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let range: String
        let holds: [String]
        let fails: [String]
        var testDescription: String { range }

        init(_ range: String, _ holds: [String], not fails: [String]) {
            (self.range, self.holds, self.fails) = (range, holds, fails)
        }
    }

    @Test(arguments: [
        Row("< 2.18", ["0.1", "2.9", "2.17.99"], not: ["2.18", "2.18.0-beta", "2.18.1", "3"]),
        Row("<2.18.0-rc.2", ["2.18.0-rc.1"], not: ["2.18.0-rc.2", "2.18"]),
        Row("<= 2.18", ["2.18", "2.18.7"], not: ["2.19", "2.19.0-beta"]),
        Row("> 2.18", ["2.19", "3"], not: ["2.18", "2.18.7"]),
        Row("> 2.18.1", ["2.18.2"], not: ["2.18.1", "2.18"]),
        Row(">= 2.0 < 3", ["2.0", "2.99"], not: ["1.9", "3", "3.0.0-beta", "2.0.0-beta"]),
        Row("^2.1", ["2.1", "2.99"], not: ["2.0.9", "3"]), Row("^0.2.3", ["0.2.3", "0.2.9"], not: ["0.3", "0.2.2"]),
        Row("^0.0.3", ["0.0.3"], not: ["0.0.4"]), Row("^0", ["0.9.9"], not: ["1"]),
        Row("~2.4.1", ["2.4.1", "2.4.9"], not: ["2.5", "2.4.0"]), Row("~2", ["2.0", "2.9"], not: ["3"]),
        Row("2.x", ["2.0", "2.9.9"], not: ["1.9", "3"]), Row("2.4", ["2.4", "2.4.7"], not: ["2.5"]),
        Row("=2.4.1", ["2.4.1"], not: ["2.4.2"]), Row("*", ["0.0.0", "99"], not: []),
        Row("1.2 - 2.3", ["1.2", "2.3.9"], not: ["1.1.9", "2.4"]),
        Row("< 1 || ^2.1", ["0.5", "2.2"], not: ["1.5", "3"]),
    ]) func aRangeHoldsForItsVersionsAlone(_ row: Row) throws {
        let range = try #require(VersionRange(row.range))
        for text in row.holds { #expect(range.contains(try #require(SemanticVersion(text))), "\(text)") }
        for text in row.fails { #expect(!range.contains(try #require(SemanticVersion(text))), "\(text)") }
    }

    @Test(arguments: [
        "", "||", "< 1 ||", "<", ">= ", "< *", "1.2 -", "- 2", "<< 2", "=> 2", "2.18 and up", "^", "~x.1",
        "<2.18,>1", "< 2\u{7}", String(repeating: " ", count: 300),
    ]) func whatIsNoRangeIsRefused(_ text: String) {
        #expect(VersionRange(text) == nil)
    }

    /// Whatever is written, reading it ends, and what is read says the same each time.
    @Test func readingNeverTraps() {
        var random = SplitMix64(seed: 43)
        let letters = Array("0129.x*^~<>=-|+v ab")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<14, using: &random)
            let text = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "0" })
            guard let range = VersionRange(text), let version = SemanticVersion("2.18.3-rc.1") else { continue }
            #expect(range.contains(version) == VersionRange(text)?.contains(version))
        }
    }
}
