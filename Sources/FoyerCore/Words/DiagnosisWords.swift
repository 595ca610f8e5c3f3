extension Cause {
    public static func none(because reason: Cause) -> Cause {
        Cause("none: \(reason)", "无：\(reason.simplified)", "無：\(reason.traditional)")
    }

    /// The language that is used where only ASCII can be shown.
    public static func english(insteadOf chosen: Language) -> Cause {
        let (used, wanted) = (Language.english.rawValue, chosen.rawValue)
        return Cause(
            "\(used), since ASCII alone is shown here (chosen: \(wanted))",
            "\(used)，因为此处只能显示 ASCII（所选：\(wanted)）",
            "\(used)，因為此處只能顯示 ASCII（所選：\(wanted)）")
    }
}

/// What a diagnosis of the terminal names, and what it finds.
extension Phrase {
    public static let languageName = Phrase("language", "语言", "語言")
    public static let motion = Phrase("motion", "动态效果", "動態效果")
    public static let reduced = Phrase("reduced", "减弱", "減弱")
    public static let full = Phrase("full", "完整", "完整")
    public static let screen = Phrase("screen", "屏幕", "螢幕")
    public static let colours = Phrase("colours", "颜色", "顏色")
    public static let characters = Phrase("characters", "字符", "字元")
    public static let mouse = Phrase("mouse", "鼠标", "滑鼠")
    public static let synchronizedOutput = Phrase("synchronized output", "同步输出", "同步輸出")
    public static let taskbarProgress = Phrase("taskbar progress", "任务栏进度", "工作列進度")
    public static let hyperlinks = Phrase("hyperlinks", "超链接", "超連結")
    public static let terminalDescriptions = Phrase("terminal descriptions", "终端描述", "終端機描述")
    public static let notCompiled = Phrase(
        "not compiled; 256 colours at most", "未编译；最多 256 色", "未編譯；最多 256 色")
    public static let packages = Phrase("packages", "安装包", "安裝套件")
    public static let cache = Phrase("cache", "缓存", "快取")
    public static let stateFolder = Phrase("state", "状态", "狀態")
    public static let settings = Phrase("settings", "设置", "設定")
    public static let yes = Phrase("yes", "是", "是")
    public static let no = Phrase("no", "否", "否")
    public static let unset = Phrase("unset", "未设置", "未設定")
    public static let none = Phrase("none", "无", "無")

    static let diagnosisWords = [
        languageName, motion, reduced, full, screen, colours, characters, mouse, synchronizedOutput, taskbarProgress,
        hyperlinks, terminalDescriptions, notCompiled, packages, cache, stateFolder, settings, yes, no, unset, none,
    ]
}
