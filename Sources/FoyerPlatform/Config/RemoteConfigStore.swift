import FoyerCore
import FoyerCrypto
import FoyerSystem
import Glibc
import Synchronization

/// One platform's config on the disk, with a digest that reveals damage: `$XDG_CACHE_HOME/foyer/config/…`.
///
/// Nothing here makes a program fail: what cannot be read counts as missing, and what cannot be written is not kept.
public final class RemoteConfigStore: Sendable {
    private static let title = "foyer-config 1"
    /// The number of bytes of title and digest.
    private static let seal = 256
    /// The number of platforms whose values are kept; the least recently used are removed first.
    static let maxPlatforms = 32

    private static let nameLength = 32

    private let path: String
    private let name: String
    private let disk: Disk
    private let waiting = Mutex(Waiting())

    private struct Waiting {
        var bytes: [UInt8]?
        var isWriting = false
    }

    /// - Parameter platform: the platform's base address, which keeps the values of different platforms apart. A
    ///   platform whose address changes with every run needs a name of its own.
    public convenience init(_ places: Places, platform: String) {
        self.init(places, platform: platform, disk: .real)
    }

    init(_ places: Places, platform: String, disk: Disk) {
        path = places.cache + "/config"
        name = String(SHA256.hexadecimal(of: Array(platform.utf8)).prefix(Self.nameLength))
        self.disk = disk
    }

    /// The kept values, undamaged; otherwise `nil`. Never waits for a fifo and never follows a link.
    public func read() -> [UInt8]? {
        guard let folder = try? Folder.openOwn(path: path, depth: 2, makes: false, disk: disk),
            let file = try? folder.file(name),
            let bytes = try? file.readAll(limit: KeptConfig.maxBytes + Self.seal),
            let lines = ChecksummedText.open(title: Self.title, bytes), let line = lines.first, lines.count == 1
        else { return nil }
        // Reading counts as use.
        file.touch()
        return Array(line.utf8)
    }

    /// Keeps one line of bytes in place of the former one; blocks until they are on the disk.
    public func write(_ bytes: [UInt8]) throws(DiskError) {
        let text = String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
        let folder = try Folder.openOwn(path: path, depth: 2, makes: true, disk: disk)
        // If another process is writing at this moment, its values are just as good.
        guard try folder.tryLock(exclusive: true) else { return }
        try folder.replace(name, with: ChecksummedText.seal(title: Self.title, [text]))
        try folder.trim(to: Self.maxPlatforms, keeping: name, digits: Self.nameLength)
    }

    /// The same on a thread of its own; if values arrive faster than the disk takes them, the latest win.
    public func keep(_ bytes: [UInt8]) { keep(bytes, on: .threads) }

    func keep(_ bytes: [UInt8], on work: BlockingWork) {
        let mustStart = waiting.withLock { waiting in
            defer { waiting.isWriting = true }
            waiting.bytes = bytes
            return !waiting.isWriting
        }
        if mustStart { work.start { self.writeWaiting() } }
    }

    private func writeWaiting() {
        while true {
            let bytes = waiting.withLock { waiting in
                defer { waiting.bytes = nil }
                waiting.isWriting = waiting.bytes != nil
                return waiting.bytes
            }
            guard let bytes else { return }
            try? write(bytes)
        }
    }
}
