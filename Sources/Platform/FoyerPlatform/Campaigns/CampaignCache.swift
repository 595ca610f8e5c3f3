import FoyerCore
import FoyerPlatformCore
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

    /// A line with the digest of the rest, and the rest.
    fileprivate static let seal = Records.Seal(
        close: { head(of: $0[...]) + $0 },
        open: { file in
            let record = file.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            return file.starts(with: head(of: record)) ? Array(record) : nil
        })

    private static func head(of record: ArraySlice<UInt8>) -> [UInt8] {
        Array("foyer-picture 1 \(SHA256.hexadecimal(of: Array(record)))\n".utf8)
    }

    /// A line for each validator, and the picture.
    fileprivate var record: [UInt8] {
        let validators = [entityTag, lastModified].map { ChecksummedText.escape($0 ?? "") + "\n" }.joined()
        return Array(validators.utf8) + bytes
    }

    fileprivate init?(record: [UInt8]) {
        let lines = record.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, let tag = Self.text(lines[0]), let date = Self.text(lines[1]) else { return nil }
        self.init(
            bytes: Array(lines[2]), entityTag: tag.isEmpty ? nil : tag, lastModified: date.isEmpty ? nil : date)
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

    private let data: Records
    private let pictures: Records
    /// The pinned keys under which everything is kept; `nil` if none is pinned. What was kept under others is not found.
    private let scope: String?

    /// - Parameter scope: of the keys that the host pins.
    init(places: Places, scope: String? = nil, picturesBound: Int = picturesBound, disk: Disk = .real) {
        self.scope = scope
        func records(_ name: String, largest: Int, _ seal: Records.Seal, bound: Int) -> Records {
            // A torn write is found by the seal, and fetched again.
            let policy = Records.Policy(
                largest: largest, seal: seal, bound: .digests(64, bytes: bound), readingIsUse: true, isSynced: false)
            return Records(policy, path: places.cache + "/" + name, depth: 2, disk: disk)
        }
        // Escaping can turn one byte into six.
        data = records("banners", largest: 6 * BannerData.maxBytes, .text("foyer-banner 1"), bound: Self.dataBound)
        pictures = records(
            "pictures", largest: TransferBounds.picture + 64 * 1024, CachedPicture.seal, bound: picturesBound)
    }

    func data(_ key: String, of server: WebAddress) -> BannerData? {
        guard let lines = data.read(name(key, server)).flatMap(ChecksummedText.lines), lines.count == 2,
            lines[0] == server.text,
            let json = try? JSON.parse(Array(lines[1].utf8)), let found = try? BannerData(json),
            found.bannerKey.utf8.elementsEqual(key.utf8)
        else { return nil }
        return found
    }

    func keep(_ banner: BannerData, of server: WebAddress) throws(DiskError) {
        try data.write(
            ChecksummedText.text([server.text, banner.json.jsonText]), to: name(banner.bannerKey, server))
    }

    /// Removes a key's data and its pictures.
    func drop(_ key: String, of server: WebAddress) throws(DiskError) {
        for item in data(key, of: server)?.items ?? [] {
            if let address = try? server.resolveBelow(item.imageURL) { try pictures.remove(name(address)) }
        }
        try data.remove(name(key, server))
    }

    func picture(_ address: WebAddress) -> CachedPicture? {
        guard let picture = pictures.read(name(address)).flatMap(CachedPicture.init(record:)) else { return nil }
        return scope == nil || DocumentTrust.isMeant(picture.digest, at: address) ? picture : nil
    }

    func keep(_ picture: CachedPicture, at address: WebAddress) throws(DiskError) {
        try pictures.write(picture.record, to: name(address))
    }

    /// A key may be any text, unlike a file name.
    private func name(_ key: String, _ server: WebAddress) -> String { name("\(server.text)\n\(key)") }

    private func name(_ address: WebAddress) -> String { name(address.text) }

    private func name(_ text: String) -> String {
        SHA256.hexadecimal(of: Array((scope.map { "\($0)\n" } ?? "").utf8) + Array(text.utf8))
    }
}
