/// A self-rendering binding named in a file or on the command line, where types cannot help.
package struct BannerBinding: Equatable, Sendable {
    package var bannerKey: String?
    /// The item's index as a number from 0.
    package var item: String?
    /// The view's name.
    package var view: String?

    package init(bannerKey: String?, item: String?, view: String?) {
        self.bannerKey = bannerKey
        self.item = item
        self.view = view
    }

    /// The bound item.
    ///
    /// - Parameters:
    ///   - data: the data of the key; `nil` if none could be loaded.
    ///   - views: the names of all views that can show an item.
    package func resolve(in data: BannerData?, views: Set<String>) throws(BannerFailure) -> BannerItem {
        guard let bannerKey, !bannerKey.isEmpty else { throw BannerFailure(.noKey, cause: "no banner key was given") }
        guard let data, !data.items.isEmpty else {
            throw BannerFailure(.noData, cause: "the banner \"\(bannerKey)\" has no data")
        }
        guard let item, !item.isEmpty else {
            throw BannerFailure(.noItem, cause: "no item of the banner \"\(bannerKey)\" was given")
        }
        guard item.utf8.allSatisfy(URIText.isDigit) else {
            throw BannerFailure(.notAnItem, cause: "\"\(item)\" is no item's place: items are counted from 0")
        }
        guard let place = Int(item), data.items.indices.contains(place) else {
            throw BannerFailure(
                .noSuchItem, cause: "the banner \"\(bannerKey)\" has \(data.items.count) items, no \(item)")
        }
        guard let view, views.contains(view) else {
            throw BannerFailure(.notAView, cause: "there is no view \"\(view ?? "")\" to show the item \(item)")
        }
        return data.items[place]
    }
}
