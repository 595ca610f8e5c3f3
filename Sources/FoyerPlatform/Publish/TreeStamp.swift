import FoyerSystem
import Glibc

/// Reveals whether files have changed without reading them: 128 bits of names, kinds, sizes, times and inodes.
///
/// It does not depend on the order in which a folder lists its entries.
package struct TreeStamp: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// When the newest of the files was last changed, in nanoseconds since 1970.
    var newest: Int64 = 0

    package static func == (left: TreeStamp, right: TreeStamp) -> Bool {
        left.low == right.low && left.high == right.high
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(low) }

    /// Whether a change after `instant` could go unnoticed: a file system's clock ticks more coarsely than its unit
    /// suggests.
    func couldHideChange(since instant: Int64) -> Bool { newest > instant - 100_000_000 }

    mutating func add(_ other: TreeStamp, under name: UInt64) {
        add(Mixer.mix(Mixer.mix(name, other.low), other.high))
        newest = max(newest, other.newest)
    }

    mutating func add(_ status: stat, named name: UInt64) {
        var hash = Mixer.mix(name, UInt64(status.st_mode))
        hash = Mixer.mix(hash, UInt64(bitPattern: Int64(status.st_size)))
        hash = Mixer.mix(hash, UInt64(status.st_ino))
        hash = Mixer.mix(hash, UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
        hash = Mixer.mix(hash, UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
        hash = Mixer.mix(hash, UInt64(bitPattern: Int64(status.st_ctim.tv_sec)))
        hash = Mixer.mix(hash, UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)))
        add(hash)
        newest = max(newest, Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec))
    }

    private mutating func add(_ hash: UInt64) {
        low &+= Mixer.mix(hash, 0x9E37_79B9_7F4A_7C15)
        high &+= Mixer.mix(hash, 0xC2B2_AE3D_27D4_EB4F)
    }

    var text: String { String(low, radix: 16) + "." + String(high, radix: 16) }

    init() {}

    init?(text: some StringProtocol) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let low = UInt64(parts[0], radix: 16), let high = UInt64(parts[1], radix: 16) else {
            return nil
        }
        (self.low, self.high) = (low, high)
    }
}

/// Hashes that are the same in every run. They guard against accidents, not against anyone who wants a collision.
enum Mixer {
    static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
        let product = (hash ^ value ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return product.high ^ product.low &+ value
    }

    static func name(_ start: UnsafePointer<CChar>, under seed: UInt64 = 0) -> UInt64 {
        var hash = seed
        var place = start
        while place.pointee != 0 {
            hash = (hash ^ UInt64(UInt8(bitPattern: place.pointee))) &* 0x0000_0100_0000_01B3
            place += 1
        }
        return mix(hash, UInt64(place - start))
    }
}
