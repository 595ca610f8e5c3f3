import FoyerCore
import FoyerPlatformCore

/// The words around banners.
extension Phrase {
    static let bannerLoading = Phrase("Loading the banner.", "正在加载横幅。", "正在載入橫幅。")
    package static let bannerGone = Phrase("There is no campaign here at the moment.", "目前没有活动。", "目前沒有活動。")
    package static let bannerMissing = Phrase(
        "The banner could not be loaded.", "无法加载横幅。", "無法載入橫幅。")

    /// Why a link of a banner was not opened.
    package static func linkRefused(_ refusal: LinkRefusal) -> Phrase {
        switch refusal {
        case .scheme: linkScheme
        case .address: linkToNowhere
        }
    }

    /// How a banner's load ended, for lines.
    static func status(_ status: BannerLoad.Status) -> Phrase {
        switch status {
        case .ok: Phrase("loaded", "已加载", "已載入")
        case .cached: Phrase("from the cache", "来自缓存", "來自快取")
        case .errorImage: Phrase("error image", "错误图片", "錯誤圖片")
        case .blank: Phrase("blank", "空白", "空白")
        case .hidden: Phrase("hidden", "已隐藏", "已隱藏")
        }
    }

    static func picture(_ picture: PagePicture) -> Phrase {
        switch picture {
        case .ready: Phrase("picture loaded", "图片已加载", "圖片已載入")
        case .placeholder: Phrase("picture not loaded yet", "图片尚未到达", "圖片尚未到達")
        case .failed: Phrase("picture failed", "图片失败", "圖片失敗")
        }
    }

    static func keyNotAskedFor(_ error: some Error) -> Phrase {
        Phrase("This key cannot be requested: \(error).", "无法请求此键：\(error)。", "無法要求此鍵：\(error)。")
    }
}

extension Language {
    /// An address was handed to the desktop; it is shown, in case no browser comes up.
    package func opened(_ address: SafeText) -> SafeText {
        self[Phrase("Opened \(address)", "已打开 \(address)", "已開啟 \(address)")]
    }

    /// A link of the host's own that leads to nothing it has.
    package func noRoute(_ link: SafeText) -> SafeText {
        self[Phrase("Nothing here opens \(link)", "此处没有 \(link)", "此處沒有 \(link)")]
    }

    /// One line of a banner in lines: its place from 1, its title, its picture.
    package func plainBannerItem(_ item: BannerItem, picture: PagePicture) -> SafeText {
        "\(item.index + 1). \(SafeText(item.title))  \(self[.picture(picture)])"
    }

    /// The last line of a banner in lines: "home: loaded".
    ///
    /// - Parameter fallback: why what is shown does not come from the newest answer.
    package func plainBanner(
        _ key: SafeText, status: BannerLoad.Status, failure: BannerFailure?, fallback: Phrase?
    ) -> SafeText {
        let word = self[.status(status)]
        let line = self[Phrase("\(key): \(word)", "\(key)：\(word)", "\(key)：\(word)")]
        guard let failure else {
            guard let cause = fallback.map({ self[$0] }) else { return line }
            return line + self[Phrase(" (\(cause))", "（\(cause)）", "（\(cause)）")]
        }
        return line + self[Phrase(", ", "，", "，")] + plainFailed(failure)
    }

    /// Why a banner failed, with its code: "error -994: Can not get banner data for key! (cause)".
    package func plainFailed(_ failure: BannerFailure) -> SafeText {
        let (number, message) = ("\(failure.code.rawValue)", message(failure.code))
        let cause = self[failure.reason]
        return self[Phrase("error \(number): \(message)", "错误 \(number)：\(message)", "錯誤 \(number)：\(message)")]
            + (cause.isEmpty ? "" : self[Phrase(" (\(cause))", "（\(cause)）", "（\(cause)）")])
    }

    /// The catalogue's message; in English as the catalogue fixes it.
    func message(_ code: BannerError) -> SafeText {
        let english = code.message
        return switch code {
        case .noData: self[Phrase(english, "无法获取横幅数据！", "無法取得橫幅資料！")]
        case .noSuchItem: self[Phrase(english, "没有此横幅条目！", "沒有此橫幅項目！")]
        case .notAView: self[Phrase(english, "绑定的不是视图！", "綁定的不是檢視！")]
        case .notAnItem: self[Phrase(english, "绑定的不是横幅条目！", "綁定的不是橫幅項目！")]
        case .noItem: self[Phrase(english, "未提供横幅条目！", "未提供橫幅項目！")]
        case .noKey: self[Phrase(english, "未提供横幅键！", "未提供橫幅鍵！")]
        }
    }
}

extension TouchStartError {
    /// The sentence in every language.
    package var cause: Phrase {
        switch self {
        case .collectorNotStarted: Phrase(description, "统计收集器尚未启动，请先启动它。", "統計收集器尚未啟動，請先啟動它。")
        case .collectorTooOld(let version):
            Phrase(
                description, "统计收集器的版本为 \(version)，至少需要 \(CollectorVersion.least)。",
                "統計收集器的版本為 \(version)，至少需要 \(CollectorVersion.least)。")
        case .noServerHost: Phrase(description, "未设置服务器地址，请先设置。", "未設定伺服器位址，請先設定。")
        case .notStarted: Phrase(description, "触达服务尚未启动，请先启动。", "觸達服務尚未啟動，請先啟動。")
        }
    }
}

/// The words around pop-ups.
extension Phrase {
    package static let popupWaits = Phrase("Asking for the pop-up", "正在请求弹窗", "正在請求彈窗")
    static let popupPictureLate = Phrase(
        "The pop-up's picture is late; it is being fetched for next time.", "弹窗的图片来得太晚，正在为下次启动获取。",
        "彈窗的圖片來得太晚，正在為下次啟動取得。")
}

extension PopupAbsence {
    /// The reason in every language, in a few words without a stop: "it came too late".
    public var cause: Phrase {
        switch self {
        case .none: Phrase("there is none", "没有弹窗", "沒有彈窗")
        case .failed(let why):
            Phrase(
                "it could not be loaded (\(why.english))", "无法加载（\(why.simplified)）", "無法載入（\(why.traditional)）")
        case .notYet: Phrase("its time has not come", "尚未到展示时间", "尚未到顯示時間")
        case .over: Phrase("its time is over", "展示时间已过", "顯示時間已過")
        case .seen: Phrase("it has been shown", "已经展示过", "已經顯示過")
        case .late: Phrase("it came too late", "来得太晚", "來得太晚")
        case .noRoom: Phrase("the screen is too small", "屏幕太小", "螢幕太小")
        }
    }
}

extension Language {
    /// The first sentence of a card in lines.
    func popup(_ title: SafeText) -> SafeText {
        let title = SpokenLine.words(title)
        return self[Phrase("Pop-up: \(title)", "弹窗：\(title)", "彈窗：\(title)")]
    }

    /// A pop-up in lines: its title, its text, its buttons and where they lead.
    package func plainPopup(_ data: PopupData) -> [SafeText] {
        let texts = [data.title, data.text].map { SafeText($0) }.filter { !$0.isEmpty }
        return texts + data.buttons.map { "[\(SafeText($0.label))] \(SafeText($0.openURL))" }
    }

    /// The last line of a pop-up that was not shown: "evening: it has been shown".
    package func plainPopup(_ key: SafeText, absence: PopupAbsence) -> SafeText {
        let word = self[absence.cause]
        return self[Phrase("\(key): \(word)", "\(key)：\(word)", "\(key)：\(word)")]
    }
}
