import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Events: one event")
struct CampaignEventTests {
    static func event(_ number: Int, key: String = "home", index: Int? = 3) -> CampaignEvent {
        CampaignEvent(
            id: "id-\(number)", kind: CampaignEvent.Kind.allCases[number % 4], key: key, index: index,
            time: "2026-11-21T07:00:00.123Z")
    }

    @Test("An event is what the platform reads, without an index where it is about the whole banner")
    func wire() throws {
        #expect(
            String(decoding: CampaignEvent.batch([Self.event(0), Self.event(2, index: nil)]), as: UTF8.self) == """
                {"events":[{"id":"id-0","type":"impression","bannerKey":"home","index":3,\
                "time":"2026-11-21T07:00:00.123Z"},{"id":"id-2","type":"load","bannerKey":"home",\
                "time":"2026-11-21T07:00:00.123Z"}]}
                """)
        for number in 0..<8 {
            let event = Self.event(number, index: number.isMultiple(of: 2) ? nil : number)
            #expect(try CampaignEvent(JSON.parse(Array(event.json.jsonText.utf8))) == event)
        }
    }

    @Test("Ids are random UUIDs of version 4, each another")
    func ids() {
        var generator = SplitMix64(seed: 4)
        let ids = (0..<1_000).map { _ in CampaignEvent.makeID(using: &generator) }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            let parts = id.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == "4" && "89ab".contains(parts[3].first ?? "x"))
            #expect(id.allSatisfy { $0 == "-" || $0.isHexDigit && !$0.isUppercase })
        }
    }

    @Test("Whatever a key holds, an event is one line, and comes back")
    func lines() {
        let keys = ["home", "a\nb", "\"\\", "晚上", "\u{202E}", "x\u{0}y"]
        let events = keys.enumerated().map { Self.event($0.offset, key: $0.element, index: $0.offset) }
        let bytes = events.flatMap(EventLine.encode)
        #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == keys.count)
        let decoded = EventLine.decode(bytes)
        #expect(decoded.events == events && decoded.damaged == 0)
    }

    @Test("A file cut anywhere keeps every event that was whole")
    func torn() {
        let events = (0..<5).map { Self.event($0) }
        let bytes = events.flatMap(EventLine.encode)
        for count in 0...bytes.count {
            let whole = bytes[..<count].filter { $0 == UInt8(ascii: "\n") }.count
            let decoded = EventLine.decode(Array(bytes[..<count]))
            #expect(decoded.events == Array(events[..<whole]) && decoded.damaged == 0)
        }
    }

    @Test("A damaged line is left out and counted; no other event changes")
    func damaged() {
        var generator = SplitMix64(seed: 11)
        let events = (0..<5).map { Self.event($0) }
        let bytes = events.flatMap(EventLine.encode)
        for _ in 0..<500 {
            var wrong = bytes
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            wrong[place] ^= UInt8.random(in: 1...255, using: &generator)
            let decoded = EventLine.decode(wrong)
            #expect(decoded.events.allSatisfy(events.contains))
            #expect(decoded.events.count >= events.count - 2 && decoded.events.count < events.count)
        }
    }
}
