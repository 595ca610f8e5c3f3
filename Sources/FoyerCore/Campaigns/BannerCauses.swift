/// Why a banner has no data.
extension Phrase {
    package static let noBannerKey = Cause("No banner key was given.", "未提供横幅键。", "未提供橫幅鍵。")

    static func noCampaign(_ key: String) -> Cause {
        Cause(
            "The platform has no campaign for the key \"\(key)\".", "平台上没有键为“\(key)”的活动。",
            "平台上沒有鍵為「\(key)」的活動。")
    }

    static func bannerTooLarge(limit: Int) -> Cause {
        Cause(
            "The banner's data is larger than \(limit) bytes.", "横幅数据超过 \(limit) 字节。",
            "橫幅資料超過 \(limit) 位元組。")
    }

    static func bannerOfAnotherKey(_ shown: SafeText) -> Cause {
        Cause(
            "The banner's data is of another key, \"\(shown)\".", "返回的是另一个键“\(shown)”的横幅数据。",
            "傳回的是另一個鍵「\(shown)」的橫幅資料。")
    }

    static func bannerWrong(_ error: some Error) -> Cause {
        Cause("The banner's data is wrong: \(error).", "横幅数据有误：\(error)。", "橫幅資料有誤：\(error)。")
    }
}
