import Foyer

/// The words of the settings page.
extension Phrase {
    static let settingsTitle = Phrase("Settings", "设置", "設定")
    static let settingTheme = Phrase("Theme", "主题", "佈景主題")
    static let darkTheme = Phrase("Dark", "深色", "深色")
    static let lightTheme = Phrase("Light", "浅色", "淺色")
    static let settingThemeDetail = Phrase(
        "Automatic is light where the terminal's own background is light, and dark otherwise.",
        "自动：终端自身背景为浅色时用浅色，否则用深色。", "自動：終端機本身背景為淺色時用淺色，否則用深色。")
    static let settingColors = Phrase("Colours", "颜色", "顏色")
    static let settingCharacters = Phrase("Characters", "字符", "字元")
    static let settingPixels = Phrase("Pixels", "像素", "像素")
    static let settingMotion = Phrase("Motion", "动态效果", "動態效果")
    static let settingLanguage = Phrase("Language", "语言", "語言")
    static let automatic = Phrase("Automatic", "自动", "自動")
    static let noColors = Phrase("None", "无", "無")
    static let colors24Bit = Phrase("24-bit", "24 位", "24 位元")
    static let colors256 = Phrase("256", "256 色", "256 色")
    static let colors16 = Phrase("16", "16 色", "16 色")
    static let noPixels = Phrase("Off", "关闭", "關閉")
    static let fullMotion = Phrase("Full", "完整", "完整")
    static let reducedMotion = Phrase("Reduced", "减弱", "減弱")
    static let simplifiedChinese = Phrase("简体中文", "简体中文", "简体中文")
    static let traditionalChinese = Phrase("繁體中文", "繁體中文", "繁體中文")
    static let settingColorsDetail = Phrase(
        "Automatic uses as many colours as the terminal reports. Pages and pictures are drawn with these.",
        "默认采用终端所报告的颜色数。图片与页面都在其范围内绘制。", "預設採用終端機所回報的顏色數。圖片與頁面都在其範圍內繪製。")
    static let settingCharactersDetail = Phrase(
        "ASCII draws every box, bar and sign with the characters of a plain keyboard.",
        "ASCII：所有边框、进度条和符号都用普通键盘上的字符绘制。",
        "ASCII：所有邊框、進度列和符號都用一般鍵盤上的字元繪製。")
    static let settingPixelsDetail = Phrase(
        "Pictures at rest are shown in pixels where the terminal can; Off keeps them in cells.",
        "终端支持时，静止的图片以像素显示；关闭则一律用字符。", "終端機支援時，靜止的圖片以像素顯示；關閉則一律用字元。")
    static let settingMotionDetail = Phrase(
        "Reduced turns slides, fades and moving lights into steps, and the banner stands still.",
        "减弱：滑动、淡变与流光改为直接切换，横幅静止。", "減弱：滑動、淡變與流光改為直接切換，橫幅靜止。")
    static let settingLanguageDetail = Phrase(
        "Automatic takes the language of your environment.", "自动：采用环境变量中的语言。",
        "自動：採用環境變數中的語言。")
    static let settingCursor = Phrase("Cursor", "光标", "游標")
    static let cursorBar = Phrase("Thin bar", "细竖线", "細直線")
    static let cursorOwn = Phrase("The terminal's", "终端自身", "終端機自身")
    static let cursorHidden = Phrase("Hidden", "隐藏", "隱藏")
    static let settingCursorDetail = Phrase(
        "It marks the focus for magnifiers and braille displays. A terminal without a thin bar shows its own cursor.",
        "光标为放大镜和盲文显示器标出焦点。不支持细竖线的终端显示其自身光标。",
        "游標為放大鏡和點字顯示器標出焦點。不支援細直線的終端機顯示其自身游標。")
    static let settingDecided = Phrase(
        "The command line, environment or terminal overrides this for now.",
        "此项目前由命令行、环境变量或终端决定。", "此項目前由命令列、環境變數或終端機決定。")
    static let settingNeedsUnicode = Phrase(
        "ASCII has only English. Your choice holds again once the characters are Unicode.",
        "ASCII 只能显示英文；字符改为 Unicode 后恢复您的选择。", "ASCII 只能顯示英文；字元改為 Unicode 後恢復您的選擇。")
    static let change = Phrase("Change", "更改", "變更")
    static let choose = Phrase("Choose", "选择", "選擇")
}

extension DisplaySettings.Row {
    /// The row's label.
    var word: Phrase {
        switch self {
        case .theme: .settingTheme
        case .colors: .settingColors
        case .characters: .settingCharacters
        case .pixels: .settingPixels
        case .motion: .settingMotion
        case .language: .settingLanguage
        case .cursor: .settingCursor
        }
    }

    /// A sentence about its effect.
    var detail: Phrase {
        switch self {
        case .theme: .settingThemeDetail
        case .colors: .settingColorsDetail
        case .characters: .settingCharactersDetail
        case .pixels: .settingPixelsDetail
        case .motion: .settingMotionDetail
        case .language: .settingLanguageDetail
        case .cursor: .settingCursorDetail
        }
    }

    /// The labels of the choices, in order. A language is named in that language.
    func choiceNames(in language: Language) -> [SafeText] {
        switch self {
        case .theme: [language[.automatic], language[.darkTheme], language[.lightTheme]]
        case .colors:
            [
                language[.automatic], language[.colors24Bit], language[.colors256], language[.colors16],
                language[.noColors],
            ]
        case .characters: ["Unicode", "ASCII"]
        case .pixels: [language[.automatic], "kitty", "sixel", "iTerm2", language[.noPixels]]
        case .motion: [language[.fullMotion], language[.reducedMotion]]
        case .language: [language[.automatic], "English", language[.simplifiedChinese], language[.traditionalChinese]]
        case .cursor: [language[.cursorBar], language[.cursorOwn], language[.cursorHidden]]
        }
    }
}
