import FoyerCore

extension TouchBanner {
    /// Whether there is a page to go to.
    public var hasPages: Bool { (data?.items.count ?? 0) > 1 }

    /// Whether the page shown, or slid to, leads anywhere when it is chosen.
    public var leadsSomewhere: Bool {
        guard let page, let items = data?.items, items.indices.contains(page) else { return false }
        return !items[page].openURL.isEmpty
    }

    /// What the page shown, or slid to, has in place of its picture, or that it has it; `nil` where there is no page.
    package var picture: BannerPicture? {
        guard let page, let items = data?.items, items.indices.contains(page) else { return nil }
        return banner.picture(of: items[page])
    }
}
