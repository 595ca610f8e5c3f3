import Foyer

/// The words of the settings page.
extension Phrase {
    static let settingsTitle = Phrase("Settings", in: .demo)
    static let settingTheme = Phrase("Theme", in: .demo)
    static let darkTheme = Phrase("Dark", in: .demo)
    static let lightTheme = Phrase("Light", in: .demo)
    static let settingThemeDetail = Phrase(
        "Automatic is light where the terminal's own background is light, and dark otherwise.", in: .demo)
    static let settingColors = Phrase("Colours", in: .demo)
    static let settingCharacters = Phrase("Characters", in: .demo)
    static let settingPixels = Phrase("Pixels", in: .demo)
    static let settingMotion = Phrase("Motion", in: .demo)
    static let settingLanguage = Phrase("Language", in: .demo)
    static let automatic = Phrase("Automatic", in: .demo)
    static let noColors = Phrase("None", in: .demo)
    static let colors24Bit = Phrase("24-bit", in: .demo)
    static let colors256 = Phrase("256", in: .demo)
    static let colors16 = Phrase("16", in: .demo)
    static let noPixels = Phrase("Off", in: .demo)
    static let fullMotion = Phrase("Full", in: .demo)
    static let reducedMotion = Phrase("Reduced", in: .demo)
    static let simplifiedChinese = Phrase("简体中文", in: .demo)
    static let traditionalChinese = Phrase("繁體中文", in: .demo)
    static let settingColorsDetail = Phrase(
        "Automatic uses as many colours as the terminal reports. Pages and pictures are drawn with these.", in: .demo)
    static let settingCharactersDetail = Phrase(
        "ASCII draws every box, bar and sign with the characters of a plain keyboard.", in: .demo)
    static let settingPixelsDetail = Phrase(
        "Pictures at rest are shown in pixels where the terminal can; Off keeps them in cells.", in: .demo)
    static let settingMotionDetail = Phrase(
        "Reduced turns slides, fades and moving lights into steps, and the banner stands still.", in: .demo)
    static let settingLanguageDetail = Phrase("Automatic takes the language of your environment.", in: .demo)
    static let settingCursor = Phrase("Cursor", in: .demo)
    static let cursorBar = Phrase("Thin bar", in: .demo)
    static let cursorOwn = Phrase("The terminal's", in: .demo)
    static let cursorHidden = Phrase("Hidden", in: .demo)
    static let settingCursorDetail = Phrase(
        """
        It marks the focus for magnifiers and braille displays. A terminal without a thin bar shows its own cursor.
        """, in: .demo)
    static let settingDecided = Phrase("The command line, environment or terminal overrides this for now.", in: .demo)
    static let settingNeedsUnicode = Phrase(
        "ASCII has only English. Your choice holds again once the characters are Unicode.", in: .demo)
    static let change = Phrase("Change", in: .demo)
    static let choose = Phrase("Choose", in: .demo)
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
