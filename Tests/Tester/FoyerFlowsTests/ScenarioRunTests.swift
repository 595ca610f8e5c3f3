import Foyer
import FoyerSystem
import Testing

@testable import FoyerFlows

/// What runs of scenarios do and say.
@Suite struct ScenarioRunTests {
    @Test func aFailedStepIsNamedWithItsLineAndTheScreen() async throws {
        let scenario = try ScenarioRig.scenario(
            "  - wait: { state: error }\n  - expect: { text: \"10003\" }\n", app: "com.example.box")
        let result = try await ScenarioRig.run(scenario)
        #expect(!result.hasPassed)
        #expect(result.failure?.step?.line == 6)
        #expect(result.failure?.reason.description == "\"10003\" is not on the screen.")
        #expect(result.report(.english).hasPrefix("t.yaml:6: expect text 10003\n"))
        #expect(result.report(.english).contains("Mini program unzip failed"))
        let lines = result.report(.english).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        #expect(result.report(.english).contains("\n  Row 13 has \"1000[2]\", not \"1000[3]\".\n"))
        #expect(lines.count <= 26 && lines.allSatisfy { $0.count <= 80 }, "it fits the terminal that it ran in")
    }

    @Test func waitsTakeVirtualTimeAlone() async throws {
        let head = "stage: { faults: [{ route: package, fault: hang }] }\n"
        let result = try await ScenarioRig.run(
            try ScenarioRig.scenario("  - wait: { state: error }\n  - expect: { text: \"10010\" }\n", head: head))
        #expect(result.failure?.reason.description == nil)
        #expect(result.virtualTime == .seconds(30))
    }

    @Test func whatNeverComesIsGivenUpAfterItsTime() async throws {
        let result = try await ScenarioRig.run(try ScenarioRig.scenario("  - wait: { text: Nowhere, within: 7 }\n"))
        #expect(result.failure?.reason.description == "After 7 s: \"Nowhere\" is not on the screen.")
        #expect(result.virtualTime == .seconds(7))
    }

    @Test(arguments: [
        ("banner: home", "expect: { banner: hidden }", "The banner is ok, not hidden."),
        ("banner: home", "wait: { banner: { page: 4 }, within: 1 }", "After 1 s: The banner's page is 0, not 4."),
        (
            "banner: down", "wait: { banner: { error: -989 }, within: 40 }",
            "After 40 s: The banner's error is -994, not -989."
        ),
        (
            "banner: home", "bind: { view: a, item: 0 }",
            "Nothing here can be bound; the flow needs a banner with views."
        ),
        ("banner: home", "expect: { root: v1 }", "This flow has no root screen."),
        ("banner: home", "tap: 1", "This flow has no host with notifications."),
        ("demo: start", "wait: { root: v2, within: 1 }", "After 1 s: The root is v1, not v2."),
        ("demo: start", "expect: { desktop: [a] }", "The desktop has: none"),
        ("demo: start", "expect: { opened: refused }", "The last link is none, not \"refused\"."),
        ("demo: start", "expect: { guide: a }", "No guide page was served."),
        (
            "open: foyer://nowhere", "press: q",
            "The link \"foyer://nowhere\" leads nowhere; nothing was started."
        ),
        ("launch: com.example.tea", "expect: { banner: ok }", "There is no banner."),
        (
            "launch: com.example.tea", "expect: { colour: { Tea House: bad } }",
            "\"Tea House\" has the colour #e8a33d, not #e05a4f."
        ),
    ])
    func whatDoesNotHoldIsSaid(start: String, step: String, message: String) async throws {
        let text = "title: T\n\(start)\nsettings: { motion: reduced }\nsteps:\n  - \(step)\n"
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        #expect(result.failure?.reason.description == message)
    }

    @Test func theSameScenarioDrawsTheSameBytes() async throws {
        let assets = try ScenarioRig.shippedAssets()
        let scenario = try ScenarioRig.scenario("  - wait: { state: ready }\n")
        for format in Snapshot.Format.allCases {
            // What moves takes long in a debug build.
            let size = format.isBinary ? CellSize(columns: 40, rows: 12) : nil
            let first = try await Snapshot.draw(scenario, at: nil, size: size, format: format, on: assets)
            let second = try await Snapshot.draw(scenario, at: "1", size: size, format: format, on: assets)
            #expect(first == second)
            #expect(first.count > 500)
        }
    }

    /// What is beneath a card is veiled.
    @Test func aCardsPictureHasThePixelsOfItsCells() async throws {
        let cell = TerminalAnswers.PixelSize(width: 9, height: 19)
        let head = "title: T\ndemo: start\nstage: { campaign: { home: always } }\nsettings: { motion: reduced }\n"
        let steps = "steps:\n  - wait: { popup: [show], text: Forty stalls }\n  - advance: 2\n"
        var scenario = try Scenario.read(Array((head + steps).utf8), file: "t.yaml").get()
        #expect(try await ScenarioRig.run(scenario).shownPictures.isEmpty)
        scenario.settings.pixelCell = cell
        let bright = try await ScenarioRig.run(scenario).shownPictures.filter(\.shades.isEmpty)
        let picture = try #require(bright.first)
        #expect(bright.count == 1)
        let size = picture.source.size
        #expect(size.columns > 20 && size.rows > 4)
        let pixels = try #require(picture.pixels(cell: cell))
        #expect(pixels.width == size.columns * cell.width && pixels.height == size.rows * cell.height)
        // More than a colour or two for each cell.
        let colors = Set((0..<pixels.width * pixels.height).map { Array(pixels.bytes[$0 * 4..<$0 * 4 + 3]) })
        #expect(colors.count > size.columns * size.rows * 4, "\(colors.count)")
    }

    @Test func jUnitEscapesWhatXMLCannotHold() async throws {
        var scenario = try ScenarioRig.scenario("  - expect: { text: \"<&\\\"\" }\n")
        scenario.title = "a < b & \"c\" \u{1}"
        let xml = try await ScenarioRig.report([scenario]).junit
        #expect(xml.contains("name=\"a &lt; b &amp; &quot;c&quot; \u{FFFD}\""))
        #expect(xml.contains("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""))
        #expect(xml.contains("message=\"&quot;&lt;&amp;&quot;&quot; is not on the screen.\""))
        #expect(!xml.contains("< b"))
    }
}

@Suite struct BlockGlyphTests {
    @Test func shapesCoverTheirCell() {
        func area(_ scalar: Unicode.Scalar) -> Double {
            (BlockGlyph.parts(scalar) ?? []).reduce(0) { $0 + $1.width * $1.height }
        }
        #expect(area("█") == 1)
        for (index, scalar) in "▁▂▃▄▅▆▇".unicodeScalars.enumerated() { #expect(area(scalar) == Double(index + 1) / 8) }
        for (index, scalar) in "▏▎▍▌▋▊▉".unicodeScalars.enumerated() { #expect(area(scalar) == Double(index + 1) / 8) }
        for scalar in "▖▗▘▝".unicodeScalars { #expect(area(scalar) == 0.25) }
        for scalar in "▚▞▀▐".unicodeScalars { #expect(area(scalar) == 0.5) }
        for scalar in "▙▛▜▟".unicodeScalars { #expect(area(scalar) == 0.75) }
        #expect(BlockGlyph.parts("a") == nil)
    }

    @Test func upperLeftIsUpperLeft() {
        #expect(BlockGlyph.parts("▘") == [.init(x: 0, y: 0, width: 0.5, height: 0.5)])
        #expect(BlockGlyph.parts("▗") == [.init(x: 0.5, y: 0.5, width: 0.5, height: 0.5)])
    }

    /// A picture may be hard to decode, and somebody waits for the screen.
    @Test func aScenarioThatTakesTooLongInRealTimeFails() async throws {
        let scenario = try ScenarioRig.scenario("  - wait: Tea")
        let platform = try ScenarioRig.shippedAssets().platform
        let result = await BlockingThread.run {
            HeadlessRun.run(scenario, platform: platform, pictures: PictureMemory(), patience: .zero)
        }
        #expect(!result.hasPassed)
        #expect(result.report(.english).contains("more than a minute"))
    }
}
