import Testing

@testable import foyer_cli

/// Command lines without options are read without the parser: as the parser would read them.
@Suite(.ownThreads) struct DirectReadingTests {
    @Test(arguments: [
        ["com.example.tea"], ["com.example.tea", "--server", "http://127.0.0.1:1"], ["", "--server", ""],
    ])
    func launchesAreReadAsTheParserReadsThem(words: [String]) throws {
        let direct = try #require(LaunchRun(directly: words))
        let command = try #require(try LaunchCommand.parseAsRoot(words) as? LaunchCommand)
        #expect("\(direct)" == "\(command.request)")
    }

    @Test(arguments: [["dev"], ["--", "make"], ["--", "make", "--help", "--", "-j2"], ["--", "--plain"]])
    func runsAreReadAsTheParserReadsThem(words: [String]) throws {
        let direct = try #require(CommandRun(directly: words))
        let command = try #require(try RunCommand.parseAsRoot(words) as? RunCommand)
        #expect("\(direct)" == "\(command.request)")
    }

    @Test(arguments: [
        [], ["--help"], ["-h"], ["a", "b"], ["a", "--page", "b"], ["a", "--server"], ["a", "--server", "--plain"],
        ["--server", "b", "a"], ["a", "--server=b"],
    ])
    func otherLaunchesAreTheParsers(words: [String]) {
        #expect(LaunchRun(directly: words) == nil)
    }

    @Test(arguments: [
        [], ["--"], ["--", ""], ["--", "", "a"], ["--help"], ["-h"], ["a", "--", "b"], ["--log", "--", "b"],
    ])
    func otherRunsAreTheParsers(words: [String]) {
        #expect(CommandRun(directly: words) == nil)
    }
}
