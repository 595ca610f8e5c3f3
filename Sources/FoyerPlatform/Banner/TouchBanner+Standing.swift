import FoyerCore

extension TouchBanner {
    /// Whether there is another page to go to.
    public var hasPages: Bool { (data?.items.count ?? 0) > 1 }

    /// Whether the page on display, or being slid to, has a link.
    public var leadsSomewhere: Bool {
        guard let page, let items = data?.items, items.indices.contains(page) else { return false }
        return !items[page].openURL.isEmpty
    }

    /// The state of the picture of the page on display, or being slid to; `nil` if there is no page.
    package var picture: BannerPicture? {
        guard let page, let items = data?.items, items.indices.contains(page) else { return nil }
        return banner.picture(of: items[page])
    }
}
