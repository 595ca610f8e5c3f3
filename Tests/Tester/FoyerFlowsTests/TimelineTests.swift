import Foyer
import FoyerPlatform
import TestSupport
import Testing

@testable import FoyerTrace

/// The trace of the demo: parts of the start as spans, all else as instants.
@Suite struct TimelineTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: (1000 + milliseconds) * 1_000_000) }

    @Test func partsAreSpansAndNotesAreInstants() throws {
        let trace = Timeline(spans: "start", moments: "host")
        trace.take(HostMoment("launch screen", .began, at: at(0)))
        trace.take(HostMoment("launch screen", .ended, at: at(200)))
        trace.take(HostMoment("config", .began, at: at(210)))
        trace.take(HostMoment("launch of \u{1B}x", .happened, at: at(300)))
        let file = try TraceFile(Array(trace.json(name: "demo \u{202E}").utf8))
        #expect(file.process.hasPrefix("demo") && !file.process.contains("\u{202E}"))
        #expect(
            file.spans == [
                .init(name: "launch screen", start: 0, end: 200_000),
                // What has not ended lasts until the last moment.
                .init(name: "config", start: 210_000, end: 300_000),
            ])
        #expect(file.moments.map(\.time) == [300_000])
        #expect(file.moments.allSatisfy { !$0.name.unicodeScalars.contains("\u{1B}") })
    }

    @Test func whatHasNoNameOrComesTooEarlyIsSeenAllTheSame() throws {
        var trace = ChromeTrace(process: "", begin: at(100))
        trace.addSpan("", category: "x", from: at(50), to: at(150))
        trace.addSpan("back", category: "x", from: at(150), to: at(120))
        trace.addMoment("", category: "x", at: at(0))
        let file = try TraceFile(Array(trace.json.utf8))
        #expect(file.spans.map(\.start) == [0, 50_000] && file.spans.map(\.end) == [50_000, 50_000])
        #expect(file.moments.map(\.time) == [0])
    }

    /// The title of `foyer run` is a command line, and a step fails with a command's own words.
    @Test func secretsOfATraceAreDots() throws {
        var trace = ChromeTrace(process: "foyer run mysql -pzq7Hunter9x shop", begin: at(0))
        trace.addSpan("ready", category: "step", from: at(0), to: at(9), arguments: ["state": "failed: zq7Hunter9x"])
        trace.addMoment("ready: cannot log in with zq7Hunter9x", category: "log", at: at(9))
        let text = trace.json
        #expect(!text.contains("zq7") && text.contains("\"secretsHidden\":3"), "\(text)")
        let file = try TraceFile(Array(text.utf8))
        #expect(file.process == "foyer run mysql -p••••••••••• shop" && file.spans.map(\.name) == ["ready"])
        #expect(file.moments.map(\.name) == ["ready: cannot log in with •••••••••••"])
        var plain = ChromeTrace(process: "ls", begin: at(0))
        plain.addMoment("ended", category: "log", at: at(9))
        #expect(!plain.json.contains("otherData"))
    }

    @Test func `each try of a flow is a process, with its steps and its events`() throws {
        var first = Trace.Try(frames: TraceFrames(ScreenTrack(), since: .zero), took: .seconds(1))
        first.steps = [
            Trace.Step("press q", line: 3, from: .zero, to: .milliseconds(5), state: .failed),
            Trace.Step("press r", from: .milliseconds(5), to: .milliseconds(5), state: .unplayed),
        ]
        first.events = [
            TraceEvent(.event, at: .milliseconds(2), "host: splash"),
            TraceEvent(.request, at: .milliseconds(3), "GET /x", isFailure: true),
        ]
        var trace = Trace(title: "T")
        trace.tries = [first, Trace.Try(frames: first.frames, took: .zero)]
        let text = trace.json
        let file = try TraceFile(Array(text.utf8))
        #expect(file.spans == [.init(name: "press q", start: 0, end: 5000)])
        #expect(file.moments.map(\.name) == ["host: splash", "GET /x"])
        for part in [
            #""cat":"flow""#, #""args":{"state":"failed","line":3}"#, #""cat":"request""#,
            #""args":{"state":"failed"}"#,
            #""pid":2,"tid":0,"args":{"name":"T, try 2"}"#,
        ] { #expect(text.contains(part), "\(part) of \(text)") }
        #expect(!text.contains("press r"))
    }

    @Test func markersAreStates() {
        #expect(HostMoment("splash", .began, at: at(0)).label == "splash")
        #expect(HostMoment("splash", .ended, at: at(0)).label == nil)
        #expect(HostMoment("root", .ended, at: at(0)).label == "root complete")
    }
}
