import Foyer
import Testing

@testable import FoyerQA

/// The trace of the demo: parts of the start as spans, all else as instants.
@Suite struct HostTraceTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: (1000 + milliseconds) * 1_000_000) }

    @Test func partsAreSpansAndNotesAreInstants() throws {
        let trace = HostTrace()
        trace.take(HostMoment("launch screen", .began, at: at(0)))
        trace.take(HostMoment("launch screen", .ended, at: at(200)))
        trace.take(HostMoment("config", .began, at: at(210)))
        trace.take(HostMoment("launch of \u{1B}x", .noted, at: at(300)))
        let events = try JSONNode(JSON.parse(Array(trace.json(name: "demo").utf8))).field("traceEvents").elements()
        #expect(try events.map { try $0.field("ph").text() } == ["M", "X", "X", "i"])
        #expect(try events[1].field("dur").integer(in: 0...1_000_000_000) == 200_000)
        #expect(try events[2].field("ts").integer(in: 0...1_000_000_000) == 210_000)
        #expect(try events[2].field("dur").integer(in: 0...1_000_000_000) == 90_000, "what has not ended lasts until the last moment")
        #expect(try events[3].field("ts").integer(in: 0...1_000_000_000) == 300_000)
        #expect(try !events[3].field("name").text().unicodeScalars.contains("\u{1B}"))
    }

    @Test func markersAreStates() {
        #expect(HostMoment("splash", .began, at: at(0)).label == "splash")
        #expect(HostMoment("splash", .ended, at: at(0)).label == nil)
        #expect(HostMoment("root", .ended, at: at(0)).label == "root complete")
    }
}
