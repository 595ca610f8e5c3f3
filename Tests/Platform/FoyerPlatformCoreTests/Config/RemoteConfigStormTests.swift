import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

@Suite("Remote config: storms")
struct RemoteConfigStormTests {
    @Test("What is kept reads back as it is; damaged in any way it is itself or nothing", arguments: 0..<40)
    func damage(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let texts = [#"{"v":"1","é\u0000":[{"a":1.5e300}]}"#, #"{"n":-9223372036854775808,"t":false}"#, "{}"]
        let values = texts.map(RemoteConfigTests.values)
        let kept = KeptConfig(
            activated: values.randomElement(using: &generator) ?? .none,
            fetched: Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil,
            fetchedAt: Bool.random(using: &generator) ? WallTime(seconds: .random(in: 0...Int64.max)) : nil)
        #expect(KeptConfig(restoring: kept.bytes) == kept)
        for _ in 0..<100 {
            var bytes = kept.bytes
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.removeLast(Int.random(in: 2...bytes.count, using: &generator))
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: bytes.count / 2)
            default:
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            }
            let read = KeptConfig(restoring: bytes)
            #expect(read == .none || KeptConfig(restoring: read.bytes) == read)
        }
        #expect(KeptConfig(restoring: []) == .none)
    }

    @Test("Each fetch ends exactly once, within its time; values change by activation alone", arguments: 0..<300)
    func storm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var config = RemoteConfig(
            defaults: .none, minimumInterval: .seconds(Int.random(in: 0...20, using: &generator)))
        var now = Instant.zero
        var wall: Int64 = 1_000
        var open: Int?
        var started = now
        for _ in 0..<100 {
            now += .milliseconds(Int.random(in: 0...1_500, using: &generator))
            wall += Int64.random(in: -3...5, using: &generator)
            let time = WallTime(seconds: wall)
            let number = Int.random(in: 0...(open ?? 3), using: &generator)
            let events: [RemoteConfigEvent] = [
                .fetchRequested(at: time), .activationRequested, .deadlineReached, .restored(nil),
                .answered(.failed(Phrase(asIs: "503")), fetch: number, at: time),
                .answered(RemoteConfigTests.body("{\"v\":\(wall)}"), fetch: open ?? number, at: time),
                .answered(RemoteConfigTests.body("["), fetch: number, at: time),
            ]
            let event = events.randomElement(using: &generator) ?? .deadlineReached
            let before = config.snapshot
            for effect in config.handle(event, at: now) {
                switch effect {
                case .fetch(let number):
                    #expect(open == nil)
                    (open, started) = (number, now)
                case .cancelFetch(let number): #expect(open == number && now - started >= .seconds(3))
                case .reportFetched(let fetch):
                    #expect((open == nil) == (fetch.outcome == .young))
                    open = nil
                case .store(let bytes): #expect(KeptConfig(restoring: bytes) == config.kept)
                }
            }
            #expect(config.isFetching == (open != nil) && (config.nextDeadline != nil) == (open != nil))
            if open != nil { #expect(now - started < .seconds(3)) }
            if event != .activationRequested { #expect(config.snapshot.activated == before.activated) }
        }
    }
}
