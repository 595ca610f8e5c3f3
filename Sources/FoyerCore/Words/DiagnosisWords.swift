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

extension Cause {
    /// Something that is known, with what it is known from.
    public func known(from source: CapabilitySource) -> Cause {
        let from = source.cause
        return Cause(
            "\(english) (\(from.english))", "\(simplified)（\(from.simplified)）", "\(traditional)（\(from.traditional)）")
    }
}

extension CapabilitySource {
    /// In a word or two.
    public var cause: Cause {
        switch self {
        case .flag: Cause(.fromFlag)
        case .setting: Cause(.fromSetting)
        case .variable(let name): Cause(asIs: name)
        case .environment: Cause(.fromEnvironment)
        case .answer: Cause(.fromAnswer)
        case .terminfo: Cause(asIs: "terminfo")
        case .assumed: Cause(.assumed)
        }
    }
}

/// What a diagnosis of the terminal names, and what it finds.
extension Word {
    public static let languageName = Word("language", "语言", "語言")
    public static let motion = Word("motion", "动态效果", "動態效果")
    public static let reduced = Word("reduced", "减弱", "減弱")
    public static let full = Word("full", "完整", "完整")
    public static let screen = Word("screen", "屏幕", "螢幕")
    public static let colours = Word("colours", "颜色", "顏色")
    public static let characters = Word("characters", "字符", "字元")
    public static let mouse = Word("mouse", "鼠标", "滑鼠")
    public static let synchronizedOutput = Word("synchronized output", "同步输出", "同步輸出")
    public static let taskbarProgress = Word("taskbar progress", "任务栏进度", "工作列進度")
    public static let hyperlinks = Word("hyperlinks", "超链接", "超連結")
    public static let terminalDescriptions = Word("terminal descriptions", "终端描述", "終端機描述")
    public static let notCompiled = Word(
        "not compiled; 256 colours at most", "未编译；最多 256 色", "未編譯；最多 256 色")
    public static let packages = Word("packages", "安装包", "安裝套件")
    public static let cache = Word("cache", "缓存", "快取")
    public static let stateFolder = Word("state", "状态", "狀態")
    public static let settings = Word("settings", "设置", "設定")
    public static let yes = Word("yes", "是", "是")
    public static let no = Word("no", "否", "否")
    public static let unset = Word("unset", "未设置", "未設定")
    public static let none = Word("none", "无", "無")
    public static let theme = Word("theme", "主题", "佈景主題")
    public static let lightGround = Word("light", "浅色", "淺色")
    public static let darkGround = Word("dark", "深色", "深色")
    public static let terminalEntry = Word("terminfo entry", "terminfo 条目", "terminfo 項目")
    public static let answered = Word("terminal answers", "终端应答", "終端機回應")
    public static let notAsked = Word("not asked", "未询问", "未詢問")
    public static let terminalName = Word("answered name", "应答：名称", "回應：名稱")
    public static let exactColors = Word("answered 24-bit", "应答：24 位颜色", "回應：24 位元顏色")
    public static let groundColor = Word("answered ground", "应答：背景色", "回應：背景色")
    public static let textColor = Word("answered text", "应答：文字色", "回應：文字色")
    public static let knownModes = Word("answered modes", "应答：模式", "回應：模式")
    public static let cellSize = Word("cell in pixels", "单元格像素", "儲存格像素")
    public static let kittyGraphics = Word("kitty graphics", "kitty 图形", "kitty 圖形")
    public static let sixel = Word("sixel", "sixel 图形", "sixel 圖形")
    public static let fromFlag = Word("option", "命令行选项", "命令列選項")
    public static let fromSetting = Word("setting", "设置", "設定")
    public static let fromEnvironment = Word("environment", "环境变量", "環境變數")
    public static let fromAnswer = Word("answer", "终端应答", "終端機回應")
    public static let assumed = Word("assumed", "推定", "推定")

    static let diagnosisWords = [
        languageName, motion, reduced, full, screen, colours, characters, mouse, synchronizedOutput, taskbarProgress,
        hyperlinks, terminalDescriptions, notCompiled, packages, cache, stateFolder, settings, yes, no, unset, none,
        theme, lightGround, darkGround, terminalEntry, answered, notAsked, terminalName, exactColors, groundColor,
        textColor,
        knownModes, cellSize, kittyGraphics, sixel, fromFlag, fromSetting, fromEnvironment, fromAnswer, assumed,
    ]
}
