import Testing

@testable import foyer_cli

/// Command lines without options are read without the parser: as the parser would read them.
struct DirectReadingTests {
    @Test(arguments: [
        ["com.example.tea"], ["com.example.tea", "--server", "http://127.0.0.1:1"], ["", "--server", ""],
    ])
    func launchesAreReadAsTheParserReadsThem(words: [String]) throws {
        let direct = try #require(LaunchCommand(directly: words))
        #expect("\(direct)" == "\(try LaunchCommand.parseAsRoot(words))")
    }

    @Test(arguments: [["dev"], ["--", "make"], ["--", "make", "--help", "--", "-j2"], ["--", "--plain"]])
    func runsAreReadAsTheParserReadsThem(words: [String]) throws {
        let direct = try #require(RunCommand(directly: words))
        #expect("\(direct)" == "\(try RunCommand.parseAsRoot(words))")
    }

    @Test(arguments: [
        [], ["--help"], ["-h"], ["a", "b"], ["a", "--page", "b"], ["a", "--server"], ["a", "--server", "--plain"],
        ["--server", "b", "a"], ["a", "--server=b"],
    ])
    func otherLaunchesAreTheParsers(words: [String]) {
        #expect(LaunchCommand(directly: words) == nil)
    }

    @Test(arguments: [
        [], ["--"], ["--", ""], ["--", "", "a"], ["--help"], ["-h"], ["a", "--", "b"], ["--log", "--", "b"],
    ])
    func otherRunsAreTheParsers(words: [String]) {
        #expect(RunCommand(directly: words) == nil)
    }
}
