import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

/// `--trace FILE` and `--record FILE`: what a strict viewer and a player read in them after a real run.
@Suite(.serialized, .ownThreads) struct EvidenceTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/trace.json" }
    private var options: [String] { ["--trace", path, "--server", bench.stage.url] }

    init() throws { bench = try Bench(Self.stage) }

    /// The trace of what took `time`: nothing in it may be later.
    private func trace(within time: Duration) throws -> TraceFile {
        let trace = try TraceFile(try #require(folder.read("trace.json")))
        let last = (trace.spans.map(\.end) + trace.moments.map(\.time)).max() ?? 0
        #expect(Duration.microseconds(last) <= time)
        return trace
    }

    @Test func aLaunchWithAReloadHasItsStepsItsFirstFrameAndItsEnd() throws {
        let began = ContinuousClock.now
        try bench.stage.fail("metadata", #""kind":"status","code":401"#, times: 1)
        let session = try bench.foyer(["launch", Bench.id("tea")] + options)
        try session.wait(forText: "✕  10003")
        try bench.stage.fail("package", #""kind":"delay","seconds":0.3"#)
        session.send("r")
        try session.wait(forText: pageText)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let trace = try trace(within: ContinuousClock.now - began)
        #expect(trace.process == "com.example.tea")
        let steps = trace.spans.map(\.name).filter { $0 != "icon" }
        #expect(steps == ["metadata", "package", "verify", "unzip", "resources", "ready"])
        let package = try #require(trace.spans.first { $0.name == "package" })
        #expect(package.end - package.start >= 300_000)
        // All attempts are there, each in its place.
        let names = trace.moments.map(\.name)
        #expect(names.first == "first frame" && names.last == "ready")
        let times = trace.moments.map(\.time)
        #expect(times.first == 0 && times == times.sorted())
        #expect(names.filter { $0.hasPrefix("attempt ") } == ["attempt 1", "attempt 2"])
        let again = try #require(trace.moments.first { $0.name == "attempt 2" })
        #expect(trace.spans.allSatisfy { $0.start >= again.time })
    }

    @Test func aLaunchInLinesHasNoFirstFrame() throws {
        let began = ContinuousClock.now
        let program = try bench.piped(["launch", Bench.id("box"), "--json"] + options)
        #expect(try program.waitForEnd() == .status(22))
        let trace = try trace(within: ContinuousClock.now - began)
        #expect(trace.spans.contains { $0.name == "package" })
        #expect(trace.moments.map(\.name).contains { $0.hasPrefix("error 10002") })
        #expect(!trace.moments.map(\.name).contains("first frame"))
    }

    @Test func aCommandsLaunchAndABannerToo() throws {
        let began = ContinuousClock.now
        let title = "two\u{202E} words"
        let run = try bench.piped([
            "run", "--title", title, "--trace", path, "--ready-text", "open", "--", "echo", "open",
        ])
        #expect(try run.waitForEnd() == .status(0))
        let launch = try trace(within: ContinuousClock.now - began)
        #expect(!launch.spans.isEmpty && launch.process.hasPrefix("two") && !launch.process.contains("\u{202E}"))
        let banner = try bench.foyer(["banner", "home"] + options)
        try banner.wait(forText: bannerTitles[0])
        banner.send("q")
        #expect(try banner.waitForEnd() == .status(0))
        #expect(try trace(within: ContinuousClock.now - began).spans.map(\.name) == ["data"])
    }

    /// By its ending, a trace is a page: with every frame, why it failed, and the launch's steps.
    @Test func aTraceIsAPageByItsEnding() throws {
        let page = folder.path + "/trace.html"
        let session = try bench.foyer(["launch", Bench.id("box"), "--trace", page, "--server", bench.stage.url])
        try session.wait(forText: "✕  10002")
        session.send("q")
        #expect(try session.waitForEnd() == .status(22))
        let launch = String(decoding: try #require(folder.read("trace.html")), as: UTF8.self)
        #expect(launch.contains("class=\"frames\">AA") && launch.contains("Content-Security-Policy"))
        #expect(launch.contains("<section class=\"why\"") && launch.contains("error 10002"))
        #expect(launch.contains("data-span data-from") && launch.contains("class=\"step failed\""))
        // Nobody sees a screen: what was said in lines is there.
        let run = try bench.piped(["run", "--plain", "--trace", page, "--", "sh", "-c", "echo open; exit 3"])
        #expect(try run.waitForEnd() == .status(3))
        let command = String(decoding: try #require(folder.read("trace.html")), as: UTF8.self)
        #expect(command.contains("class=\"frames\">AA") && command.contains("foyer run"))
        let reason = try #require(command.split(separator: "<p class=\"reason\">").last?.prefix { $0 != "<" })
        #expect(reason.contains("ended with status 3"), "\(reason)")
    }

    /// Errors reach lines, traces, recordings and reports as sentences, never as a dump of Swift's.
    @Test(arguments: ErrorCase.all) func nothingIsADump(_ error: ErrorCase) throws {
        let options = error.options + ["--server", bench.stage.url]
        let files = ["--trace", path, "--record", folder.path + "/cast"]
        var texts: [String] = []
        for form in ["--plain", "--json"] {
            let program = try bench.piped(["launch", Bench.id(error.app), form] + files + options)
            #expect(try program.waitForEnd() == .status(error.status))
            texts.append(String(decoding: program.output + program.errors, as: UTF8.self))
        }
        let scenario = folder.path + "/wrong.yaml"
        folder.write(
            Array(
                """
                title: T
                launch: { app: \(Bench.id(error.app)), timeout: 1 }
                settings: { motion: reduced }
                steps:
                  - wait: { state: error }
                  - press: q
                  - expect: { state: ended, outcome: completed, calls: [exit] }
                """.utf8), to: "wrong.yaml")
        let run = try bench.piped(
            ["scenario", "run", "--headless", scenario, "--junit", folder.path + "/junit.xml"])
        #expect(try run.waitForEnd() == .status(1))
        texts.append(String(decoding: run.output + run.errors, as: UTF8.self))
        for name in ["trace.json", "cast", "junit.xml"] {
            texts.append(String(decoding: try #require(folder.read(name), "\(name)"), as: UTF8.self))
        }
        for text in texts {
            #expect(text.contains("\(error.code)"))
            for dump in [
                "FoyerCore.", "FoyerFlows.", "FoyerChecklist.", "Swift.", "LaunchFailure", "(code:", "Optional(",
            ] {
                #expect(!text.contains(dump), "\(dump) in \(text)")
            }
        }
    }

    @Test func theDemosStartAndItsLaunches() throws {
        let began = ContinuousClock.now
        let session = try bench.foyer(["demo"] + options)
        try session.wait(forText: "City Bikes")
        session.send(.enter)
        try session.wait(forText: pageText)
        session.send("q")
        try session.wait(forText: "City Bikes")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        let trace = try trace(within: ContinuousClock.now - began)
        #expect(trace.spans.map(\.name) == ["launch screen", "splash", "config", "root"])
        #expect(!trace.moments.isEmpty)
    }

    @Test func aRecordingPlaysWhatWasShown() throws {
        let session = try bench.foyer(
            ["launch", Bench.id("tea"), "--server", bench.stage.url, "--record", folder.path + "/launch.cast"])
        try session.wait(forText: pageText)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let lines = try #require(folder.read("launch.cast")).split(separator: UInt8(ascii: "\n"))
        let head = JSONNode(try JSON.parse(Array(try #require(lines.first))))
        #expect(try head.field("version").integer(in: 3...3) == 3)
        let term = try head.field("term")
        #expect(try term.field("cols").integer(in: 80...80) == 80 && term.field("rows").integer(in: 24...24) == 24)
        var (shown, marks, ends) = ([String](), [String](), [String]())
        for line in lines.dropFirst() {
            let event = try JSONNode(JSON.parse(Array(line))).elements()
            _ = try event[0].number(in: 0...3_600)
            switch try event[1].text() {
            case "o": shown.append(try event[2].text())
            case "m": marks.append(try event[2].text())
            case "x": ends.append(try event[2].text())
            case let kind: Issue.record("an event of the kind \(kind)")
            }
        }
        #expect(ends == ["0"])
        // All that reached the terminal; how the screen was left may be said in another order.
        // Questions to the terminal are not part of a recording.
        #expect(shown.dropLast().joined().utf8.count > 1_000)
        var rest = Array(session.bytes)[...]
        let clearing = "\u{1B}[H\u{1B}[2J"
        for piece in shown.dropLast() {
            // They stand between the modes and the first frame.
            let clear = piece.firstRange(of: clearing)?.lowerBound ?? piece.endIndex
            for part in [piece[..<clear], piece[clear...]] where !part.isEmpty {
                let place = try #require(rest.firstRange(of: Array(part.utf8)))
                rest = rest[place.upperBound...]
            }
        }
        #expect(shown.last?.contains("\u{1B}[?1049l") == true)
        #expect(marks.first == "Attempt 1" && Array(marks.suffix(2)) == ["Ready", "left"] && marks.count >= 6)
    }

    /// The terminal's own screen follows the program's, with nothing on it.
    @Test(arguments: ["launch.cast", "launch.v2.cast"])
    func aRecordingIsDrawnAsItsLastPage(name: String) throws {
        let file = folder.path + "/" + name
        let session = try bench.foyer(["launch", Bench.id("tea"), "--server", bench.stage.url, "--record", file])
        try session.wait(for: "the page with its picture") { $0.text.contains(pageText) && $0.text.contains("▓") }
        try session.waitUntilItRests()
        let shown = session.screen.map(Self.trimmed).filter { !$0.isEmpty }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let drawn = try bench.piped(["snapshot", file])
        #expect(try drawn.waitForEnd() == .status(0))
        #expect(drawn.lines.map(Self.trimmed).filter { !$0.isEmpty } == shown)
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Where there is no screen a recording holds the lines, and each marker is in words, at its time.
    @Test(arguments: ["launch", "run", "banner"]) func aRecordingHoldsTheLines(command: String) throws {
        try bench.stage.fail("package", #""kind":"delay","seconds":0.3"#)
        let path = folder.path + "/lines.cast"
        let program = try bench.piped(
            [command]
                + (command == "run"
                    ? [] : [command == "banner" ? "home" : Bench.id("tea"), "--server", bench.stage.url])
                + ["--plain", "--record", path]
                + (command == "run" ? ["--", "sh", "-c", "echo here; sleep 0.3; exit 7"] : []))
        #expect(try program.waitForEnd() == .status(command == "run" ? 7 : 0))
        let lines = try #require(folder.read("lines.cast")).split(separator: UInt8(ascii: "\n"))
        var (shown, marks, now) = ("", [(time: Double, text: String)](), 0.0)
        var end: String?
        for line in lines.dropFirst() {
            let event = try JSONNode(JSON.parse(Array(line))).elements()
            let text = try event[2].text()
            now += try event[0].number(in: 0...3_600)
            #expect(end == nil)
            switch try event[1].text() {
            case "o": shown += text
            case "x": end = text
            default: marks.append((now, text))
            }
        }
        #expect(end == (command == "run" ? "7" : "0"))
        let recorded = Array(shown.utf8).filter { $0 != UInt8(ascii: "\r") }
        // A command's output and the launch's own lines go two ways, and are recorded as they come.
        let printed = program.output + program.errors
        func texts(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        #expect(texts(recorded).sorted() == texts(Array(printed)).sorted())
        #expect(!marks.contains { $0.text.contains("(") && $0.text.contains("Core") })
        guard command != "banner" else { return }
        #expect(marks.count >= 3)
        if command == "launch" {
            let (began, ended) = (marks.first { $0.text == "Downloading" }, marks.first { $0.text == "Checking" })
            #expect(try #require(ended).time - #require(began).time >= 0.3)
        }
    }
}
