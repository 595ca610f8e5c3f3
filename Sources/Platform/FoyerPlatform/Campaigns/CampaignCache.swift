import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The last good data and pictures of banners, in `$XDG_CACHE_HOME/foyer`. All calls block on the disk; damaged files
/// count as missing.
struct CampaignCache: Sendable {
    /// The most bytes of all banners' data, and of all pictures.
    static let dataBound = 4 << 20
    static let picturesBound = 64 << 20

    /// A banner's data with the address of its platform.
    private typealias Entry = (server: String, banner: BannerData)

    private let data: Store<Entry>
    private let pictures: Store<CachedBody>
    /// The pinned keys under which everything is kept; `nil` if none is pinned. What was kept under others is not found.
    private let scope: String?

    /// - Parameter scope: of the keys that the host pins.
    init(places: Places, scope: String? = nil, picturesBound: Int = picturesBound, disk: Disk = .real) {
        self.scope = scope
        func store<Value>(
            _ name: String, _ format: StoreFormat<Value>, largest: Int, bound: Int
        ) -> Store<Value> {
            // A torn write is found by the format, and fetched again.
            Store(
                places.cache + "/" + name, depth: 2, format, largest: largest, bound: .digests(bytes: bound),
                readingIsUse: true, isSynced: false, disk: disk)
        }
        let format = StoreFormat.lines("foyer-banner 1").map { (entry: Entry) in
            [entry.server, entry.banner.json.jsonText]
        } _: { lines in
            guard lines.count == 2, let json = try? JSON.parse(Array(lines[1].utf8)), let banner = try? BannerData(json)
            else { return nil }
            return (lines[0], banner)
        }
        // Escaping can turn one byte into six.
        data = store("banners", format, largest: 6 * BannerData.maxBytes, bound: Self.dataBound)
        pictures = store(
            "pictures", CachedBody.format(in: .picture), largest: TransferBounds.picture + 64 * 1024,
            bound: picturesBound)
    }

    func data(_ key: String, of server: WebAddress) -> BannerData? {
        guard let entry = data.read(name(key, server)), entry.server == server.text,
            entry.banner.bannerKey.utf8.elementsEqual(key.utf8)
        else { return nil }
        return entry.banner
    }

    func keep(_ banner: BannerData, of server: WebAddress) throws(DiskError) {
        try data.write((server.text, banner), to: name(banner.bannerKey, server))
    }

    /// Removes a key's data and its pictures.
    func drop(_ key: String, of server: WebAddress) throws(DiskError) {
        for item in data(key, of: server)?.items ?? [] {
            if let address = try? server.resolveBelow(item.imageURL) { try pictures.remove(name(address)) }
        }
        try data.remove(name(key, server))
    }

    func picture(_ address: WebAddress) -> CachedBody? {
        guard let picture = pictures.read(name(address)) else { return nil }
        return scope == nil || DocumentTrust.isMeant(picture.digest, at: address) ? picture : nil
    }

    func keep(_ picture: CachedBody, at address: WebAddress) throws(DiskError) {
        try pictures.write(picture, to: name(address))
    }

    private func name(_ key: String, _ server: WebAddress) -> String { name("\(server.text)\n\(key)") }

    private func name(_ address: WebAddress) -> String { name(address.text) }

    private func name(_ text: String) -> String { SHA256.name((scope.map { "\($0)\n" } ?? "") + text) }
}

extension StoreFormat<[UInt8]> {
    /// A line with the digest of the rest, and the rest.
    fileprivate static var picture: StoreFormat {
        @Sendable func head(of record: [UInt8]) -> [UInt8] {
            Array("foyer-picture 1 \(SHA256.hexadecimal(of: record))\n".utf8)
        }
        return StoreFormat {
            head(of: $0) + $0
        } decode: { file in
            let record = Array(file.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
            return file.starts(with: head(of: record)) ? record : nil
        }
    }
}
