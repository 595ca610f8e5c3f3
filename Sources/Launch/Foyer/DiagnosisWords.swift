import FoyerCore

/// What a diagnosis of the terminal names, and what it finds.
extension Phrase {
    package static func none(because reason: Phrase) -> Phrase {
        Phrase("none: \(reason)", "无：\(reason.simplified)", "無：\(reason.traditional)")
    }

    /// The language that is used where only ASCII can be shown.
    package static func english(insteadOf chosen: Language) -> Phrase {
        let (used, wanted) = (Language.english.rawValue, chosen.rawValue)
        return Phrase(
            "\(used), since ASCII alone is shown here (chosen: \(wanted))",
            "\(used)，因为此处只能显示 ASCII（所选：\(wanted)）",
            "\(used)，因為此處只能顯示 ASCII（所選：\(wanted)）")
    }

    /// Something that is known, with what it is known from.
    package func known(from source: CapabilitySource) -> Phrase {
        let from = source.cause
        return Phrase(
            "\(english) (\(from.english))", "\(simplified)（\(from.simplified)）", "\(traditional)（\(from.traditional)）")
    }

    package static let shown = Phrase("shown on", "显示于", "顯示於")

    /// The sentence of `--explain` about where a launch was shown.
    package static func shown(on decision: DisplayDecision) -> Phrase {
        let place = decision.cause
        return Phrase("Shown on \(place).", "显示于\(place.simplified)。", "顯示於\(place.traditional)。")
    }

    package static let languageName = Phrase("language", "语言", "語言")
    package static let motion = Phrase("motion", "动态效果", "動態效果")
    package static let reduced = Phrase("reduced", "减弱", "減弱")
    package static let full = Phrase("full", "完整", "完整")
    package static let screen = Phrase("screen", "屏幕", "螢幕")
    package static let colours = Phrase("colours", "颜色", "顏色")
    package static let characters = Phrase("characters", "字符", "字元")
    package static let mouse = Phrase("mouse", "鼠标", "滑鼠")
    package static let cursor = Phrase("cursor", "光标", "游標")
    static let cursorBar = Phrase("thin bar, where there is one", "细竖线（若终端支持）", "細直線（若終端機支援）")
    static let cursorOwn = Phrase("the terminal's", "终端自身", "終端機自身")
    static let cursorHidden = Phrase("hidden", "隐藏", "隱藏")
    package static let synchronizedOutput = Phrase("synchronized output", "同步输出", "同步輸出")
    package static let taskbarProgress = Phrase("taskbar progress", "任务栏进度", "工作列進度")
    package static let hyperlinks = Phrase("hyperlinks", "超链接", "超連結")
    package static let clipboard = Phrase("clipboard", "剪贴板", "剪貼簿")
    package static let unsaid = Phrase("asked; no answer", "可请求，终端不作答", "可請求，終端機不作答")
    package static let terminalDescriptions = Phrase("terminal descriptions", "终端描述", "終端機描述")
    package static let notCompiled = Phrase(
        "not compiled; 256 colours at most", "未编译；最多 256 色", "未編譯；最多 256 色")
    package static let packages = Phrase("packages", "安装包", "安裝套件")
    package static let cache = Phrase("cache", "缓存", "快取")
    package static let stateFolder = Phrase("state", "状态", "狀態")
    package static let settings = Phrase("settings", "设置", "設定")
    package static let yes = Phrase("yes", "是", "是")
    package static let no = Phrase("no", "否", "否")
    package static let unset = Phrase("unset", "未设置", "未設定")
    package static let none = Phrase("none", "无", "無")
    package static let theme = Phrase("theme", "主题", "佈景主題")
    package static let lightGround = Phrase("light", "浅色", "淺色")
    package static let darkGround = Phrase("dark", "深色", "深色")
    package static let terminalEntry = Phrase("terminfo entry", "terminfo 条目", "terminfo 項目")
    package static let answered = Phrase("terminal answers", "终端应答", "終端機回應")
    package static let notAsked = Phrase("not asked", "未询问", "未詢問")
    package static let terminalName = Phrase("answered name", "应答：名称", "回應：名稱")
    package static let exactColors = Phrase("answered 24-bit", "应答：24 位颜色", "回應：24 位元顏色")
    package static let groundColor = Phrase("answered ground", "应答：背景色", "回應：背景色")
    package static let textColor = Phrase("answered text", "应答：文字色", "回應：文字色")
    package static let knownModes = Phrase("answered modes", "应答：模式", "回應：模式")
    package static let cellSize = Phrase("cell in pixels", "单元格像素", "儲存格像素")
    package static let kittyGraphics = Phrase("kitty graphics", "kitty 图形", "kitty 圖形")
    package static let sixel = Phrase("sixel", "sixel 图形", "sixel 圖形")
    package static let fromFlag = Phrase("option", "命令行选项", "命令列選項")
    package static let fromSetting = Phrase("setting", "设置", "設定")
    package static let fromEnvironment = Phrase("environment", "环境变量", "環境變數")
    package static let fromAnswer = Phrase("answer", "终端应答", "終端機回應")
    package static let assumed = Phrase("assumed", "推定", "推定")
}

extension CapabilitySource {
    /// In a word or two.
    package var cause: Phrase {
        switch self {
        case .flag: .fromFlag
        case .setting: .fromSetting
        case .variable(let name): Phrase(asIs: name)
        case .environment: .fromEnvironment
        case .answer: .fromAnswer
        case .terminfo: Phrase(asIs: "terminfo")
        case .assumed: .assumed
        }
    }
}
