import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

/// One platform's config on the disk, with a digest that reveals damage: `$XDG_CACHE_HOME/foyer/config/…`.
///
/// Nothing here makes a program fail: what cannot be read counts as missing, and what cannot be written is not kept.
public final class RemoteConfigStore: Sendable {
    /// The number of platforms whose values are kept; the least recently used are removed first.
    static let maxPlatforms = 32

    private static let nameLength = 32
    /// The number of bytes of title and digest.
    private static let sealLength = 256

    /// What is kept of the platform's own document.
    let documents: DocumentCache
    private let store: Store<[UInt8]>
    private let platform: String
    private let waiting = Mutex(Waiting())

    private struct Waiting {
        var values: (bytes: [UInt8], scope: String?)?
        var isWriting = false
    }

    /// - Parameter platform: the platform's base address, which keeps the values of different platforms apart. A
    ///   platform whose address changes with every run needs a name of its own.
    public convenience init(_ places: Places, platform: String) {
        self.init(places, platform: platform, disk: .real)
    }

    init(_ places: Places, platform: String, disk: Disk) {
        documents = DocumentCache(places, disk: disk)
        store = Store(
            places.cache + "/config", depth: 2, .sealed("foyer-config 1"),
            largest: KeptConfig.maxBytes + Self.sealLength,
            bound: .digests(Self.nameLength, count: Self.maxPlatforms), readingIsUse: true, disk: disk)
        self.platform = platform
    }

    /// The values that were kept without a pinned key, undamaged; otherwise `nil`. Never waits for a fifo and never
    /// follows a link.
    public func read() -> [UInt8]? { read(nil) }

    /// - Parameter scope: of the keys that the host pins: what was kept under others is not found.
    func read(_ scope: String?) -> [UInt8]? { store.read(name(scope)) }

    /// The values that were activated last.
    func activated(_ scope: String?) -> ConfigSnapshot {
        let kept = read(scope).map(KeptConfig.init(restoring:)) ?? .none
        return ConfigSnapshot(activated: kept.activated, isFromThisRun: false, defaults: .none)
    }

    /// Keeps one line of bytes in place of the former one; blocks until they are on the disk.
    public func write(_ bytes: [UInt8]) throws(DiskError) { try write(bytes, nil) }

    func write(_ bytes: [UInt8], _ scope: String?) throws(DiskError) {
        let line = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
        try store.write(Array(line), to: name(scope))
    }

    /// The same on a thread of its own; if values arrive faster than the disk takes them, the latest win.
    public func keep(_ bytes: [UInt8]) { keep(bytes, nil, on: .threads) }

    func keep(_ bytes: [UInt8], _ scope: String?, on work: BlockingWork) {
        let mustStart = waiting.withLock { waiting in
            defer { waiting.isWriting = true }
            waiting.values = (bytes, scope)
            return !waiting.isWriting
        }
        if mustStart { work.start { self.writeWaiting() } }
    }

    private func writeWaiting() {
        while true {
            let values = waiting.withLock { waiting in
                defer { waiting.values = nil }
                waiting.isWriting = waiting.values != nil
                return waiting.values
            }
            guard let values else { return }
            try? write(values.bytes, values.scope)
        }
    }

    private func name(_ scope: String?) -> String {
        SHA256.name((scope.map { "\($0)\n" } ?? "") + platform, digits: Self.nameLength)
    }
}
