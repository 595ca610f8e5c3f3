import FoyerCore
import FoyerSystem

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
struct BannerCache: Sendable {
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
