/// What a carousel's page shows in its picture's place.
package enum PagePicture: String, CaseIterable, Sendable {
    case placeholder, ready
    /// The error image, on this page only.
    case failed
}

/// A page as whoever has it knows it: its title as it came, and the key of its picture.
package struct CarouselPage: Equatable, Sendable {
    /// Text from outside; may be empty.
    package let title: String
    /// Pages with an equal key show the same picture.
    package let picture: String

    package init(title: String, picture: String) {
        (self.title, self.picture) = (title, picture)
    }
}
