import Foyer

/// The problems that files of scenarios and checklists can have.
extension Phrase {
    static func nameIsNotUTF8(_ path: String) -> Phrase {
        let path = SafeText(path).string
        return Phrase(
            "The name of \(path) is not UTF-8, so Foyer cannot open the file. Rename it.",
            "\(path) 的名称不是 UTF-8，无法打开。请重命名。", "\(path) 的名稱不是 UTF-8，無法開啟。請重新命名。")
    }

    static let theScenario = Phrase("The scenario", "场景", "情境")
    static let aStepOfIt = Phrase("A step", "步骤", "步驟")
    static let aFault = Phrase("A fault", "故障", "故障")

    static let aFaultsCode = Phrase(
        "an error's code, as 10009 or 10009:com.example.tea, or a mapping with route and fault",
        "错误码，如 10009 或 10009:com.example.tea，或包含 route 和 fault 的映射",
        "錯誤碼，如 10009 或 10009:com.example.tea，或包含 route 和 fault 的對應")

    // MARK: - What was expected

    static let aStep = Phrase("at least one step", "至少一个步骤", "至少一個步驟")
    static let columnsAndRows = Phrase("columns and rows, as 80x24", "80x24 形式的列数和行数", "80x24 形式的欄數和列數")
    static let aPage = Phrase("a page, as pages/menu", "pages/menu 形式的页面", "pages/menu 形式的頁面")
    static let oneLine = Phrase("one line of text", "一行文本", "一行文字")
    static let aKeyName = Phrase("a key", "键名", "鍵名")
    static let statusOrSignal = Phrase(
        "a status from 0 to 255, or a signal as TERM", "0 到 255 之间的状态，或 TERM 形式的信号", "0 到 255 之間的狀態，或 TERM 形式的信號")
    static let aTextOrACell = Phrase(
        "a text on the screen, or { column: 3, row: 4 }", "屏幕上的文本，或 { column: 3, row: 4 }",
        "螢幕上的文字，或 { column: 3, row: 4 }")
    static let anOutcome = Phrase(
        "completed, closed or failed CODE", "completed、closed 或 failed CODE", "completed、closed 或 failed CODE")

    /// - Parameter names: of the theme's colours.
    static func aColorOrARole(_ names: [String]) -> Phrase {
        let all = anyOf(names)
        return Phrase(
            "\(aColor.english), or Foyer’s own \(all.english)", "\(aColor.simplified)，或 Foyer 自己的 \(all.simplified)",
            "\(aColor.traditional)，或 Foyer 自己的 \(all.traditional)")
    }

    static func anyKey(of names: [String]) -> Phrase {
        let all = anyOf(names)
        return Phrase("a character, \(all)", "一个字符、\(all.simplified)", "一個字元、\(all.traditional)")
    }

    static let ofTheDelegate = Phrase("the delegate", "委托", "委派")
    static let ofAPopup = Phrase("a pop-up", "弹窗", "彈出視窗")
    static let ofABanner = Phrase("a banner", "横幅", "橫幅")
    static let ofAHost = Phrase("a host", "宿主", "宿主")

    static func aCall(_ whose: Phrase, _ examples: [String]) -> Phrase {
        let all = anyOf(examples)
        return Phrase(
            "a call of \(whose): \(all)", "\(whose.simplified)的调用：\(all.simplified)",
            "\(whose.traditional)的呼叫：\(all.traditional)")
    }

    // MARK: - What is wrong

    static func standsBeside(_ key: String, _ other: String) -> Phrase {
        Phrase(
            "\(key) cannot be combined with \(other); use one of them.", "\(key) 与 \(other) 不能同时出现；只能写一个。",
            "\(key) 與 \(other) 不能同時出現；只能寫一個。")
    }

    static func areTwoSteps(_ key: String, _ other: String) -> Phrase {
        Phrase(
            "\(other) and \(key) are two steps; begin each with a dash.", "\(other) 和 \(key) 是两个步骤；请各以短横开头。",
            "\(other) 和 \(key) 是兩個步驟；請各以短橫開頭。")
    }

    static func belongsWithin(_ key: String, _ action: String) -> Phrase {
        let form = key == "text" ? "\(action): { text: … }" : "\(action): { text: …, \(key): … }"
        return Phrase(
            "\(key) belongs to \(action), as in \(form).", "\(key) 属于 \(action)，写作 \(form)。",
            "\(key) 屬於 \(action)，寫作 \(form)。")
    }

    static let emptyStep = Phrase("A step is empty; it needs one thing to do.", "步骤为空；应写一个动作。", "步驟為空；應寫一個動作。")

    static func namesNothing(_ what: Phrase, _ keys: [String]) -> Phrase {
        let all = anyOf(keys)
        return Phrase(
            "\(what) is empty; expected \(all).", "\(what.simplified)：没有任何条件；应为\(spaced(all.simplified))。",
            "\(what.traditional)：沒有任何條件；應為\(spaced(all.traditional))。")
    }

    static let nothingToBindTo = Phrase(
        "bind has nothing to bind to; expected \"views\" beside it.", "bind：没有可绑定的视图；旁边应有“views”。",
        "bind：沒有可綁定的檢視；旁邊應有「views」。")
}
