import FoyerCore

/// Why an item cannot be bound to a view.
extension Phrase {
    package static let bannerTooLate = Phrase("The banner's data did not come in time.")
    package static let noItemOfAny = Phrase("No item of a banner was given.")
    static let noDataForItem = Phrase("There is no data that the item could belong to.")

    package static func noSuchItemInAny(_ index: Int) -> Phrase {
        Phrase("No banner that was loaded has an item \(index) like the given one.")
    }

    static func noData(_ key: String) -> Phrase {
        Phrase("The banner \"\(key)\" has no data.")
    }

    static func noItem(_ key: String) -> Phrase {
        Phrase("No item of the banner \"\(key)\" was given.")
    }

    static func noSuchItem(_ index: Int, _ key: String) -> Phrase {
        Phrase("The banner \"\(key)\" has no item \(index) like the given one.")
    }

    static func fewerItems(_ item: String, _ key: String, count: Int) -> Phrase {
        Phrase(
            count, one: Phrase("The banner \"\(key)\" has \(count) item, counted from 0, and no item \(item)."),
            other: Phrase("The banner \"\(key)\" has \(count) items, counted from 0, and no item \(item)."))
    }

    static func noPlace(_ item: String) -> Phrase {
        Phrase("\"\(item)\" is not the place of an item: items are counted from 0.")
    }

    static func nothingBound(_ view: String) -> Phrase {
        Phrase("No item is bound to the view \"\(view)\".")
    }

    static func noView(_ view: String?) -> Phrase {
        guard let view else { return Phrase("No view was given.") }
        return Phrase("There is no view \"\(view)\".")
    }
}
