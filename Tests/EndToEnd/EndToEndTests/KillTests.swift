import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

/// SIGKILL at each change that an update makes on the disk, and several processes at once; on the real program.
@Suite(.serialized, .ownThreads) struct KillTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private static let moments = ["before", "inside", "after"]

    @Test func killedAtAnyChangeTheOldVersionIsThereOrTheNewOne() throws {
        let before = try shelf.tree(of: shelf.launch(in: shelf.household("before"), shelf.former))
        let after = try shelf.tree(of: shelf.launch(in: shelf.household("after"), shelf.current))
        #expect(before != after && before.count == after.count)
        let changes = try shelf.update(in: shelf.household("count"), killedAt: 0, "before").changes
        #expect(changes > 60)
        var random = SplitMix64(seed: 13)
        var stops = Self.moments.flatMap { moment in (1...changes).map { (moment, $0) } }
        if !Storm.isFull { stops = Array(stops.shuffled(using: &random).prefix(12)) }
        var counts = (killed: 0, old: 0, new: 0)
        for (number, (moment, step)) in stops.enumerated() {
            let household = shelf.household("kill-\(number)")
            let killed = try shelf.update(in: household, killedAt: step, moment)
            if killed.isKilled { counts.killed += 1 }
            let place = "\(moment) change \(step), \(killed.call)"
            let found = try shelf.tree(of: shelf.launch(in: household, shelf.current, ["--policy", "offline"]))
            #expect(found == before || found == after, "half a version, killed \(place)")
            if found == before { counts.old += 1 } else { counts.new += 1 }
            let next = try shelf.tree(of: shelf.launch(in: household, shelf.current))
            #expect(next == after, "killed \(place)")
            #expect(shelf.staged(in: household).isEmpty, "killed \(place)")
        }
        #expect(counts.old > 0 && counts.new > 0 && counts.killed > stops.count / 2)
        if Storm.isFull { print("\(changes) changes, \(stops.count) runs: \(counts)") }
    }

    @Test func eightAtOnceLeaveOneVersionWhole() throws {
        let expected = try shelf.tree(of: shelf.launch(in: shelf.household("alone"), shelf.current))
        for round in 0..<(Storm.isFull ? 20 : 2) {
            let household = shelf.household("eight-\(round)")
            _ = try shelf.launch(in: household, shelf.former)
            let programs = try (0..<8).map { _ in try shelf.start(in: household, shelf.current) }
            for program in programs {
                let end = try program.waitForEnd()
                let result = try Shelf.result(program)
                #expect(end == .status(0), "\(program.lines)")
                #expect(try shelf.tree(of: result) == expected)
            }
            let versions = shelf.versions(in: household).map { $0.prefix(4) }.sorted()
            // The former one stays for as long as one of the eight still has it open.
            #expect(versions == ["1.2-"] || versions == ["1.1-", "1.2-"], "\(versions)")
            #expect(shelf.staged(in: household).isEmpty)
        }
    }

    /// Without a screen, a user has the program once its folder is printed: that counts as a launch.
    @Test func aLaunchInLinesEndsTheVersionBefore() throws {
        let household = shelf.household("former")
        _ = try shelf.launch(in: household, shelf.former)
        _ = try shelf.launch(in: household, shelf.current)
        #expect(shelf.versions(in: household).map { $0.prefix(4) } == ["1.2-"])
    }

    /// A process that is killed or stopped forever while it holds the program's lock blocks no other process.
    @Test func theNextLaunchDoesNotWaitForADeadOne() throws {
        let household = shelf.household("dead")
        _ = try shelf.launch(in: household, shelf.former)
        try shelf.current.fail("package", #""kind":"stall","at":100"#)
        let first = try shelf.start(in: household, shelf.current)
        try shelf.current.wait(forRequest: "package")
        kill(first.process, SIGKILL)
        _ = try first.waitForEnd()
        try shelf.current.reset()
        _ = try shelf.launch(in: household, shelf.current)
        #expect(shelf.staged(in: household).isEmpty)
    }
}

/// Two platforms with two versions of one program, and users' folders.
final class Shelf {
    let former: StageUnderTest
    let current: StageUnderTest
    private let folder = TemporaryFolder()

    static let id = "com.example.shop"
    /// The smallest GIF there is.
    private static let dot = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

    init() throws {
        Self.publish("former", code: 1, in: folder)
        Self.publish("current", code: 2, in: folder)
        former = try StageUnderTest(assets: folder.path + "/former")
        current = try StageUnderTest(assets: folder.path + "/current")
    }

    private static func publish(_ name: String, code: Int, in folder: TemporaryFolder) {
        let tree = "/programs/" + id
        for path in ["", "/programs", tree, tree + "/pages", tree + "/resources"] {
            mkdir(folder.path + "/" + name + path, 0o700)
        }
        func write(_ text: String, _ path: String) { folder.write(Array(text.utf8), to: "\(name)/\(path)") }
        write("{}", "stage.json")
        write("name: Shop\n", "site.yaml")
        write("resources: [menu.json]\n", tree + "/program.yaml")
        write(
            #"{"app_id":"\#(id)","name":"Shop","icons":[{"src":"icon.gif"}],"pages":["pages/index","pages/two"],"#
                + #""platform_version":{"min_code":1,"target_code":1},"version":{"code":\#(code),"name":"1.\#(code)"}}"#,
            tree + "/manifest.json")
        folder.write(Base64.decode(dot) ?? [], to: "\(name)\(tree)/icon.gif")
        write("# Shop \(code)\n", tree + "/pages/index.md")
        write(String(repeating: "Line \(code)\n", count: 5000), tree + "/pages/two.md")
        write("[\(code)]", tree + "/resources/menu.json")
    }

    // MARK: Users

    /// A user's folder, by its name.
    func household(_ name: String) -> String { folder.path + "/" + name }

    private func environment(_ household: String) -> [String: String] {
        mkdir(household, 0o700)
        return [
            "HOME": household, "XDG_DATA_HOME": household + "/data", "XDG_CACHE_HOME": household + "/cache",
            "XDG_STATE_HOME": household + "/state", "XDG_CONFIG_HOME": household + "/config", "TERM": "dumb",
            "LANG": "C.UTF-8",
        ]
    }

    private func words(_ stage: StageUnderTest) -> [String] { ["launch", Self.id, "--server", stage.url, "--json"] }

    func start(in household: String, _ stage: StageUnderTest, _ options: [String] = []) throws -> PipedProgram {
        try PipedProgram(Products.foyer, words(stage) + options, environment: environment(household))
    }

    /// Launches, expects that it goes well, and answers the installed folder.
    func launch(in household: String, _ stage: StageUnderTest, _ options: [String] = []) throws -> String {
        let program = try start(in: household, stage, options)
        let end = try program.waitForEnd()
        guard end == .status(0) else { throw SessionFailure(description: "\(end): \(program.lines)") }
        return try Self.result(program)
    }

    static func result(_ program: PipedProgram) throws -> String {
        try JSONNode(JSON.parse(Array((program.lines.last ?? "").utf8))).field("path").text()
    }

    /// Launches the former version, then the current one, which is killed; 0 kills nobody.
    func update(
        in household: String, killedAt step: Int, _ moment: String
    ) throws -> (isKilled: Bool, changes: Int, call: String) {
        _ = try launch(in: household, former)
        let report = household + "/report"
        let killer = try PipedProgram(
            Products.folder + "/StepKiller", [report, "\(step)", moment, Products.foyer] + words(current),
            environment: environment(household))
        let end = try killer.waitForEnd()
        let text = try #require(TestFile.text(report)).split(whereSeparator: \.isWhitespace)
        guard end != .status(2), text.count == 2, let changes = Int(text[0]) else {
            throw SessionFailure(description: "it cannot be traced: \(end)")
        }
        return (end == .status(0), changes, String(text[1]))
    }

    // MARK: Installed files

    /// The files of a version and what is in them; not our own records.
    func tree(of version: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for name in ["manifest.json", "icon.gif", "pages/index.md", "pages/two.md", "menu.json"] {
            let text: String = try #require(TestFile.text(version + "/" + name), "\(name)")
            files[name] = text
        }
        return files
    }

    func versions(in household: String) -> [String] {
        TestFile.names(in: household + "/data/foyer/apps/" + Self.id).filter { !$0.hasPrefix(".") }
    }

    func staged(in household: String) -> [String] { TestFile.names(in: household + "/data/foyer/apps/.staging") }
}
