import Foyer
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// Which flows are played again when a file is saved.
@Suite struct FlowWatchTests {
    private let folder: String

    init() throws { folder = try Folder.makeTemporary("/tmp/foyer-test-") }

    private func write(_ name: String, _ text: String) { TestFile.write(text, to: folder + "/" + name) }

    private func flow(_ name: String, _ run: String) throws -> Scenario {
        let text = "title: T\nrun: \(run)\nsteps: [{ press: q }]\n"
        write(name, text)
        return try Scenario.read(Array(text.utf8), file: folder + "/" + name).get()
    }

    @Test func aSavedFileConcernsItsFlows() throws {
        defer { Folder.removeTree(path: folder) }
        write("tea.sh", "true\n")
        write("words.txt", "one\n")
        let flows = [
            try flow("a.yaml", "[sh, tea.sh]"), try flow("b.yaml", "{ command: cat, files: [words.txt] }"),
            try flow("c.yaml", "[sh, ./tea.sh]"),
        ]
        var watch = FlowWatch([folder], flows, input: nil)
        #expect(watch.look() == nil)
        write("tea.sh", "false\n")
        #expect(watch.look() == .saved(["a", "c"].map { "\(folder)/\($0).yaml" }))
        #expect(watch.look() == nil)
        write("words.txt", "one and two\n")
        #expect(watch.look() == .saved(["\(folder)/b.yaml"]))
        _ = try flow("a.yaml", "[sh, -x, tea.sh]")
        #expect(watch.look() == .saved(["\(folder)/a.yaml"]))
        _ = try flow("new.yaml", "[sh, -x, tea.sh]")
        #expect(watch.look() == .saved(["\(folder)/new.yaml"]))
    }

    /// A file is as many flows as it has sizes, and is read for all of them.
    @Test func aFileOfSeveralSizesIsSavedOnce() throws {
        defer { Folder.removeTree(path: folder) }
        write("tea.sh", "true\n")
        let flow = try flow("a.yaml", "[sh, tea.sh]")
        var watch = FlowWatch([folder], [flow, flow, flow], input: nil)
        write("tea.sh", "false\n")
        #expect(watch.look() == .saved(["\(folder)/a.yaml"]))
    }

    /// Many editors write another file and put it in place.
    @Test func aFileThatIsReplacedCounts() throws {
        defer { Folder.removeTree(path: folder) }
        var watch = FlowWatch([folder], [try flow("a.yaml", "[sh, tea.sh]")], input: nil)
        unlink(folder + "/a.yaml")
        #expect(watch.look() == nil)
        _ = try flow("a.yaml", "[sh, tea.sh, more]")
        #expect(watch.look() == .saved(["\(folder)/a.yaml"]))
    }

    @Test func whatIsTypedIsHeard() throws {
        defer { Folder.removeTree(path: folder) }
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // A program that another test starts just now must not keep it open.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        var watch = FlowWatch([folder], [], input: ends[0])
        for (typed, news) in [("\n", FlowWatch.News.all), ("f\n", .failed), ("q\n", .over)] {
            _ = Glibc.write(ends[1], typed, typed.utf8.count)
            #expect(watch.look() == news)
        }
        close(ends[1])
        #expect(watch.look() == .over)
    }
}
