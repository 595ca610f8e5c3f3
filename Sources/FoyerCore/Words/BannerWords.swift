/// The words around banners.
extension Phrase {
    public static let bannerGone = Phrase("There is no campaign here now.", "目前没有活动。", "目前沒有活動。")
    public static let bannerMissing = Phrase(
        "The banner could not be loaded.", "无法加载横幅。", "無法載入橫幅。")
    public static let inboxEmpty = Phrase("No messages.", "没有消息。", "沒有訊息。")
    public static let page = Phrase("Page", "翻页", "翻頁")
    public static let tabs = Phrase("Tabs", "标签", "分頁")

    static let bannerWords = [bannerGone, bannerMissing, inboxEmpty, page, tabs]

    /// Why a link of a banner was not opened.
    public static func linkRefused(_ refusal: LinkRefusal) -> Phrase {
        switch refusal {
        case .scheme: linkScheme
        case .address: linkToNowhere
        }
    }

    /// What a script's reader is told of a banner.
    static func status(_ status: BannerLoad.Status) -> Phrase {
        switch status {
        case .ok: Phrase("loaded", "已加载", "已載入")
        case .cached: Phrase("from the cache", "来自缓存", "來自快取")
        case .errorImage: Phrase("error image", "错误图片", "錯誤圖片")
        case .blank: Phrase("blank", "空白", "空白")
        case .hidden: Phrase("hidden", "已隐藏", "已隱藏")
        }
    }

    static func picture(_ picture: BannerPicture) -> Phrase {
        switch picture {
        case .ready: Phrase("picture loaded", "图片已加载", "圖片已載入")
        case .placeholder: Phrase("picture not there yet", "图片尚未到达", "圖片尚未到達")
        case .failed: Phrase("picture failed", "图片失败", "圖片失敗")
        }
    }
}

extension Language {
    /// An address was handed to the desktop; it is shown, in case no browser comes up.
    public func opened(_ address: SafeText) -> SafeText {
        self[Phrase("Opened \(address)", "已打开 \(address)", "已開啟 \(address)")]
    }

    /// A link of the host's own that leads to nothing it has.
    public func noRoute(_ link: SafeText) -> SafeText {
        self[Phrase("Nothing here answers to \(link)", "此处没有 \(link)", "此處沒有 \(link)")]
    }

    /// One line of a banner in lines: its place from 1, its title, its picture.
    public func plainBannerItem(_ item: BannerItem, picture: BannerPicture) -> SafeText {
        "\(item.index + 1). \(SafeText(item.title))  \(self[.picture(picture)])"
    }

    /// The last line of a banner in lines: "home: loaded".
    public func plainBanner(_ key: SafeText, status: BannerLoad.Status, failure: BannerFailure?) -> SafeText {
        let word = self[.status(status)]
        let line = self[Phrase("\(key): \(word)", "\(key)：\(word)", "\(key)：\(word)")]
        guard let failure else { return line }
        return line + self[Phrase(", ", "，", "，")] + plainFailed(failure)
    }

    /// Why a banner failed, with its code: "error -994: Can not get banner data for key! (cause)".
    public func plainFailed(_ failure: BannerFailure) -> SafeText {
        let (number, message) = ("\(failure.code.rawValue)", SafeText(failure.code.message))
        let cause = SafeText(failure.cause)
        return self[Phrase("error \(number): \(message)", "错误 \(number)：\(message)", "錯誤 \(number)：\(message)")]
            + (cause.isEmpty ? "" : self[Phrase(" (\(cause))", "（\(cause)）", "（\(cause)）")])
    }
}
