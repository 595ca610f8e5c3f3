import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatform
@testable import FoyerPlatformCore

@Suite struct ConfigReportTests {
    @Test("The report says each value, its source and the root")
    func report() throws {
        let noon = WallTime(seconds: 1_800_000_000)
        let defaults = try ConfigValues.read(Array(#"{"version":"2","limit":5,"on":true}"#.utf8))
        var config = RemoteConfig(defaults: defaults, kept: .none, minimumInterval: .zero)
        _ = config.handle(.fetchRequested(at: noon), at: .zero)
        let answer = ConfigAnswer.body(Array(#"{"version":"1","list":[1]}"#.utf8))
        _ = config.handle(.answered(answer, fetch: 1, at: noon), at: .zero)
        _ = config.handle(.activationRequested, at: .zero)
        let decision = RootRule.versions.decide(config.snapshot, after: ConfigFetch(.young, took: .zero))
        #expect(
            ConfigReport(config.snapshot, decision: decision).json.jsonText
                == #"{"event":"result","root":"v1","values":{"version":{"value":"1","source":"remote"},"#
                + #""list":{"value":[1],"source":"remote"},"limit":{"value":5,"source":"default"},"#
                + #""on":{"value":true,"source":"default"}}}"#)
        #expect(
            ConfigReport(config.snapshot, decision: decision, key: "none").lines(in: .english) == [
                "none = null  (static)",
                "Root: v1, because version is \"1\" (remote); fetched recently, so not fetched again",
            ])
    }

    @Test("Why the root is what it is")
    func reasons() {
        func reason(_ outcome: ConfigFetch.Outcome, _ source: ConfigSource) -> SafeText {
            Language.english.rootReason(
                RootDecision(
                    root: "v1", key: "version", reading: ConfigReading("1", from: source),
                    fetch: ConfigFetch(outcome, took: .seconds(1))))
        }
        #expect(reason(.fetched, .remote) == "v1, because version is \"1\" (remote); fetched in 1.00 s")
        #expect(reason(.timedOut, .cached) == "v1, because version is \"1\" (cached); no answer within 1.00 s")
        #expect(
            reason(.failed(Phrase(asIs: "refused")), .default)
                == "v1, because version is \"1\" (default); the fetch failed after 1.00 s: refused")
        var unknown = RootDecision(
            root: "v2", key: "version", reading: ConfigReading("beta", from: .remote), fetch: nil)
        unknown.isUnknown = true
        #expect(
            Language.english.rootReason(unknown)
                == "v2, because version is \"beta\" (remote), a value that no rule names")
        let only = RootDecision(root: "main", key: nil, reading: nil, fetch: nil)
        #expect(Language.english.rootReason(only) == "main: the only root")
    }
}
