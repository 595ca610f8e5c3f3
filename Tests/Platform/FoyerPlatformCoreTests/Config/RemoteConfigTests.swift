import FoyerCore
import Testing

@testable import FoyerPlatformCore

@Suite("Remote config")
struct RemoteConfigTests {
    static let defaults = values(#"{"version":"2","limit":5,"on":true}"#)
    static let noon = WallTime(seconds: 1_800_000_000)

    static func values(_ text: String) -> ConfigValues {
        (try? ConfigValues.read(Array(text.utf8))) ?? .none
    }

    static func body(_ text: String) -> ConfigAnswer { .body(Array(text.utf8)) }

    private func second(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
    private func later(_ seconds: Int64) -> WallTime { WallTime(seconds: Self.noon.seconds + seconds) }

    private func config(kept: KeptConfig = .none, interval: Duration = .zero) -> RemoteConfig {
        RemoteConfig(defaults: Self.defaults, kept: kept, minimumInterval: interval)
    }

    /// A config that has fetched `text` at the second 0 and activated it.
    private func activated(_ text: String, interval: Duration = .zero) -> RemoteConfig {
        var config = config(interval: interval)
        _ = config.handle(.fetchRequested(at: Self.noon), at: .zero)
        _ = config.handle(.answered(Self.body(text), fetch: 1, at: Self.noon), at: .zero)
        _ = config.handle(.activationRequested, at: .zero)
        return config
    }

    @Test("A fetch changes nothing until it is activated")
    func fetchApartFromActivate() {
        var config = config()
        #expect(config.handle(.fetchRequested(at: Self.noon), at: .zero) == [.fetch(1)])
        #expect(config.nextDeadline == second(3) && config.isFetching)
        let fetched = KeptConfig(activated: .none, fetched: Self.values(#"{"version":"1"}"#), fetchedAt: Self.noon)
        #expect(
            config.handle(.answered(Self.body(#"{"version":"1"}"#), fetch: 1, at: Self.noon), at: second(1)) == [
                .store(fetched.bytes), .reportFetched(ConfigFetch(.fetched, took: .seconds(1))),
            ])
        #expect(config.snapshot.text("version") == ConfigReading("2", from: .default))
        #expect(config.nextDeadline == nil && !config.isFetching)
        let active = KeptConfig(activated: Self.values(#"{"version":"1"}"#), fetched: nil, fetchedAt: Self.noon)
        #expect(config.handle(.activationRequested, at: second(1)) == [.store(active.bytes)])
        #expect(config.snapshot.text("version") == ConfigReading("1", from: .remote))
        #expect(config.handle(.activationRequested, at: second(1)).isEmpty)
    }

    @Test("Each read says where its value came from")
    func sources() {
        let first = activated(#"{"version":"1","list":[1,null],"limit":2.5}"#)
        let next = config(kept: KeptConfig(restoring: first.kept.bytes))
        for (config, source) in [(first, ConfigSource.remote), (next, .cached)] {
            let snapshot = config.snapshot
            #expect(snapshot.text("version") == ConfigReading("1", from: source))
            #expect(snapshot.number("limit") == ConfigReading(2.5, from: source))
            #expect(snapshot.json("list") == ConfigReading([1, .null], from: source))
            #expect(snapshot.truth("on") == ConfigReading(true, from: .default))
            #expect(snapshot.text("none") == ConfigReading("", from: .static))
            #expect(snapshot.number("none") == ConfigReading(0, from: .static))
            #expect(snapshot.truth("none") == ConfigReading(false, from: .static))
            #expect(snapshot.json("none") == ConfigReading(.null, from: .static))
            #expect(snapshot.names == ["version", "list", "limit", "on"])
        }
    }

    @Test("A value of another type is passed over")
    func types() {
        let snapshot = activated(#"{"version":1,"limit":"7","on":0}"#).snapshot
        #expect(snapshot.number("limit") == ConfigReading(5, from: .default))
        #expect(snapshot.truth("on") == ConfigReading(true, from: .default))
        #expect(snapshot.number("version") == ConfigReading(1, from: .remote))
        #expect(snapshot.truth("limit") == ConfigReading(false, from: .static))
    }

    @Test(
        "Every value can be read as text",
        arguments: [
            ("1", "1"), ("true", "true"), (#"["a",1]"#, #"["a",1]"#), (#""b""#, "b"),
        ])
    func texts(value: String, text: String) {
        let snapshot = activated(#"{"version":\#(value)}"#).snapshot
        #expect(snapshot.text("version") == ConfigReading(text, from: .remote))
        #expect(
            RootRule(key: "version", cases: [.init(text, root: "its")], otherwise: "other")
                .decide(snapshot, after: nil).root == "its")
        #expect(activated(#"{"version":null}"#).snapshot.text("version") == ConfigReading("2", from: .default))
    }

    @Test("A young fetch is answered without asking, an old one is not")
    func interval() {
        var config = activated(#"{"version":"1"}"#, interval: .seconds(100))
        let young = [RemoteConfigEffect.reportFetched(ConfigFetch(.young, took: .zero))]
        #expect(config.handle(.fetchRequested(at: later(99)), at: second(99)) == young)
        #expect(config.handle(.activationRequested, at: second(99)).isEmpty)
        #expect(config.snapshot.text("version") == ConfigReading("1", from: .remote))
        #expect(config.handle(.fetchRequested(at: later(100)), at: second(100)) == [.fetch(2)])
    }

    @Test("An interval of zero asks each time, the standard one is 12 hours")
    func zeroInterval() {
        var config = activated("{}")
        #expect(config.handle(.fetchRequested(at: Self.noon), at: .zero) == [.fetch(2)])
        #expect(RemoteConfig(defaults: .none).minimumInterval == .seconds(43_200))
        #expect(RemoteConfig(defaults: .none).timeLimit == .seconds(3))
    }

    @Test(
        "Over a restart the wall's clock tells the age; set back, it tells none",
        arguments: [(0, true), (99, true), (100, false), (-1, false), (-1_000_000, false), (1_000_000, false)])
    func restart(seconds: Int64, isYoung: Bool) {
        let kept = activated(#"{"version":"1"}"#).kept
        var config = config(kept: KeptConfig(restoring: kept.bytes), interval: .seconds(100))
        let effects = config.handle(.fetchRequested(at: later(seconds)), at: .zero)
        #expect(effects == (isYoung ? [.reportFetched(ConfigFetch(.young, took: .zero))] : [.fetch(1)]))
        #expect(config.snapshot.text("version") == ConfigReading("1", from: .cached))
    }

    @Test("In the run of the fetch a clock set back does no harm")
    func setBack() {
        var config = activated("{}", interval: .seconds(100))
        #expect(config.handle(.fetchRequested(at: later(-500)), at: second(50)).contains(.fetch(2)) == false)
        #expect(config.handle(.fetchRequested(at: later(-500)), at: second(100)) == [.fetch(2)])
    }

    @Test("What waited for activation over a restart can be activated then")
    func activationAfterRestart() {
        let kept = KeptConfig(
            activated: Self.values(#"{"version":"a"}"#), fetched: Self.values(#"{"version":"b"}"#),
            fetchedAt: Self.noon)
        var config = config(interval: .seconds(100))
        #expect(config.handle(.restored(kept.bytes), at: .zero).isEmpty)
        #expect(config.snapshot.text("version") == ConfigReading("a", from: .cached))
        _ = config.handle(.fetchRequested(at: Self.noon), at: .zero)
        _ = config.handle(.activationRequested, at: .zero)
        #expect(config.snapshot.text("version") == ConfigReading("b", from: .remote))
        _ = config.handle(.restored(kept.bytes), at: .zero)
        #expect(config.snapshot.text("version") == ConfigReading("b", from: .remote))
    }

    @Test("A fetch that runs out of time is cancelled, and its answer comes too late")
    func timeLimit() {
        var config = config()
        _ = config.handle(.fetchRequested(at: Self.noon), at: .zero)
        #expect(config.handle(.fetchRequested(at: Self.noon), at: second(1)).isEmpty)
        #expect(config.handle(.deadlineReached, at: Instant(nanoseconds: 2_999_999_999)).isEmpty)
        let end: [RemoteConfigEffect] = [.cancelFetch(1), .reportFetched(ConfigFetch(.timedOut, took: .seconds(3)))]
        #expect(config.handle(.deadlineReached, at: second(3)) == end)
        #expect(config.handle(.answered(Self.body("{}"), fetch: 1, at: Self.noon), at: second(3)).isEmpty)
        #expect(config.kept == .none && config.lastFetch == ConfigFetch(.timedOut, took: .seconds(3)))
        #expect(config.handle(.fetchRequested(at: Self.noon), at: second(4)) == [.fetch(2)])
        #expect(config.handle(.answered(Self.body("{}"), fetch: 1, at: Self.noon), at: second(4)).isEmpty)
        #expect(config.isFetching)
    }

    @Test(
        "An answer that is no config is refused whole, and the last good one stays",
        arguments: [
            "", "[]", "null", #""x""#, #"{"version":"1","version":"2"}"#, #"{"a":{"b":1,"b":2}}"#, #"{"":1}"#, "{}x",
            #"{"a":"\ud800"}"#, #"{"a":1e999}"#, "{\"a\":" + String(repeating: "[", count: 100),
            "{\"" + String(repeating: "n", count: 257) + "\":1}",
        ])
    func refused(text: String) {
        var config = activated(#"{"version":"1"}"#)
        let before = config.kept
        _ = config.handle(.fetchRequested(at: Self.noon), at: .zero)
        let effects = config.handle(.answered(Self.body(text), fetch: 2, at: later(9)), at: .zero)
        #expect(effects.count == 1)
        guard case .reportFetched(let fetch) = effects.first, case .failed(let cause) = fetch.outcome else {
            Issue.record("\(effects)")
            return
        }
        #expect(cause.english.contains("config") && config.kept == before)
    }

    @Test("An answer may be as large as its limit and no larger")
    func size() {
        let text = #"{"a":""# + String(repeating: "x", count: ConfigValues.maxBytes - 8) + #""}"#
        #expect(throws: Never.self) { try ConfigValues.read(Array(text.utf8)) }
        #expect(throws: ConfigRefusal.tooLarge) { try ConfigValues.read(Array((text + " ").utf8)) }
        let many = "{" + (0...ConfigValues.maxCount).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(throws: ConfigRefusal.tooManyValues) { try ConfigValues.read(Array(many.utf8)) }
    }

    @Test("What nests as deep as an answer may is still there after a restart")
    func depth() {
        let text = "{\"a\":" + String(repeating: "[", count: 63) + String(repeating: "]", count: 63) + "}"
        let kept = activated(text).kept
        #expect(kept.activated == Self.values(text) && !kept.activated.members.isEmpty)
        #expect(KeptConfig(restoring: kept.bytes) == kept)
    }
}
