import FoyerCore

/// Why a program's metadata or manifest is not used.
extension Phrase {
    /// Advice where a signature is missing or wrong.
    package static let tellPlatform = Phrase(
        "It is not signed as this host requires. Tell the platform's operator.", "其签名不符合此宿主的要求。请告知平台的运营者。",
        "其簽章不符合此宿主的要求。請告知平台的營運者。")

    /// Advice where a platform's answer is wrong.
    static let tellOperator = Phrase(
        "The platform's answer cannot be used. Tell its operator.", "平台的响应无法使用。请告知平台的运营者。",
        "平台的回應無法使用。請告知平台的營運者。")

    /// Advice where the answer makes no sense, as a network's sign-in page; on a page, then in lines.
    static let signInAndReload = Phrase(
        "The answer is not the platform's. If this network wants you to sign in, do so, then reload.",
        "响应并非来自平台。若当前网络需要登录，请先登录，然后重新加载。",
        "回應並非來自平台。若目前的網路需要登入，請先登入，然後重新載入。")
    static let signInAndRetry = Phrase(
        "The answer is not the platform's. If this network wants you to sign in, do so, then try again.",
        "响应并非来自平台。若当前网络需要登录，请先登录，然后重试。",
        "回應並非來自平台。若目前的網路需要登入，請先登入，然後再試一次。")

    /// Advice where a program should be opened without the platform, and is not there.
    static let launchOnceOnline = Phrase(
        "Launch it once with another policy to install it.", "请先用其他策略启动一次，以便安装。", "請先用其他策略啟動一次，以便安裝。")

    package static func unknownProgram(_ app: AppID) -> Phrase {
        Phrase(
            "The platform does not know \(app) (HTTP 404).", "平台上没有 \(app)（HTTP 404）。", "平台上沒有 \(app)（HTTP 404）。")
    }

    static func programGone(_ app: AppID) -> Phrase {
        Phrase(
            "The platform says that \(app) is gone (HTTP 410).", "平台表示 \(app) 已不存在（HTTP 410）。",
            "平台表示 \(app) 已不存在（HTTP 410）。")
    }

    static func programWithheld(_ app: AppID) -> Phrase {
        Phrase(
            "The platform withholds \(app) (HTTP 451).", "平台不提供 \(app)（HTTP 451）。", "平台不提供 \(app)（HTTP 451）。")
    }

    static func programRemoved(_ app: AppID) -> Phrase {
        Phrase("The platform says that \(app) was removed.", "平台表示 \(app) 已被删除。", "平台表示 \(app) 已被刪除。")
    }

    static func programSuspended(_ app: AppID) -> Phrase {
        Phrase("The platform says that \(app) is suspended.", "平台表示 \(app) 已暂停服务。", "平台表示 \(app) 已暫停服務。")
    }

    static func metadataTooLarge(limit: Int) -> Phrase {
        Phrase(
            "The metadata is larger than \(limit) bytes.", "小程序信息超过 \(limit) 字节。", "小程式資訊超過 \(limit) 位元組。")
    }

    static func metadataNotJSON(_ error: some Error) -> Phrase {
        Phrase("The metadata is \(error).", "小程序信息不是有效的 JSON：\(error)。", "小程式資訊不是有效的 JSON：\(error)。")
    }

    static func metadataMisshapen(_ error: some Error) -> Phrase {
        Phrase("The metadata is wrong: \(error).", "小程序信息有误：\(error)。", "小程式資訊有誤：\(error)。")
    }

    static func metadataOfAnother(_ shown: SafeText) -> Phrase {
        Phrase(
            "The metadata is for another program, \"\(shown)\".", "返回的是另一个小程序“\(shown)”的信息。",
            "傳回的是另一個小程式「\(shown)」的資訊。")
    }

    static func rollback(offered: Int64, highest: Int64) -> Phrase {
        Phrase(
            "The platform offers version code \(offered), but \(highest) was installed already.",
            "平台提供的版本号是 \(offered)，但已安装过 \(highest)。", "平台提供的版本號是 \(offered)，但已安裝過 \(highest)。")
    }

    static func packageTooLarge(limit: Int) -> Phrase {
        Phrase("The package is larger than \(limit) bytes.", "安装包超过 \(limit) 字节。", "安裝套件超過 \(limit) 位元組。")
    }

    static func resourceTooLarge(_ path: SafeText, limit: Int) -> Phrase {
        Phrase(
            "The resource \(path) is larger than \(limit) bytes.", "资源 \(path) 超过 \(limit) 字节。",
            "資源 \(path) 超過 \(limit) 位元組。")
    }

    static func notAnAppID(_ shown: SafeText) -> Phrase {
        Phrase("\"\(shown)\" is not an app id.", "“\(shown)”不是有效的应用 ID。", "「\(shown)」不是有效的應用程式 ID。")
    }

    static func manifest(_ what: String) -> Phrase {
        Phrase(
            "The package's manifest.json \(what).", "安装包的 manifest.json 有误（\(what)）。",
            "安裝套件的 manifest.json 有誤（\(what)）。")
    }
}
