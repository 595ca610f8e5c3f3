/// The words of loading, and of launches that failed.
extension Phrase {
    public static let preparing = Phrase("Preparing the awesome ...", "精彩即将呈现 ...", "精彩即將呈現 ...")
    public static let stepMetadata = Phrase("Asking for the program", "正在获取小程序信息", "正在取得小程式資訊")
    public static let stepIcon = Phrase("Fetching the icon", "正在获取图标", "正在取得圖示")
    public static let stepPackage = Phrase("Downloading", "正在下载", "正在下載")
    public static let stepVerify = Phrase("Checking", "正在校验", "正在驗證")
    public static let stepUnzip = Phrase("Unpacking", "正在解压", "正在解壓縮")
    public static let stepResources = Phrase("Fetching resources", "正在获取资源", "正在取得資源")
    public static let stepReady = Phrase("Ready", "准备就绪", "準備就緒")

    static let launchWords =
        [
            preparing, stepMetadata, stepIcon, stepPackage, stepVerify, stepUnzip, stepResources, stepReady,
        ] + commandWords + bannerWords

    /// The label of a step of the mini-program pipeline (metadata, icon, package, verify, unzip, resources, ready), or
    /// of a command's launch.
    public static func step(_ key: String) -> Phrase? {
        switch key {
        case "metadata": stepMetadata
        case "icon": stepIcon
        case "package": stepPackage
        case "verify": stepVerify
        case "unzip": stepUnzip
        case "resources": stepResources
        case "ready": stepReady
        case "command.start": stepCommandStart
        default: nil
        }
    }

    /// What happened. (The fixed English text for logs and JSON is `code.message`.)
    public static func message(_ code: LaunchCode) -> Phrase {
        switch code {
        case .removed: Phrase("Mini Program has been removed", "小程序已下线", "小程式已移除")
        case .suspended: Phrase("Mini Program has been suspended", "小程序已被暂停服务", "小程式已暫停服務")
        case .unknown: Phrase("Unknown error", "未知错误", "未知錯誤")
        case .notFound: Phrase("Mini program does not exist.", "小程序不存在", "小程式不存在")
        case .unzipFailed: Phrase("Mini program unzip failed", "小程序解压失败", "小程式解壓縮失敗")
        case .fetchFailed: Phrase("Mini program fetch failed", "小程序信息获取失败", "無法取得小程式資訊")
        case .downloadFailed: Phrase("Mini program download failed", "小程序下载失败", "小程式下載失敗")
        case .timedOut: Phrase("Mini program preparation timed out", "小程序准备超时", "小程式準備逾時")
        case .resourcesFailed: Phrase("Failed to load remote resources", "远程资源加载失败", "遠端資源載入失敗")
        }
    }

    /// What the user can do, in a plain sentence or two.
    public static func advice(_ code: LaunchCode) -> Phrase {
        switch code {
        case .removed:
            Phrase(
                "Its makers have taken it away. There is nothing to open any more.",
                "开发者已删除该小程序，无法再打开。", "開發者已刪除此小程式，無法再開啟。")
        case .suspended:
            Phrase(
                "It is not offered at the moment. Try again another day.",
                "该小程序暂不提供服务，请改天再试。", "此小程式暫不提供服務，請改天再試。")
        case .unknown:
            Phrase(
                "Something unexpected happened. Reload; if it stays, look at the details.",
                "发生了意外情况。请重新加载；若仍不行，请查看详情。", "發生了意外狀況。請重新載入；若仍不行，請查看詳細資料。")
        case .notFound:
            Phrase(
                "There is no program of this name. Check the app id.",
                "没有这个名称的小程序，请检查应用 ID。", "沒有這個名稱的小程式，請檢查應用程式 ID。")
        case .unzipFailed:
            Phrase(
                "The package is damaged. Reload to fetch it again.",
                "安装包已损坏，请重新加载以再次下载。", "安裝套件已損壞，請重新載入以再次下載。")
        case .fetchFailed:
            Phrase(
                "The service could not be asked about this program. Check the network, then reload.",
                "无法获取小程序信息。请检查网络，然后重新加载。", "無法取得小程式資訊。請檢查網路，然後重新載入。")
        case .downloadFailed:
            Phrase(
                "The package could not be downloaded. Check the network, then reload.",
                "安装包下载失败。请检查网络，然后重新加载。", "安裝套件下載失敗。請檢查網路，然後重新載入。")
        case .timedOut:
            Phrase(
                "It took too long to get ready. Reload, or try again later.",
                "准备时间过长。请重新加载，或稍后再试。", "準備時間過長。請重新載入，或稍後再試。")
        case .resourcesFailed:
            Phrase(
                "Files that the program needs could not be downloaded. Check the network, then reload.",
                "小程序所需的资源下载失败。请检查网络，然后重新加载。", "小程式所需的資源下載失敗。請檢查網路，然後重新載入。")
        }
    }
}

extension Language {
    /// A step's label: the catalogue's where it is a key of it, else the host's own text.
    public func stepLabel(_ label: String) -> SafeText {
        Phrase.step(label).map { self[$0] } ?? SafeText(label)
    }
}
