/// A page as the carousel knows it: by identity, not by index.
package struct CarouselItem: Hashable, Sendable {
    /// Two items with the same identity are the same item, before and after a reload.
    package enum Identity: Hashable, Sendable {
        case content(openURL: String, imageURL: String, title: String)
        /// The caller's own key.
        case key(String)
    }

    package let identity: Identity
    /// Handed back when the page is chosen.
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
