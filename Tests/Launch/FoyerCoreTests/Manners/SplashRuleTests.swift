import Testing

@testable import FoyerCore

/// Nobody waits for a splash, and none flashes.
@Suite struct SplashRuleTests {
    private let began = Instant.zero + .seconds(5)

    private func learned(_ seconds: Double, runs: Int = 3) -> LearnedProgress {
        LearnedProgress(duration: seconds, ends: [:], runs: runs)
    }

    @Test func aSplashComesAfter300Milliseconds() {
        #expect(SplashRule().start(learned: nil) == .after(.milliseconds(300)))
        #expect(SplashRule().start(learned: learned(0.99)) == .after(.milliseconds(300)))
    }

    @Test func aKnownWaitIsShownAtOnce() {
        #expect(SplashRule().start(learned: learned(1)) == .atOnce)
        #expect(SplashRule().start(learned: nil, downloads: true) == .atOnce)
        #expect(SplashRule(isDueAtOnce: true).start(learned: nil) == .atOnce)
    }

    @Test func oneSlowStartIsNoHabit() {
        #expect(SplashRule().start(learned: learned(60, runs: 2)) == .after(.milliseconds(300)))
    }

    @Test func theUserDecidesAboveAll() {
        let slow = learned(9)
        #expect(SplashRule(wish: .never, isDueAtOnce: true).start(learned: slow, downloads: true) == .never)
        #expect(SplashRule(wish: .always).start(learned: nil) == .atOnce)
    }

    @Test func whereNoLinesCanBeSaidTheSplashComesInTheirPlace() {
        var rule = SplashRule(wish: .never, isDueAtOnce: true)
        rule.hasLines = false
        #expect(rule.start(learned: learned(9), downloads: true) == .after(.seconds(2)))
    }

    private func postponed(_ remaining: Duration?, at milliseconds: Int) -> Duration? {
        SplashRule.postponed(began: began, remaining: remaining, at: began + .milliseconds(milliseconds))
            .map { $0 - began }
    }

    @Test func aLaunchThatIsNearlyReadyGetsALittleLonger() {
        #expect(postponed(.milliseconds(120), at: 300) == .milliseconds(420))
        #expect(postponed(.milliseconds(299), at: 300) == .milliseconds(599))
    }

    @Test func anyOtherIsShown() {
        #expect(postponed(nil, at: 300) == nil)
        #expect(postponed(.milliseconds(300), at: 300) == nil)
        #expect(postponed(.zero, at: 300) == nil)
        #expect(postponed(.milliseconds(-5), at: 300) == nil)
    }

    @Test func noEstimatePutsItOffBeyond600Milliseconds() {
        #expect(postponed(.milliseconds(250), at: 500) == .milliseconds(600))
        #expect(postponed(.milliseconds(1), at: 600) == nil)
        var now = 300
        var times = 0
        while let next = postponed(.milliseconds(7), at: now) {
            now = Int(next.inSeconds * 1000)
            times += 1
        }
        #expect(now == 600 && times < 50)
    }

    @Test func theFadeIsEarned() {
        let longest = Duration.milliseconds(1500)
        #expect(SplashRule.fade(seen: .milliseconds(400), longest: longest) == .milliseconds(400))
        #expect(SplashRule.fade(seen: .seconds(9), longest: longest) == longest)
        #expect(SplashRule.fade(seen: .seconds(9), longest: .zero) == .zero)
        #expect(SplashRule.fade(seen: .seconds(-1), longest: longest) == .zero)
        #expect(SplashRule.fade(seen: .milliseconds(99), longest: longest) == .zero)
        #expect(SplashRule.fade(seen: .milliseconds(100), longest: longest) == .milliseconds(100))
    }
}
