/// A page as the carousel knows it: by what it is, not by its place.
package struct CarouselItem: Hashable, Sendable {
    /// Two items with one identity are the same item, before and after a reload.
    package enum Identity: Hashable, Sendable {
        case content(openURL: String, imageURL: String, title: String)
        /// A key of the caller's.
        case key(String)
    }

    package let identity: Identity
    /// What comes back when the page is chosen.
    package let openURL: String

    package init(_ item: BannerItem) {
        identity = .content(openURL: item.openURL, imageURL: item.imageURL, title: item.title)
        openURL = item.openURL
    }

    package init(key: String, openURL: String = "") {
        identity = .key(key)
        self.openURL = openURL
    }
}
