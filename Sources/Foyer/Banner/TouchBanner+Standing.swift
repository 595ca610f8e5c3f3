import FoyerCore

extension TouchBanner {
    /// What the page shown, or slid to, has in place of its picture, or that it has it; `nil` where there is no page.
    public var picture: BannerPicture? {
        guard let page, let items = data?.items, items.indices.contains(page) else { return nil }
        return banner.picture(of: items[page])
    }
}
