import FoyerCore

/// One picture of a campaign.
public struct BannerItem: Hashable, Sendable {
    /// Its index in the campaign, from 0.
    public let index: Int
    /// Text from outside; may be empty.
    public let title: String
    /// As written: absolute, or relative to the platform's base. Validated when it is fetched, so that a wrong one
    /// affects only this page.
    public let imageURL: String
    /// As written; empty if the item has no link. Validated when it is chosen (`LinkDecision`).
    public let openURL: String

    /// An item of a campaign, with addresses as the platform wrote them.
    public init(index: Int, title: String, imageURL: String, openURL: String) {
        self.index = index
        self.title = title
        self.imageURL = imageURL
        self.openURL = openURL
    }
}

extension BannerItem {
    fileprivate func copy(index: Int, imageURL: String) -> BannerItem {
        BannerItem(index: index, title: title, imageURL: imageURL, openURL: openURL)
    }
}

/// The campaign behind a banner key.
public struct BannerData: Hashable, Sendable {
    /// For people; may be empty.
    public let name: String
    /// The campaign's key.
    public let bannerKey: String
    /// In the order of their indexes, renumbered 0..<count. Empty if there is no campaign.
    public let items: [BannerItem]

    /// The size limit of an answer in bytes.
    package static let maxBytes = TransferBounds.metadata
    /// The most items of a campaign.
    package static let maxItems = 1_000
    /// The length limit of a name or title in UTF-8 bytes.
    package static let maxTextLength = 4_096
    /// The length limit of an address in UTF-8 bytes.
    package static let maxURLLength = TransferBounds.address

    /// Renumbers the items by their order.
    public init(name: String, bannerKey: String, items: [BannerItem]) {
        self.name = name
        self.bannerKey = bannerKey
        self.items = items.enumerated().map { place, item in item.copy(index: place, imageURL: item.imageURL) }
    }
}

extension BannerData {
    /// The data with absolute picture addresses; one that cannot be resolved stays as it is.
    package func absolute(to base: WebAddress) -> BannerData {
        BannerData(
            name: name, bannerKey: bannerKey,
            items: items.map { item in
                let address = (try? base.resolveBelow(item.imageURL))?.text ?? item.imageURL
                return item.copy(index: item.index, imageURL: address)
            })
    }

    /// The pictures to prepare while a page is shown: its own, the next ones, the previous ones, then those of other
    /// visible pages, without duplicates.
    ///
    /// - Parameters:
    ///   - reach: the number of pages on either side, from 0.
    ///   - loops: whether the first page follows the last.
    package func imageURLs(around page: Int, visible: [Int] = [], reach: Int = 1, loops: Bool) -> [String] {
        guard items.indices.contains(page) else { return [] }
        var wanted = [items[page].imageURL]
        for step in 1..<(max(0, min(reach, items.count)) + 1) {
            for place in [page + step, page - step] {
                let wrapped = (place % items.count + items.count) % items.count
                guard place == wrapped || loops, !wanted.contains(items[wrapped].imageURL) else { continue }
                wanted.append(items[wrapped].imageURL)
            }
        }
        for place in visible where items.indices.contains(place) && !wanted.contains(items[place].imageURL) {
            wanted.append(items[place].imageURL)
        }
        return wanted
    }
}

extension BannerData {
    /// Reads `{"name", "bannerKey", "items": [{"index", "title", "imageUrl", "openUrl"}]}`.
    ///
    /// Unknown members are ignored; `openUrl` may be missing or null. Items are sorted by their indexes, ties in the
    /// order in which they came, and renumbered: campaigns edited by hand have gaps and duplicates.
    package init(_ json: JSON) throws(JSONShapeError) {
        let top = JSONNode(json)
        let name = try top.field("name").text(upTo: Self.maxTextLength)
        let bannerKey = try top.field("bannerKey").text(notEmptyUpTo: Self.maxTextLength)
        let list = try top.field("items")
        let nodes = try list.elements()
        guard nodes.count <= Self.maxItems else { throw list.shapeError(expected: "at most \(Self.maxItems) items") }
        var items: [BannerItem] = []
        for node in nodes { items.append(try Self.item(node)) }
        let sorted = items.enumerated().sorted {
            ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
        }
        self.init(name: name, bannerKey: bannerKey, items: sorted.map(\.element))
    }

    private static func item(_ node: JSONNode) throws(JSONShapeError) -> BannerItem {
        BannerItem(
            index: try node.field("index").integer(in: 0...Int.max),
            title: try node.field("title").text(upTo: maxTextLength),
            imageURL: try node.field("imageUrl").text(notEmptyUpTo: maxURLLength),
            openURL: try node.optionalField("openUrl")?.text(upTo: maxURLLength) ?? "")
    }
}

/// A banner or a pop-up, as a platform describes it.
package protocol CampaignDocument: Equatable, Sendable {
    init(_ json: JSON) throws(JSONShapeError)
    var key: String { get }
    /// It says that there is no campaign.
    var isEmpty: Bool { get }
    static func wrong(_ error: some Error) -> Phrase
    static func ofAnotherKey(_ shown: SafeText) -> Phrase
}

/// The meaning of a platform's answer (`GET {base}/v1/banners/{bannerKey}`, `GET {base}/v1/popups/{popupKey}`).
package enum CampaignAnswer<Campaign: CampaignDocument>: Equatable, Sendable {
    case data(Campaign)
    /// The platform reports no campaign: 404, or a banner without items.
    case noCampaign
    /// No answer, or an unusable one, with the reason in one sentence.
    case failed(Phrase)

    /// - Parameters:
    ///   - status: the HTTP status of the last answer, after redirects.
    ///   - body: its whole body; the caller stops reading beyond the limit of its kind.
    ///   - requested: the requested key; another campaign's data is refused.
    package init(status: Int, body: [UInt8], requested: String) {
        switch status {
        case 200: self = Self.read(body, requested: requested)
        case 404: self = .noCampaign
        default: self = .failed(.answered(status: status))
        }
    }

    private static func read(_ body: [UInt8], requested: String) -> CampaignAnswer {
        do {
            let campaign = try Campaign(JSON.parse(body))
            // Compares bytes, since Swift's own equality would accept look-alikes.
            guard campaign.key.utf8.elementsEqual(requested.utf8) else {
                return .failed(Campaign.ofAnotherKey(SafeText(campaign.key, columns: 60, ellipsis: .ellipsis)))
            }
            return campaign.isEmpty ? .noCampaign : .data(campaign)
        } catch {
            return .failed(Campaign.wrong(error))
        }
    }
}

package typealias BannerAnswer = CampaignAnswer<BannerData>

extension BannerData: CampaignDocument {
    package var key: String { bannerKey }
    package var isEmpty: Bool { items.isEmpty }

    package static func ofAnotherKey(_ shown: SafeText) -> Phrase {
        Phrase("The banner's data is for another key, \"\(shown)\".")
    }

    package static func wrong(_ error: some Error) -> Phrase {
        Phrase("The banner's data is wrong: \(String(describing: error)).")
    }
}

extension BannerData {
    /// The data as the platform writes it; `init(_: JSON)` reads it back.
    package var json: JSON {
        [
            "name": .string(name), "bannerKey": .string(bannerKey),
            "items": .array(
                items.map { item in
                    [
                        "index": .integer(Int64(item.index)), "title": .string(item.title),
                        "imageUrl": .string(item.imageURL), "openUrl": .string(item.openURL),
                    ]
                }),
        ]
    }
}
