import FoyerCore
import FoyerPlatformCore
import Testing

@Suite struct StageNetworkTests {
    @Test func withoutANetworkNothingWaits() {
        let conditions = StageNetwork.loopback.conditions(of: 7, seed: 1)
        #expect(conditions.delay == .zero && conditions.bytesPerSecond == nil)
    }

    @Test(arguments: [StageNetwork.home, .mobile, .slow]) func eachAnswerIsNearTheUsual(_ network: StageNetwork) throws
    {
        let all = (1...500).map { network.conditions(of: $0, seed: 1) }
        let usual = try #require(network.bytesPerSecond)
        for (delay, pace) in all {
            #expect(delay >= network.delay * 0.75 && delay <= network.delay * 1.25)
            let part = Double(try #require(pace)) / Double(usual)
            #expect(part >= 0.899 && part <= 1.1)
        }
        let mean = all.reduce(Duration.zero) { $0 + $1.delay } / all.count
        #expect(mean > network.delay * 0.97 && mean < network.delay * 1.03)
        #expect(Set(all.map(\.delay)).count > 400)
    }

    @Test func aSeedGivesTheSameEachTime() {
        func delays(_ seed: UInt64) -> [Duration] {
            (1...20).map { StageNetwork.home.conditions(of: $0, seed: seed).delay }
        }
        #expect(delays(3) == delays(3))
        #expect(delays(3) != delays(4))
    }

    @Test func eachIsSlowerThanTheOneBefore() {
        for (fast, slow) in zip([StageNetwork.loopback, .home, .mobile], [StageNetwork.home, .mobile, .slow]) {
            #expect(fast.delay < slow.delay)
            #expect(fast.bytesPerSecond ?? .max > slow.bytesPerSecond ?? .max)
        }
    }
}
