import Glibc
import TestSupport
import Testing

/// The examples of the article, as they are printed, where their language is there.
@Suite(.serialized, .ownThreads) struct DriveArticleTests {
    private static let articles = Checkout.root + "/Sources/Launch/Foyer/Foyer.docc/"

    @Test(arguments: [
        ("python unittest", "test_tea.py", "python3 -m unittest -q test_tea", "python3 -c ''"),
        ("python pytest", "test_tea.py", "python3 -m pytest -q test_tea.py", "python3 -c 'import pytest'"),
        ("javascript node", "tea.test.js", "node --test tea.test.js", "node --test /dev/null"),
    ])
    func theyPass(block: String, file: String, command: String, isThere: String) throws {
        guard system("{ \(isThere); } >/dev/null 2>&1") == 0 else { return }
        let household = try Household()
        let example = try #require(Self.block("```\(block)", of: "DriveAnyProgram"))
        TestFile.write(example, to: household.path + "/" + file)
        TestFile.write(
            try #require(Self.block("`tea.sh`:\n\n```", of: "DriveAnyProgram")), to: household.path + "/tea.sh")
        symlink(Products.foyer, household.path + "/foyer")
        try ArticleProgram.run("cd '\(household.path)'; PATH=\"$PWD:$PATH\"; \(command)", household)
    }

    private static func block(_ opening: String, of article: String) -> String? {
        guard let text = TestFile.text(articles + article + ".md"), let start = text.firstRange(of: opening + "\n")
        else { return nil }
        let rest = text[start.upperBound...]
        return rest.firstRange(of: "\n```").map { rest[..<$0.lowerBound] + "\n" }
    }
}
