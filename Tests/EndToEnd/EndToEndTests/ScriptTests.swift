import Glibc
import TestSupport
import Testing

/// The scripts of a release, as far as they can be tried without one.
@Suite(.ownThreads) struct ScriptTests {
    private static let checkout = Checkout.root

    private func run(_ script: String, _ arguments: [String]) throws -> (status: ProgramEnd, errors: String) {
        let program = try PipedProgram(
            "\(Self.checkout)/Scripts/\(script)", arguments,
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        let end = try program.waitForEnd()
        return (end, String(decoding: program.errors, as: UTF8.self))
    }

    /// The addresses of a page's links.
    private func links(_ path: String) throws -> [String] {
        let text = try #require(TestFile.text(path))
        return text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    }

    /// Nobody waits for a build to hear it.
    @Test(
        .enabled(if: getuid() != 0, "root may do it"),
        arguments: [("release", ["--check"]), ("release-check", ["/nowhere"]), ("everywhere", [])])
    func whatNeedsRootSaysSoAtOnce(_ script: String, _ arguments: [String]) throws {
        let (status, errors) = try run(script, arguments)
        #expect(status == .status(64))
        #expect(errors.hasPrefix("Scripts/\(script): Only root can make a fresh system."), "\(errors)")
    }

    /// The same README is right in the checkout, where the articles are in their catalogues, and beside them.
    @Test func theReadmeOfUsersNamesItsArticlesWhereverItIs() throws {
        let readme = Self.checkout + "/Assets/desktop/README.md"
        for link in try links(readme) where !link.contains("://") {
            #expect(access("\(Self.checkout)/Assets/desktop/\(link)", R_OK) == 0, "\(link)")
        }
        let household = try Household()
        let folder = household.path + "/doc"
        let (status, errors) = try run("articles", [folder])
        #expect(status == .status(0), "\(errors)")
        let named = Set(try links(folder + "/README.md"))
        for article in TestFile.names(in: folder) where article != "README.md" {
            #expect(named.contains(article), "\(article)")
        }
        for link in named where !link.contains("://") { #expect(access("\(folder)/\(link)", R_OK) == 0, "\(link)") }
    }
}
