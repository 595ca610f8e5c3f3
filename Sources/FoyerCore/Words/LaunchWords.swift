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
        ] + commandWords + bannerWords + popupWords

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
    public static func message(_ code: LaunchCode) -> Phrase { code.words.message }

    /// What the user can do, in a plain sentence or two.
    public static func advice(_ code: LaunchCode) -> Phrase { code.words.advice }
}

extension Language {
    /// A step's label: the catalogue's where it is a key of it, else the host's own text.
    public func stepLabel(_ label: String) -> SafeText {
        Phrase.step(label).map { self[$0] } ?? SafeText(label)
    }
}
