import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

/// Commands without a page of their own: apps, serve, and scenarios and snapshots from files.
@Suite(.serialized, .ownThreads) struct CommandTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func lines(_ arguments: [String], _ status: Int32 = 0) throws -> [String] {
        let program = try bench.piped(arguments)
        #expect(try program.waitForEnd() == .status(status), "\(arguments): \(program.lines)")
        return program.lines
    }

    @Test func whatIsInstalledIsListedAndRemoved() throws {
        #expect(try lines(["apps"]).isEmpty)
        for app in ["tea", "bikes"] { _ = try lines(["launch", Bench.id(app), "--server", bench.stage.url, "--json"]) }
        let listed = try lines(["apps"])
        try #require(listed.map { $0.split(separator: " ").first ?? "" } == ["com.example.bikes", "com.example.tea"])
        let json = try lines(["apps", "list", "--json"]).map { JSONNode(try JSON.parse(Array($0.utf8))) }
        #expect(try json.map { try $0.field("appId").text() } == ["com.example.bikes", "com.example.tea"])
        for (line, app) in zip(listed, json) {
            let path = try app.field("path").text()
            #expect(line.hasSuffix(path) && access(path + "/manifest.json", R_OK) == 0)
        }
        #expect(try lines(["apps", "remove", "com.example.tea"]).isEmpty)
        #expect(try lines(["apps"]) == [listed[0]])
        #expect(!bench.household.files.contains { $0.hasPrefix("data/foyer/apps/com.example.tea/1") })
        _ = try lines(["apps", "remove", "com.example.tea"], 1)
    }

    @Test func theStageAloneSaysItsAddressFirstAndServesUntilItIsEnded() throws {
        let stage = try bench.piped(["serve"])
        try stage.wait(forLines: 2)
        let base = try #require(stage.lines.first)
        #expect(base.hasPrefix("http://127.0.0.1:"))
        let launched = try lines(["launch", Bench.id("tea"), "--server", base, "--json"])
        #expect(launched.last?.contains(#""status":"ok""#) == true)
        // Its port is taken, and another one says so.
        let port = String(base.dropFirst("http://127.0.0.1:".count))
        let second = try bench.piped(["serve", "--port", port])
        #expect(try second.waitForEnd() != .status(0))
        #expect(!second.errors.isEmpty)
        kill(stage.process, SIGTERM)
        #expect(try stage.waitForEnd() == .signal(SIGTERM))
        _ = try lines(["launch", Bench.id("bikes"), "--server", base], 23)
    }

    @Test(
        arguments: [
            (1001, 11), (1002, 12), (10000, 20), (10001, 21), (10002, 22), (10003, 23), (10009, 29), (10010, 30),
            (10030, 50),
        ] as [(Int, Int32)])
    func onesOwnProgramsMeetEveryCode(code: Int, status: Int32) throws {
        let folder = TemporaryFolder()
        let sources = folder.path + "/sources"
        _ = try lines(["publish", "--init", sources])
        let program = "sources/programs/com.example.hello/"
        mkdir(folder.path + "/" + program + "resources", 0o755)
        folder.write(Array("Tea\n".utf8), to: program + "resources/menu.txt")
        folder.write(Array("icon: hello.png\nresources: [menu.txt]\n".utf8), to: program + "program.yaml")
        let stage = try bench.piped(["serve", sources, "--fault", "\(code):com.example.hello"])
        try stage.wait(forLines: 2)
        let launch = ["launch", "com.example.hello", "--json", "--server", stage.lines[0]]
        let said = try lines(launch + (code == 10010 ? ["--timeout", "1"] : []), status)
        #expect(said.last?.contains("\"code\":\(code)") == true)
        kill(stage.process, SIGTERM)
        #expect(try stage.waitForEnd() == .signal(SIGTERM))
    }

    @Test func theStageNamesWhatIsWrongInSources() throws {
        let folder = TemporaryFolder()
        _ = try lines(["publish", "--init", folder.path + "/sources"])
        folder.write(Array("items: 7\n".utf8), to: "sources/banners/home.yaml")
        let stage = try bench.piped(["serve", folder.path + "/sources"])
        #expect(try stage.waitForEnd() == .status(65))
        #expect(String(decoding: stage.errors, as: UTF8.self).contains("banners/home.yaml:1:8: "))
        #expect(try bench.piped(["serve", "--fault", "10008"]).waitForEnd() == .status(64))
    }

    @Test func scenariosRunWithoutATerminalAndTellAMachine() throws {
        let folder = TemporaryFolder()
        let (report, file) = (folder.path + "/report.xml", folder.path + "/failing.yaml")
        let scenario = "title: Never so\nlaunch: com.example.tea\nsteps:\n  - wait: { text: nowhere }\n"
        folder.write(Array(scenario.utf8), to: "failing.yaml")
        let shipped = ScenarioTests.shipped + "flows/success.yaml"
        let said = try lines(["scenario", "run", "--headless", "--junit", report, shipped, file], 1)
        #expect(said.last?.hasPrefix("1 passed, 1 failed in ") == true)
        #expect(said.contains { $0.contains("failing.yaml:4") })
        let xml = String(decoding: try #require(folder.read("report.xml")), as: UTF8.self)
        #expect(xml.contains(#"tests="2" failures="1""#) && xml.contains("<failure"))
        #expect(try lines(["scenario", "check", shipped]) == ["1 scenario is well written."])
        #expect(try lines(["scenario", "list", file]) == ["\(file): Never so"])
    }

    @Test func aChecklistOfOneItemIsCountedInTheSingular() throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/list.yaml"
        let item = "  - { id: a, title: A, launch: com.example.tea, do: Look., see: Tea. }\n"
        folder.write(Array("title: Ours\nitems:\n\(item)".utf8), to: "list.yaml")
        #expect(try lines(["qa", "check", file]) == ["\(file): 1 item, well written."])
        let other = item.replacing("id: a", with: "id: b")
        folder.write(Array("title: Ours\nitems:\n\(item)\(other)".utf8), to: "list.yaml")
        #expect(try lines(["qa", "check", file]) == ["\(file): 2 items, well written."])
    }

    @Test func aScreenOfAScenarioIsTheSameBytesEachTime() throws {
        for format in ["text", "ansi", "svg"] {
            let arguments = ["snapshot", "flows/success", "--at", "program", "--format", format, "--size", "60x20"]
            let (once, again) = (try bench.piped(arguments), try bench.piped(arguments))
            #expect(try once.waitForEnd() == .status(0) && again.waitForEnd() == .status(0))
            #expect(!once.output.isEmpty && once.output == again.output)
            #expect(once.output.contains(0x1B) == (format == "ansi"))
            if format == "text" { #expect(once.lines.contains { $0.hasPrefix("  q Close   Tab Next") }) }
            if format == "svg" { #expect(once.lines.first?.hasPrefix("<svg ") == true && once.lines.last == "</svg>") }
        }
        _ = try lines(["snapshot", "flows/success", "--at", "nothing-of-that-name"], 64)
    }
}
