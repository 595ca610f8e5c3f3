import FoyerCore
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
        name = String(StreamDigest.hexadecimal(of: Array(platform.utf8)).prefix(Self.nameLength))
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
        futimens(file.descriptor, nil)
        return Array(line.utf8)
    }

    /// Keeps one line of bytes in place of the former one; blocks until they are on the disk.
    public func write(_ bytes: [UInt8]) throws(DiskError) {
        let text = String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
        let folder = try Folder.openOwn(path: path, depth: 2, makes: true, disk: disk)
        // If another process is writing at this moment, its values are just as good.
        guard try folder.tryLock(exclusive: true) else { return }
        try folder.replace(name, with: ChecksummedText.seal(title: Self.title, [text]))
        try trim(folder)
    }

    /// Only the holder of the folder's lock writes, so an unfinished file belongs to a process that has died.
    private func trim(_ folder: Folder) throws(DiskError) {
        var kept: [(name: String, used: timespec)] = []
        for entry in try folder.entries() where entry.name != name {
            var status = stat()
            guard fstatat(folder.descriptor, entry.raw, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if entry.name.hasPrefix(Folder.temporaryPrefix) {
                try folder.removeTree(entry.raw)
            } else if entry.name.utf8.count == Self.nameLength, entry.name.utf8.allSatisfy(Hexadecimal.isDigit) {
                kept.append((entry.name, status.st_mtim))
            }
        }
        kept.sort { ($0.used.tv_sec, $0.used.tv_nsec) > ($1.used.tv_sec, $1.used.tv_nsec) }
        for old in kept.dropFirst(Self.maxPlatforms - 1) { try folder.removeTree(old.name) }
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
