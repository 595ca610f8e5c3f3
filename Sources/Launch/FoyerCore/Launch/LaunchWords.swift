/// The labels of a launch's steps, and the messages for its failures.
extension Phrase {
    package static let stepCommandStart = Phrase("Starting", "正在启动", "正在啟動")
    package static let stepMetadata = Phrase("Asking for the program", "正在获取小程序信息", "正在取得小程式資訊")
    package static let stepIcon = Phrase("Fetching the icon", "正在获取图标", "正在取得圖示")
    package static let stepPackage = Phrase("Downloading", "正在下载", "正在下載")
    package static let stepVerify = Phrase("Checking", "正在校验", "正在驗證")
    package static let stepUnzip = Phrase("Unpacking", "正在解压", "正在解壓縮")
    package static let stepResources = Phrase("Fetching resources", "正在获取资源", "正在取得資源")
    package static let stepOpening = Phrase("Opening", "正在打开", "正在開啟")
    package static let stepReady = Phrase("Ready", "准备就绪", "準備就緒")

    /// The label of a step of the mini-program pipeline (metadata, icon, package, verify, unzip, resources, ready), or
    /// of a command's launch.
    package static func step(_ key: String) -> Phrase? {
        switch key {
        case "metadata": stepMetadata
        case LaunchStep.icon: stepIcon
        case "package": stepPackage
        case "verify": stepVerify
        case "unzip": stepUnzip
        case "resources": stepResources
        case "ready": stepOpening
        case "command.start": stepCommandStart
        default: nil
        }
    }

    /// What happened. (The fixed English text for logs and JSON is `code.message`.)
    package static func message(_ code: LaunchCode) -> Phrase { code.row.message }

    /// What the user can do, in a plain sentence or two.
    package static func advice(_ code: LaunchCode) -> Phrase { code.row.advice }
}

extension Language {
    /// A step's label: Foyer's own words in this language, or the host's text as it is.
    package func stepLabel(_ step: LaunchStep) -> SafeText {
        step.words.map { self[$0] } ?? SafeText(step.label)
    }
}
