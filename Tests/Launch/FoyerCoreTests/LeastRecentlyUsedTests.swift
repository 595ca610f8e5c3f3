import FoyerCore
import TestSupport
import Testing

@Suite("Least recently used")
struct LeastRecentlyUsedTests {
    @Test("What was used longest ago goes first")
    func order() {
        var cache = LeastRecentlyUsed<String, Int>(bound: 3)
        for (place, key) in ["a", "b", "c"].enumerated() { cache.insert(place, for: key, cost: 1) }
        #expect(cache.value(for: "a") == 0)
        cache.insert(3, for: "d", cost: 1)
        #expect(!cache.contains("b") && cache.contains("a") && cache.contains("c") && cache.contains("d"))
        cache.insert(4, for: "large", cost: 4)
        #expect(!cache.contains("large") && cache.count == 3)
        cache.insert(5, for: "e", cost: 3)
        #expect(cache.count == 1 && cache.value(for: "e") == 5)
    }

    @Test("The cost is the sum of what is there and never over the bound")
    func storm() {
        var generator = SplitMix64(seed: 2)
        var cache = LeastRecentlyUsed<Int, Int>(bound: 50)
        var costs: [Int: Int] = [:]
        for step in 0..<5_000 {
            let key = Int.random(in: 0..<20, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: _ = cache.value(for: key)
            case 1: cache.remove(key)
            default:
                costs[key] = Int.random(in: 0...30, using: &generator)
                cache.insert(step, for: key, cost: costs[key] ?? 0)
                #expect(cache.value(for: key) == step)
            }
            let sum = (0..<20).filter(cache.contains).reduce(0) { $0 + (costs[$1] ?? 0) }
            #expect(cache.cost == sum && sum <= 50)
        }
        cache.removeAll()
        #expect(cache.cost == 0 && cache.count == 0)
    }
}
