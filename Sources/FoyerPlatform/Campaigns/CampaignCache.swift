import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A picture as fetched, with the validators that tell the server which version it is.
struct CachedPicture: Equatable, Sendable {
    let bytes: [UInt8]
    var entityTag: String?
    var lastModified: String?
    /// SHA-256 of the bytes, so that one picture at two addresses counts as one.
    let digest: String

    init(bytes: [UInt8], entityTag: String? = nil, lastModified: String? = nil) {
        self.bytes = bytes
        self.entityTag = entityTag
        self.lastModified = lastModified
        digest = SHA256.hexadecimal(of: bytes)
    }

    init(_ response: HTTPResponse) {
        self.init(bytes: response.body, entityTag: response.entityTag, lastModified: response.lastModified)
    }

    private static let title = "foyer-picture 1 "

    /// The file: a line with the digest of the rest, a line for each validator, the picture.
    fileprivate var file: [UInt8] {
        let validators = [entityTag, lastModified].map { ChecksummedText.escape($0 ?? "") + "\n" }.joined()
        let sealed = Array(validators.utf8) + bytes
        return Array((Self.title + SHA256.hexadecimal(of: sealed) + "\n").utf8) + sealed
    }

    /// Returns `nil` if a single bit has changed.
    fileprivate init?(file: [UInt8]) {
        let lines = file.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, let tag = Self.text(lines[1]), let date = Self.text(lines[2]) else { return nil }
        self.init(
            bytes: Array(lines[3]), entityTag: tag.isEmpty ? nil : tag, lastModified: date.isEmpty ? nil : date)
        guard self.file == file else { return nil }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        String(validating: line, as: UTF8.self).flatMap(ChecksummedText.unescape)
    }
}

/// The last good data and pictures of banners, in `$XDG_CACHE_HOME/foyer`. All calls block on the disk; damaged files
/// count as missing.
struct CampaignCache: Sendable {
    /// The most bytes of all banners' data, and of all pictures.
    static let dataBound = 4 << 20
    static let picturesBound = 64 << 20

    private let data: CacheFolder
    private let pictures: CacheFolder
    /// The pinned keys under which everything is kept; `nil` if none is pinned. What was kept under others is not found.
    private let scope: String?

    /// - Parameter scope: of the keys that the host pins.
    init(places: Places, scope: String? = nil, picturesBound: Int = picturesBound, disk: Disk = .real) {
        self.scope = scope
        data = CacheFolder(place: places.cache, name: "banners", bound: Self.dataBound, disk: disk)
        pictures = CacheFolder(place: places.cache, name: "pictures", bound: picturesBound, disk: disk)
    }

    private static let title = "foyer-banner 1"
    /// Escaping can turn one byte into six.
    private static let dataLimit = 6 * BannerData.maxBytes

    func data(_ key: String, of server: WebAddress) -> BannerData? {
        guard let bytes = data.read(name(key, server), limit: Self.dataLimit),
            let lines = ChecksummedText.open(title: Self.title, bytes), lines.count == 2, lines[0] == server.text,
            let json = try? JSON.parse(Array(lines[1].utf8)), let found = try? BannerData(json),
            found.bannerKey.utf8.elementsEqual(key.utf8)
        else { return nil }
        return found
    }

    func keep(_ banner: BannerData, of server: WebAddress) throws(DiskError) {
        try data.write(
            ChecksummedText.seal(title: Self.title, [server.text, banner.json.jsonText]),
            to: name(banner.bannerKey, server))
    }

    /// Removes a key's data and its pictures.
    func drop(_ key: String, of server: WebAddress) throws(DiskError) {
        for item in data(key, of: server)?.items ?? [] {
            if let address = try? server.resolve(item.imageURL) { try pictures.remove(name(address)) }
        }
        try data.remove(name(key, server))
    }

    func picture(_ address: WebAddress) -> CachedPicture? {
        let kept = pictures.read(name(address), limit: TransferBounds.picture + 64 * 1024)
        guard let picture = kept.flatMap(CachedPicture.init(file:)) else { return nil }
        return scope == nil || DocumentTrust.isMeant(picture.digest, at: address) ? picture : nil
    }

    func keep(_ picture: CachedPicture, at address: WebAddress) throws(DiskError) {
        try pictures.write(picture.file, to: name(address))
    }

    /// A key may be any text, unlike a file name.
    private func name(_ key: String, _ server: WebAddress) -> String { name("\(server.text)\n\(key)") }

    private func name(_ address: WebAddress) -> String { name(address.text) }

    private func name(_ text: String) -> String {
        SHA256.hexadecimal(of: Array((scope.map { "\($0)\n" } ?? "").utf8) + Array(text.utf8))
    }
}

/// A cache folder with a total size limit; the least recently used files are removed first. Files are named by a
/// digest; others are left alone. All calls block on the disk.
struct CacheFolder: Sendable {
    /// The user's cache folder, and this folder's name in it.
    let place: String
    let name: String
    /// The most bytes of all files together.
    let bound: Int
    var disk = Disk.real

    /// A file's bytes, which counts as a use; `nil` if it is missing or not a regular file.
    func read(_ file: String, limit: Int) -> [UInt8]? {
        guard let folder = try? Folder.openOwn(path: place, depth: 1, makes: false, disk: disk).folder(name),
            let opened = try? folder.file(file), let bytes = try? opened.readAll(limit: limit)
        else { return nil }
        opened.touch()
        return bytes
    }

    /// Replaces a file atomically. It is not synced: a digest reveals a torn write.
    func write(_ bytes: [UInt8], to file: String) throws(DiskError) {
        guard bytes.count <= bound else { return }
        let folder = try Folder.openOwn(path: place, depth: 1, makes: true, disk: disk).makeFolder(name)
        let temporary = Self.temporaryPrefix + Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) })
        do throws(DiskError) {
            try folder.create(temporary).write(bytes)
            do { try folder.rename(temporary, to: folder, as: file) } catch {
                guard [EISDIR, ENOTEMPTY, EEXIST].contains(error.code) else { throw error }
                try folder.removeTree(file)
                try folder.rename(temporary, to: folder, as: file)
            }
        } catch {
            try? folder.remove(temporary)
            throw error
        }
        try trim(folder, except: file)
    }

    func remove(_ file: String) throws(DiskError) {
        let folder: Folder
        do { folder = try Folder.openOwn(path: place, depth: 1, makes: false, disk: disk).folder(name) } catch {
            // If there is no folder, there is nothing to remove.
            if [ENOENT, ENOTDIR, ELOOP].contains(error.code) { return }
            throw error
        }
        try folder.removeTree(file)
    }

    private static let temporaryPrefix = ".new-"
    /// Seconds after which an unfinished file counts as abandoned.
    private static let abandoned = 3_600

    private struct Found {
        let name: String
        let size: Int
        let used: timespec
    }

    private func trim(_ folder: Folder, except kept: String) throws(DiskError) {
        var files: [Found] = []
        for entry in try folder.entries() where entry.kind == .file {
            guard let status = folder.status(of: entry.raw) else { continue }
            if entry.name.hasPrefix(Self.temporaryPrefix) {
                if time(nil) - status.st_mtim.tv_sec > Self.abandoned { try folder.remove(entry.raw) }
            } else if entry.name.utf8.count == 64, entry.name.utf8.allSatisfy(Hexadecimal.isDigit) {
                files.append(Found(name: entry.name, size: Int(status.st_size), used: status.st_mtim))
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > bound else { return }
        files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
        for file in files where total > bound && file.name != kept {
            try folder.remove(file.name)
            total -= file.size
        }
    }
}
