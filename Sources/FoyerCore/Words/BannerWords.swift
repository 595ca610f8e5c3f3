/// The words around banners.
extension Word {
    public static let bannerGone = Word("There is no campaign here now.", "目前没有活动。", "目前沒有活動。")
    public static let bannerMissing = Word(
        "The banner could not be loaded.", "无法加载横幅。", "無法載入橫幅。")
    public static let inboxEmpty = Word("No messages.", "没有消息。", "沒有訊息。")
    public static let page = Word("Page", "翻页", "翻頁")
    public static let tabs = Word("Tabs", "标签", "分頁")

    static let bannerWords = [bannerGone, bannerMissing, inboxEmpty, page, tabs]

    /// Why a link of a banner was not opened.
    public static func linkRefused(_ refusal: LinkRefusal) -> Word {
        switch refusal {
        case .scheme: linkScheme
        case .address: linkToNowhere
        }
    }

    /// What a script's reader is told of a banner.
    static func status(_ status: BannerLoad.Status) -> Word {
        switch status {
        case .ok: Word("loaded", "已加载", "已載入")
        case .cached: Word("from the cache", "来自缓存", "來自快取")
        case .errorImage: Word("error image", "错误图片", "錯誤圖片")
        case .blank: Word("blank", "空白", "空白")
        case .hidden: Word("hidden", "已隐藏", "已隱藏")
        }
    }

    static func picture(_ picture: BannerPicture) -> Word {
        switch picture {
        case .ready: Word("picture loaded", "图片已加载", "圖片已載入")
        case .placeholder: Word("picture not there yet", "图片尚未到达", "圖片尚未到達")
        case .failed: Word("picture failed", "图片失败", "圖片失敗")
        }
    }
}

extension Language {
    /// An address was handed to the desktop; it is shown, in case no browser comes up.
    public func opened(_ address: SafeText) -> SafeText {
        pick("Opened \(address)", "已打开 \(address)", "已開啟 \(address)")
    }

    /// A link of the host's own that leads to nothing it has.
    public func noRoute(_ link: SafeText) -> SafeText {
        pick("Nothing here answers to \(link)", "此处没有 \(link)", "此處沒有 \(link)")
    }

    /// One line of a banner in lines: its place from 1, its title, its picture.
    public func plainBannerItem(_ item: BannerItem, picture: BannerPicture) -> SafeText {
        "\(item.index + 1). \(SafeText(item.title))  \(self[.picture(picture)])"
    }

    /// The last line of a banner in lines: "home: loaded".
    public func plainBanner(_ key: SafeText, status: BannerLoad.Status, failure: BannerFailure?) -> SafeText {
        let word = self[.status(status)]
        let line = pick("\(key): \(word)", "\(key)：\(word)", "\(key)：\(word)")
        guard let failure else { return line }
        return line + pick(", ", "，", "，") + plainFailed(failure)
    }

    /// Why a banner failed, with its code: "error -994: Can not get banner data for key! (cause)".
    public func plainFailed(_ failure: BannerFailure) -> SafeText {
        let (number, message) = ("\(failure.code.rawValue)", SafeText(failure.code.message))
        let cause = SafeText(failure.cause)
        return pick("error \(number): \(message)", "错误 \(number)：\(message)", "錯誤 \(number)：\(message)")
            + (cause.isEmpty ? "" : pick(" (\(cause))", "（\(cause)）", "（\(cause)）"))
    }
}
