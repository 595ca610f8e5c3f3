import FoyerCore
import TestSupport
import Testing

@Suite struct TransferMeterTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func nothingIsToldBeforeItIsSteady() {
        var meter = TransferMeter(total: 10_000_000)
        #expect(meter.rate(at: at(5_000)) == nil)
        for step in Int64(0)...4 { meter.record(bytes: step * 100_000, at: at(step * 100)) }
        #expect(meter.rate(at: at(499)) == nil)
        #expect(meter.timeLeft(at: at(499)) == nil)
        meter.record(bytes: 500_000, at: at(500))
        #expect(meter.rate(at: at(500)) == 1_000_000)
        #expect(meter.timeLeft(at: at(500)) == .seconds(10))
    }

    @Test func theRateIsOfTheLastSeconds() {
        var meter = TransferMeter(total: nil)
        for step in Int64(0)...100 { meter.record(bytes: step * 100_000, at: at(step * 100)) }
        for step in Int64(1)...30 { meter.record(bytes: 10_000_000 + step * 10_000, at: at(10_000 + step * 100)) }
        #expect(meter.rate(at: at(13_000)) == 100_000)
        #expect(meter.timeLeft(at: at(13_000)) == nil)
        #expect(meter.rate(at: at(17_000)) == 0)
    }

    @Test func aStalledTransferHasNoTimeLeft() {
        var meter = TransferMeter(total: 100)
        meter.record(bytes: 0, at: at(0))
        meter.record(bytes: 10, at: at(500))
        #expect(meter.rate(at: at(60_000)) == 0)
        #expect(meter.timeLeft(at: at(60_000)) == nil)
        meter.record(bytes: 100, at: at(60_100))
        #expect(meter.timeLeft(at: at(60_100)) == nil)
    }

    @Test func aResumedPartIsNotSpeed() {
        var meter = TransferMeter(total: 200)
        meter.record(bytes: 100, at: at(0))
        meter.record(bytes: 120, at: at(2_000))
        #expect(meter.rate(at: at(2_000)) == 10)
        meter.record(bytes: 5, at: at(2_100))
        #expect(meter.rate(at: at(2_500)) == nil)
        #expect(meter.rate(at: at(2_600)) == 0)
    }

    @Test(arguments: UInt64(1)...6) func stormsKeepValuesSane(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var meter = TransferMeter(total: 1 << 30)
        var now: Int64 = 0
        for _ in 0..<2_000 {
            now += Int64.random(in: -20...400, using: &random)
            meter.record(bytes: Int64.random(in: -5...1 << 40, using: &random), at: at(now))
            let rate = meter.rate(at: at(now)) ?? 0
            #expect(rate >= 0 && rate.isFinite)
            if let left = meter.timeLeft(at: at(now)) {
                #expect(left >= .seconds(1) && left <= TransferMeter.longestTimeLeft)
            }
        }
    }
}
