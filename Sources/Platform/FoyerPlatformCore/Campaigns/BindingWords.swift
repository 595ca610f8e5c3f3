import FoyerCore

/// Why an item cannot be bound to a view.
extension Phrase {
    package static let bannerTooLate = Phrase(
        "The banner's data did not come in time.", "未及时收到横幅数据。", "未及時收到橫幅資料。")
    package static let noItemOfAny = Phrase("No item of a banner was given.", "未提供横幅条目。", "未提供橫幅項目。")
    static let noDataForItem = Phrase(
        "There is no data that the item could belong to.", "没有该条目可能所属的数据。", "沒有該項目可能所屬的資料。")

    package static func noSuchItemInAny(_ index: Int) -> Phrase {
        Phrase(
            "No banner that was loaded has an item \(index) like the given one.", "已加载的横幅中没有与所给相同的条目 \(index)。",
            "已載入的橫幅中沒有與所給相同的項目 \(index)。")
    }

    static func noData(_ key: String) -> Phrase {
        Phrase("The banner \"\(key)\" has no data.", "横幅“\(key)”没有数据。", "橫幅「\(key)」沒有資料。")
    }

    static func noItem(_ key: String) -> Phrase {
        Phrase(
            "No item of the banner \"\(key)\" was given.", "未提供横幅“\(key)”的条目。", "未提供橫幅「\(key)」的項目。")
    }

    static func noSuchItem(_ index: Int, _ key: String) -> Phrase {
        Phrase(
            "The banner \"\(key)\" has no item \(index) like the given one.", "横幅“\(key)”没有与所给相同的条目 \(index)。",
            "橫幅「\(key)」沒有與所給相同的項目 \(index)。")
    }

    static func fewerItems(_ item: String, _ key: String, count: Int) -> Phrase {
        Phrase(
            "The banner \"\(key)\" has \(count == 1 ? "1 item" : "\(count) items"), counted from 0, and no item \(item).",
            "横幅“\(key)”共 \(count) 个条目，没有条目 \(item)。", "橫幅「\(key)」共 \(count) 個項目，沒有項目 \(item)。")
    }

    static func noPlace(_ item: String) -> Phrase {
        Phrase(
            "\"\(item)\" is not the place of an item: items are counted from 0.", "“\(item)”不是条目的序号：条目从 0 开始计数。",
            "「\(item)」不是項目的序號：項目從 0 開始計數。")
    }

    static func nothingBound(_ view: String) -> Phrase {
        Phrase("No item is bound to the view \"\(view)\".", "视图“\(view)”未绑定条目。", "檢視「\(view)」未綁定項目。")
    }

    static func noView(_ view: String?) -> Phrase {
        guard let view else { return Phrase("No view was given.", "未提供视图。", "未提供檢視。") }
        return Phrase("There is no view \"\(view)\".", "没有视图“\(view)”。", "沒有檢視「\(view)」。")
    }
}
