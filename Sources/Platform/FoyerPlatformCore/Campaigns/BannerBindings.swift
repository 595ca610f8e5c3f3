import FoyerCore

/// The item that each view of a self-rendering host shows, so that a click on a view finds its link.
package struct BannerBindings: Equatable, Sendable {
    private struct Bound: Equatable {
        let bannerKey: String
        let item: BannerItem
    }

    /// The names of all views that can show an item.
    package private(set) var views: Set<String>
    private var bound: [String: Bound] = [:]

    package init(views: Set<String> = []) {
        self.views = views
    }

    /// Registers a view under a name.
    package mutating func add(view: String) {
        views.insert(view)
    }

    /// Removes a view and its binding.
    package mutating func remove(view: String) {
        views.remove(view)
        bound[view] = nil
    }

    /// Binds an item to the view that shows it, in place of a former one.
    ///
    /// - Parameter data: the data of the item's key; `nil` if none could be loaded.
    package mutating func bind(
        _ item: BannerItem?, of data: BannerData?, to view: String?
    ) throws(BannerFailure) {
        guard let data, !data.items.isEmpty else {
            throw BannerFailure(.noData, .noDataForItem)
        }
        guard let item else {
            throw BannerFailure(.noItem, .noItem(data.bannerKey))
        }
        guard data.items.contains(item) else {
            throw BannerFailure(.noSuchItem, .noSuchItem(item.index, data.bannerKey))
        }
        guard let view, views.contains(view) else { throw Self.noView(view) }
        bound[view] = Bound(bannerKey: data.bannerKey, item: item)
    }

    /// The same for a binding named in a file or on the command line.
    package mutating func bind(_ binding: BannerBinding, in data: BannerData?) throws(BannerFailure) {
        try bind(try binding.resolve(in: data, views: views), of: data, to: binding.view)
    }

    /// The item that a click on this view chooses, and its banner's key.
    package func item(clickedOn view: String?) throws(BannerFailure) -> (bannerKey: String, item: BannerItem) {
        guard let view, views.contains(view) else { throw Self.noView(view) }
        guard let found = bound[view] else {
            throw BannerFailure(.noItem, .nothingBound(view))
        }
        return (found.bannerKey, found.item)
    }

    private static func noView(_ view: String?) -> BannerFailure {
        BannerFailure(.notAView, .noView(view))
    }
}

/// A self-rendering binding named in a file or on the command line, where types cannot help.
package struct BannerBinding: Equatable, Sendable {
    package var bannerKey: String?
    /// The item's index as a number from 0.
    package var item: String?
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
        guard let bannerKey, !bannerKey.isEmpty else { throw BannerFailure(.noKey, .noBannerKey) }
        guard let data, !data.items.isEmpty else {
            throw BannerFailure(.noData, .noData(bannerKey))
        }
        guard let item, !item.isEmpty else {
            throw BannerFailure(.noItem, .noItem(bannerKey))
        }
        guard item.utf8.allSatisfy(\.isASCIIDigit) else {
            throw BannerFailure(.notAnItem, .noPlace(item))
        }
        guard let place = Int(item), data.items.indices.contains(place) else {
            throw BannerFailure(.noSuchItem, .fewerItems(item, bannerKey, count: data.items.count))
        }
        guard let view, views.contains(view) else {
            throw BannerFailure(.notAView, .noView(view))
        }
        return data.items[place]
    }
}
