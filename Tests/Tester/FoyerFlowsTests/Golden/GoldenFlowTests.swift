import Foyer
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows
@testable import FoyerGolden
@testable import FoyerTrace

/// The step `golden`, for programs and for launches.
@Suite struct GoldenFlowTests {
    private let folder = TestFolder()

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func scenario(_ text: String, _ rule: GoldenOrder.Rule) throws -> Scenario {
        var scenario = try Scenario.read(Array(text.utf8), file: path("cable.yaml")).get()
        scenario.goldens.rule = rule
        return scenario
    }

    private func program(_ script: String, _ steps: String, head: String = "", _ rule: GoldenOrder.Rule) async throws
        -> ScenarioResult
    {
        let text = "title: T\nsize: 30x4\nrun: [sh, -c, '\(script)']\n\(head)steps:\n\(steps)"
        return try await ScenarioRig.run(try scenario(text, rule))
    }

    private func kept(_ name: String) -> String? {
        (try? UserFile.read(path("cable.screens/\(name).txt"), limit: 1 << 20)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private let open = "  - wait: open\n  - golden: cable\n"

    @Test func aMissingScreenIsWrittenAndSaidSo() async throws {
        let result = try await program("echo Cable open; read x", open, .record)
        #expect(result.hasPassed)
        #expect(
            result.goldenNotes.map(\.english) == [
                "Golden screen written, look at it: \(path("cable.screens/cable.30x4.txt"))"
            ])
        #expect(kept("cable.30x4")?.contains("\nCable open\n") == true)
        let again = try await program("echo Cable open; read x", open, .record)
        #expect(again.hasPassed && again.goldenNotes.isEmpty)
        #expect(try await program("echo Cable open; read x", open, .frozen).hasPassed)
    }

    /// Nothing between the key and the screen says that the program has answered.
    @Test func aMissingScreenIsThatAfterTheKey() async throws {
        let steps = "  - wait: open\n  - golden: first\n  - press: enter\n  - golden: second\n"
        let script = "stty -echo; echo open; read x; sleep 0.4; echo more; read x"
        let result = try await program(script, steps, .record)
        #expect(result.hasPassed && kept("first.30x4")?.contains("more") == false)
        #expect(kept("second.30x4")?.contains("\nmore\n") == true)
        #expect(try await program(script, steps, .update).goldenNotes.isEmpty)
    }

    @Test func aMissingScreenFailsWhereNobodyLooks() async throws {
        let result = try await program("echo Cable open", open, .frozen)
        #expect(result.report(.english).contains("There is no golden screen"))
        #expect(!UserFile.exists(path("cable.screens")))
    }

    @Test func oneColourOfOneCellFailsWithBothValues() async throws {
        let green = "printf \"\\033[32mopen\\033[0m\""
        _ = try await program("\(green); read x", open, .record)
        let result = try await program("printf \"\\033[32mop\\033[31me\\033[32mn\\033[0m\"", open, .record)
        let report = result.report(.english)
        #expect(report.contains("1 cell differs from \(path("cable.screens/cable.30x4.txt"))."), "\(report)")
        #expect(report.contains("The cell in column 3 of row 1 shows \"e\" #cd0000, not \"e\" #00cd00."), "\(report)")
        #expect(report.contains("\n  ^" + String(repeating: " ", count: 32) + "^"), "\(report)")
        #expect(result.failure?.sentence(.english).string.contains("#cd0000, not") == true, "as in JUnit files")
        #expect(result.failure?.step?.line == 6)
    }

    /// On its page, the agreed screen stands beside what came: it differs in that one cell, and masks stay masks.
    @Test func theTraceShowsTheAgreedScreenBesideTheOther() async throws {
        let head = "mask: '[0-9]{2}:[0-9]{2}'\n"
        _ = try await program("echo 12:30; printf \"\\033[32m茶 open\\033[0m\"; read x", open, head: head, .record)
        let result = try await program(
            "echo 07:59; printf \"\\033[32m茶 op\\033[31me\\033[32mn\\033[0m\"; read x",
            "  - wait: op\n  - golden: cable\n", head: head, .frozen)
        let attempt = try #require(result.tries.first)
        let agreed = try #require(Array(try attempt.expected.first?.frames.track() ?? ScreenTrack()).first)
        let got = try #require(Array(try attempt.frames.track()).last)
        #expect(agreed.screen.textLines[0].hasPrefix("░░░░░") && got.screen.textLines[0].hasPrefix("07:59"))
        #expect(agreed.surroundings.cursor == got.surroundings.cursor)
        let differing = agreed.screen.cells.indices.filter {
            let (one, two) = (agreed.screen.cells[$0], got.screen.cells[$0])
            return one != two && !one.attributes.contains(.masked)
        }
        #expect(differing == [30 + 5], "the e")
        #expect(agreed.screen.cells[35].foreground == .hex(0x00CD00))
        // Sent as a page, it can be compared as well.
        let page = path("sent" + TracePage.ending)
        try UserFile.write(Array(TracePage(Trace(result), language: .english).html.utf8), to: page)
        let sent = try GoldenFiles.screens(path("cable.screens/cable.30x4.txt"), page)
        #expect(
            GoldenDifference(from: sent.old, to: sent.new)?.changes.contains { $0.column == 5 && $0.row == 1 } == true)
        #expect(GoldenDifference(from: sent.old, to: sent.new)?.count == 6, "the clock, and the e")
        #expect(throws: LocalizedFailure.self) { try GoldenFiles.screen(path("none.html")) }
    }

    /// Of a launch the same, in the colours of its theme.
    @Test func aLaunchsTraceShowsTheAgreedScreen() async throws {
        let text = """
            title: T
            launch: com.example.tea
            settings: { motion: reduced }
            steps:
              - wait: { state: ready }
              - golden: tea
            """
        _ = try await ScenarioRig.run(try scenario(text, .record))
        #expect(try await ScenarioRig.run(try scenario(text, .frozen)).tries.first?.expected.isEmpty == true)
        let light = text.replacing("reduced }", with: "reduced, theme: light }")
        let result = try await ScenarioRig.run(try scenario(light, .frozen))
        let agreed = try #require(Array(try result.tries.first?.expected.first?.frames.track() ?? ScreenTrack()).first)
        #expect(kept("tea.80x24")?.contains("\nplain: #efe6dc on #14110f\n") == true)
        #expect(agreed.screen.cells.first?.background == .hex(0x14110F))
    }

    /// A colour that was changed everywhere is seen everywhere at once.
    @Test func aFlowGoesOnAfterAScreenThatDiffers() async throws {
        let steps = """
              - wait: open
              - golden: first
              - press: enter
              - wait: more
              - golden: second
              - press: enter
              - wait: end
              - golden: third

            """
        func script(_ colour: Int, _ end: String) -> String {
            let paint = "printf \"\\033[\(colour)m%s\\033[0m\\n\""
            return "stty -echo; \(paint) open; read x; \(paint) more; read x; echo \(end); read x"
        }
        _ = try await program(script(32, "end"), steps, .record)
        let result = try await program(script(31, "end"), steps, .record)
        let failure = try #require(result.failure)
        #expect(failure.step?.line == 6 && failure.more.map(\.step?.line) == [9, 12])
        let said = failure.sentence(.english).string
        #expect(said.contains("differ from \(path("cable.screens/first.30x4.txt"))."), "\(said)")
        #expect(said.hasSuffix("2 more golden screens are not as agreed: second.30x4.txt, third.30x4.txt"), "\(said)")
        let report = result.report(.english)
        for name in ["first", "second", "third"] {
            #expect(report.contains("golden \(name)\n") && report.contains("/\(name).30x4.txt."), "\(report)")
        }
        // Its trace has each beside what came, and nothing was written.
        let attempt = try #require(result.tries.first)
        #expect(attempt.steps.indices.filter { attempt.steps[$0].state == .failed } == [1, 4, 7])
        #expect(attempt.expected.map(\.step) == [1, 4, 7])
        let frames = Array(try attempt.frames.track())
        for (expected, text) in zip(attempt.expected, ["open", "more", "end"]) {
            let got = frames[try #require(expected.frame)].screen.textLines.last { !$0.isEmpty }
            #expect(got == text)
        }
        #expect(try await program(script(32, "end"), steps, .frozen).hasPassed)
        #expect(try await program(script(31, "end"), steps, .update).goldenNotes.count == 3)
    }

    /// What ends the flow is told as well.
    @Test func whatFailsAfterAScreenIsTold() async throws {
        _ = try await program("echo open; read x", open, .record)
        let limit = "  - wait: { text: never, within: 0.2 }\n"
        let result = try await program("echo open!; read x", open + limit, .frozen)
        let failure = try #require(result.failure)
        #expect(failure.reason.golden != nil && failure.more.count == 1)
        let said = failure.sentence(.english).string
        #expect(said.contains("Later, in line 7: ") && said.contains("\"never\""), "\(said)")
        #expect(result.report(.english).contains("cable.yaml:7: "))
        #expect(result.tries.first?.steps.map(\.state) == [.passed, .failed, .failed])
    }

    /// In a launch, a step may follow in the same instant: the trace shows the frame that was compared.
    @Test func theFrameThatWasComparedIsShown() async throws {
        func text(_ theme: String) -> String {
            """
            title: T
            launch: com.example.tea
            settings: { motion: reduced, theme: \(theme) }
            steps:
              - wait: { state: ready }
              - golden: tea
              - press: q
              - wait: { state: ended }
            """
        }
        _ = try await ScenarioRig.run(try scenario(text("dark"), .record))
        let result = try await ScenarioRig.run(try scenario(text("light"), .frozen))
        let attempt = try #require(result.tries.first)
        let frames = Array(try attempt.frames.track())
        let compared = frames[try #require(attempt.expected.first?.frame)]
        #expect(compared.screen.text.contains("Tea House") && result.failure?.more.isEmpty == true)
        #expect(attempt.ending == "completed" && attempt.steps.map(\.state) == [.passed, .failed, .passed, .passed])
    }

    @Test func updateWritesWhatDiffersAndNothingElse() async throws {
        let steps = "  - wait: open\n  - golden: first\n  - press: enter\n  - wait: more\n  - golden: second\n"
        _ = try await program("echo open; read x; echo more; read x", steps, .record)
        let first = UserFile.status(path("cable.screens/first.30x4.txt"))
        let result = try await program("echo open; read x; echo more!; read x", steps, .update)
        #expect(result.hasPassed)
        #expect(result.goldenNotes.map(\.english).joined().contains("updated"))
        #expect(kept("second.30x4")?.contains("more!") == true)
        #expect(UserFile.status(path("cable.screens/first.30x4.txt"))?.st_ino == first?.st_ino)
        let again = try await program("echo open; read x; echo more!; read x", steps, .update)
        #expect(again.hasPassed && again.goldenNotes.isEmpty)
    }

    /// Only a file that does not exist is missing: one that cannot be read fails the flow and is not replaced.
    @Test(arguments: [GoldenOrder.Rule.record, .update, .frozen, .collect], ["mode", "size", "folder", "link"])
    func anUnreadableGoldenFileFailsTheFlowAndIsNotReplaced(_ rule: GoldenOrder.Rule, _ kind: String) async throws {
        _ = try await program("echo open; read x", open, .record)
        let file = path("cable.screens/cable.30x4.txt")
        switch kind {
        case "mode": #expect(geteuid() == 0 || chmod(file, 0) == 0)
        case "size": #expect(truncate(file, off_t(GoldenText.largest + 1)) == 0)
        case "folder": #expect(unlink(file) == 0 && mkdir(file, 0o755) == 0)
        default: #expect(unlink(file) == 0 && symlink("cable.30x4.txt", file) == 0)
        }
        // The mode does not bind root.
        if kind == "mode", geteuid() == 0 { return }
        var before = stat()
        lstat(file, &before)
        let result = try await program("echo open!; read x", "  - wait: open\n  - golden: cable\n", rule)
        #expect(!result.hasPassed && result.goldenNotes.isEmpty)
        #expect(result.failure?.sentence(.english).string.contains("\(file) cannot be read: ") == true)
        var after = stat()
        lstat(file, &after)
        #expect(before.st_ino == after.st_ino && before.st_size == after.st_size)
    }

    @Test func anUnreadableFolderOfGoldenFilesFailsTheFlow() async throws {
        if geteuid() == 0 { return }
        _ = try await program("echo open; read x", open, .record)
        let screens = path("cable.screens")
        #expect(chmod(screens, 0) == 0)
        defer { chmod(screens, 0o755) }
        let result = try await program("echo open!; read x", open, .record)
        #expect(result.failure?.sentence(.english).string.contains("\(screens) cannot be read: ") == true)
    }

    @Test func onlyWhatNoStepNamesIsListed() async throws {
        let result = try await program("echo open; read x", open, .record)
        #expect(GoldenFiles.unnamed([result]) == [])
        let other = path("cable.screens/other.30x4.txt")
        try UserFile.write([], to: other)
        let again = try await program("echo open; read x", open, .frozen)
        #expect(GoldenFiles.unnamed([again]) == [other])
        let failed = try await program("echo no", "  - golden: cable\n", .frozen)
        #expect(!failed.hasPassed && GoldenFiles.unnamed([failed]) == [])
    }

    @Test func theSameNameInTwoSizesIsTwoFiles() async throws {
        let steps = "  - golden: a\n  - resize: 20x3\n  - golden: a\n"
        let result = try await program("echo open; while :; do read x; done", steps, .record)
        #expect(result.hasPassed, "\(result.report(.english))")
        #expect(kept("a.30x4") != nil && kept("a.20x3") != nil)
    }

    /// Each of them shows what its own size has left.
    @Test func playsThatMeetInOneSizeHaveFilesOfTheirOwn() async throws {
        let text = """
            title: T
            size: [60x12, 30x8]
            run: [sh, -c, 'stty size; trap "" WINCH; while :; do read x; done']
            steps:
              - wait: { matches: "[0-9]" }
              - golden: first
              - resize: 40x10
              - golden: after
              - resize: 30x8
              - golden: last
            """
        func play(_ rule: GoldenOrder.Rule) async throws -> [ScenarioResult] {
            var results: [ScenarioResult] = []
            for variant in try scenario(text, rule).variants { results.append(try await ScenarioRig.run(variant)) }
            return results
        }
        let written = try await play(.record)
        #expect(!written.contains { !$0.hasPassed }, "\(written.map { $0.report(.english) })")
        #expect(
            Folder.names(in: path("cable.screens")).filter { $0.hasSuffix(".txt") }.sorted() == [
                "after.40x10.from-30x8.txt", "after.40x10.from-60x12.txt", "first.30x8.txt", "first.60x12.txt",
                "last.30x8.from-60x12.txt", "last.30x8.txt",
            ])
        #expect(kept("after.40x10.from-60x12")?.contains("\n12 60\n") == true)
        #expect(kept("after.40x10.from-30x8")?.contains("\n8 30\n") == true)
        let again = try await play(.frozen)
        #expect(!again.contains { !$0.hasPassed }, "\(again.map { $0.report(.english) })")
        #expect(GoldenFiles.unnamed(again) == [])
    }

    /// It would be written anew each time.
    @Test func theSameNameForTwoScreensFails() async throws {
        let steps = "  - wait: open\n  - golden: a\n  - press: enter\n  - wait: more\n  - golden: a\n"
        let result = try await program("echo open; read x; echo more; read x", steps, .update)
        #expect(result.failure?.reason.difference != nil)
    }

    @Test func masksOfTheFlowAndOfTheStepAreLaidOn() async throws {
        let head = "mask: '[0-9]{2}:[0-9]{2}'\n"
        let steps = "  - wait: open\n  - golden: a\n    mask: [{ row: 2, column: 1, columns: 4 }]\n"
        _ = try await program("echo open 12:30; echo 4711; read x", steps, head: head, .record)
        #expect(kept("a.30x4")?.contains("\nopen ░░░░░\n░░░░\n") == true)
        let result = try await program("echo open 23:59; echo abcd; read x", steps, head: head, .frozen)
        #expect(result.hasPassed, "\(result.report(.english))")
    }

    /// The same words, and the same file: our own screens lie in it with the colours that they resolve to.
    @Test func aLaunchHasGoldenScreensAsWell() async throws {
        let text = """
            title: T
            launch: com.example.tea
            settings: { motion: reduced }
            steps:
              - wait: { state: ready }
              - golden: tea
            """
        let result = try await ScenarioRig.run(try scenario(text, .record))
        #expect(result.hasPassed, "\(result.report(.english))")
        #expect(kept("tea.80x24")?.contains("plain: #") == true)
        #expect(try await ScenarioRig.run(try scenario(text, .frozen)).hasPassed)
        let light = text.replacing("reduced }", with: "reduced, theme: light }")
        #expect(try await ScenarioRig.run(try scenario(light, .frozen)).failure?.reason.difference != nil)
    }

    /// Of three hundred, the one whose file has another colour in one cell.
    @Test func oneColourOfOneCellInThreeHundredFailsOneFlow() async throws {
        let assets = try ScenarioRig.shippedAssets()
        func scenarios(_ numbers: Range<Int>, _ rule: GoldenOrder.Rule) throws -> [Scenario] {
            try numbers.map { number in
                let text = """
                    title: T
                    size: \(60 + number % 10)x20
                    launch: com.example.gone
                    settings: { motion: reduced }
                    steps: [{ wait: { state: error } }, { golden: gone }]
                    """
                var scenario = try Scenario.read(Array(text.utf8), file: path("flow\(number).yaml")).get()
                scenario.goldens.rule = rule
                return scenario
            }
        }
        let recorded = await ScenarioSuite.runHeadless(try scenarios(0..<10, .record), on: assets)
        #expect(recorded.filter { !$0.hasPassed }.isEmpty)
        for number in 10..<300 {
            let name = "gone.\(60 + number % 10)x20.txt"
            let bytes = try UserFile.read(path("flow\(number % 10).screens/\(name)"), limit: 1 << 20)
            try folder.write(String(decoding: bytes, as: UTF8.self), to: "flow\(number).screens/\(name)")
        }
        var random = SplitMix64(seed: 39)
        let number = Int.random(in: 0..<300, using: &random)
        let file = path("flow\(number).screens/gone.\(60 + number % 10)x20.txt")
        var screen = try GoldenText.parse(try UserFile.read(file, limit: 1 << 20))
        let cell = try #require(
            screen.places.indices.filter { !screen.places[$0].isBlank }.randomElement(using: &random))
        let color = try #require(screen.places[cell].style.foreground)
        screen.places[cell].style.foreground = 0x01_0203
        try UserFile.write(GoldenText.print(screen), to: file)
        let failed = await ScenarioSuite.runHeadless(try scenarios(0..<300, .frozen), on: assets).filter {
            !$0.hasPassed
        }
        #expect(failed.map(\.file) == [path("flow\(number).yaml")])
        let (column, row) = (cell % screen.size.columns + 1, cell / screen.size.columns + 1)
        let report = failed.map { $0.report(.english) }.joined()
        #expect(report.contains("The cell in column \(column) of row \(row) shows "), "\(report)")
        #expect(report.contains(GoldenText.name(color) + ", not ") && report.contains(" #010203."), "\(report)")
    }

    @Test func aFlowIsPlayedInEachSizeThemeAndLanguage() async throws {
        let text = """
            title: T
            size: [60x20, 80x24]
            launch: com.example.gone
            settings: { motion: reduced, theme: [dark, light], language: [en, zh-Hant] }
            steps: [{ wait: { state: error } }, { golden: gone }]
            """
        let variants = try scenario(text, .record).variants
        #expect(variants.count == 8 && Set(variants.map(\.title)).count == 8)
        #expect(variants.last?.title == "T (80x24, light, zh-Hant)")
        let assets = try ScenarioRig.shippedAssets()
        let results = await ScenarioSuite.runHeadless(variants, on: assets)
        #expect(results.filter { !$0.hasPassed }.isEmpty)
        #expect(
            Folder.names(in: path("cable.screens")).sorted().prefix(2) == [
                "gone.60x20.dark.en.txt", "gone.60x20.dark.zh-Hant.txt",
            ])
        #expect(Folder.names(in: path("cable.screens")).count == 8)
        #expect(GoldenFiles.unnamed(results) == [])
        #expect(try scenario(text.replacing("[60x20, 80x24]", with: "60x20"), .frozen).variants.first?.size.rows == 20)
    }

    @Test func aFlawedFileIsNamedWithItsLine() async throws {
        _ = try await program("echo open; read x", open, .record)
        try UserFile.write(Array("what\n".utf8), to: path("cable.screens/cable.30x4.txt"))
        let result = try await program("echo open; read x", open, .record)
        #expect(result.report(.english).contains("cable.30x4.txt:1: no golden screen"))
    }

    @Test func wrongFlowsSayWhatWasExpected() {
        let head = "title: T\nrun: [sh]\n"
        #expect(
            ScenarioRig.problems(head + "steps: [{ golden: a/b }]\n") == [
                "3:19: golden is \"a/b\"; expected a name of letters, digits, . _ or -."
            ])
        #expect(
            ScenarioRig.problems(head + "steps: [{ press: q, mask: x }]\n") == [
                "3:27: mask cannot be combined with press; use one of them."
            ])
        #expect(ScenarioRig.problems(head + "mask: '['\nsteps: [{ golden: a }]\n").count == 1)
        #expect(ScenarioRig.problems(head + "mask: { row: 1 }\nsteps: [{ golden: a }]\n").count == 1)
    }
}
