/// A cache: if the total cost exceeds the bound, the least recently used values are dropped.
package struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let cost: Int
        var used: UInt64
    }

    /// The limit of the total cost.
    package let bound: Int
    package private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0

    package init(bound: Int) {
        self.bound = max(0, bound)
    }

    package var count: Int { entries.count }

    /// The value, which counts as used now.
    package mutating func value(for key: Key) -> Value? {
        guard entries[key] != nil else { return nil }
        clock += 1
        entries[key]?.used = clock
        return entries[key]?.value
    }

    /// Whether the value is present; this does not count as use.
    package func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Stores a value in place of the key's former one. A value that alone exceeds the bound is not kept.
    ///
    /// - Parameter cost: at least 0, in the bound's unit.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= bound else { return }
        clock += 1
        entries[key] = Entry(value: value, cost: max(0, cost), used: clock)
        self.cost += max(0, cost)
        while self.cost > bound, let oldest = entries.min(by: { $0.value.used < $1.value.used }) { remove(oldest.key) }
    }

    package mutating func remove(_ key: Key) {
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    }

    package mutating func removeAll() {
        entries = [:]
        cost = 0
    }
}
