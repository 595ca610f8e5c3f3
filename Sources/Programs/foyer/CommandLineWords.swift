import Foyer
import FoyerChecklist

/// The messages of the command line, and why it cannot continue.
extension Phrase {
    static let runIsKept = Phrase(
        "Everything is kept; the same command continues from here.", "已全部保存；再次运行同一命令即可继续。",
        "已全部儲存；再次執行同一命令即可繼續。")
    static let testerQuestion = Phrase(
        "Who tests? Your name for the report:", "测试人是谁？请输入报告中的姓名：", "測試人是誰？請輸入報告中的姓名：")

    static func noRun(_ path: String) -> Phrase {
        Phrase(
            "This checklist has no run yet; `foyer qa` starts one. Looked for \(path).",
            "该清单尚无记录；请用 `foyer qa` 开始。查找位置：\(path)。", "此清單尚無記錄；請用 `foyer qa` 開始。尋找位置：\(path)。")
    }

    static func outputLost(_ why: Phrase) -> Phrase {
        Phrase(
            "standard output cannot be written: \(why).", "无法写入标准输出：\(why.simplified)。",
            "無法寫入標準輸出：\(why.traditional)。")
    }

    static func settingsUnreadable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "The settings \(path) cannot be read: \(why). They are ignored.",
            "无法读取设置文件 \(path)：\(why.simplified)。已忽略。", "無法讀取設定檔 \(path)：\(why.traditional)。已略過。")
    }

    static let trustedKeyUnknown = Phrase(
        "The settings may pin a key, but cannot be read as a whole, so nothing is launched or shown. Mend them, or "
            + "name the key with --public-key.",
        "设置中可能固定了公钥，但设置无法完整读取，因此不启动也不显示任何内容。请修正设置，或用 --public-key 指定公钥。",
        "設定中可能固定了公開金鑰，但設定無法完整讀取，因此不啟動也不顯示任何內容。請修正設定，或以 --public-key 指定公開金鑰。")

    static func noScenarios(_ paths: String) -> Phrase {
        Phrase(
            "No scenario found in \(paths); expected files whose names end in .yaml or .yml.",
            "\(paths) 中没有场景文件（.yaml 或 .yml）。", "\(paths) 中沒有情境檔（.yaml 或 .yml）。")
    }

    static let watching = Phrase("Waiting for a file to be saved.", "等待文件保存。", "等待檔案儲存。")

    /// On a line of its own: with the other it would be wider than 80 columns.
    static func watchKeys(_ count: Int) -> Phrase {
        Phrase(
            "Enter plays all \(count); f and Enter, those that failed; q and Enter, leave.",
            "按 Enter 运行全部 \(count) 个；f 加 Enter 运行失败的；q 加 Enter 退出。",
            "按 Enter 執行全部 \(count) 個；f 加 Enter 執行失敗的；q 加 Enter 離開。")
    }

    /// - Parameter files: of the flows.
    static func playing(_ files: [String]) -> Phrase {
        let names = named(files)
        return Phrase("Playing \(names)", "正在运行 \(names)", "正在執行 \(names)")
    }

    static func stillFailing(_ files: [String]) -> Phrase {
        let names = named(files)
        return Phrase("Still failing: \(names)", "仍然失败：\(names)", "仍然失敗：\(names)")
    }

    private static func named(_ files: [String]) -> String {
        let most = 5
        return SafeText((files.prefix(most) + (files.count > most ? ["…"] : [])).joined(separator: ", ")).string
    }

    static let watchNeedsTerminal = Phrase(
        "--watch waits for what you type, and standard input is no terminal.", "--watch 需要等待输入，而标准输入不是终端。",
        "--watch 需要等待輸入，而標準輸入不是終端機。")

    static let nothingMatches = Phrase(
        "No flow has this text or tag; `foyer scenario list` names them all.",
        "没有流程含有该文字或标签；`foyer scenario list` 可列出全部。",
        "沒有流程含有該文字或標籤；`foyer scenario list` 可列出全部。")

    static let noLastRun = Phrase(
        "No run is known here, so all are played.", "此处没有运行记录，将运行全部。", "此處沒有執行記錄，將執行全部。")

    static let runInterrupted = Phrase(
        "Interrupted: the rest was not run.", "已中断：其余未运行。", "已中斷：其餘未執行。")

    static let nothingToPlay = Phrase(
        "None of these flows is to be played.", "没有需要运行的场景。", "沒有需要執行的情境。")

    static let platformMissing = Phrase(
        "No platform is named. Give --server URL or set FOYER_SERVER; `foyer serve` starts one to try.",
        "未指定平台。请使用 --server URL 或设置 FOYER_SERVER；`foyer serve` 可启动一个供试用。",
        "未指定平台。請使用 --server URL 或設定 FOYER_SERVER；`foyer serve` 可啟動一個供試用。")

    /// - Parameter why: a clause.
    static func platformWrong(_ text: String, _ why: String) -> Phrase {
        Phrase(
            "\"\(text)\" is not a platform's base URL: \(why).", "“\(text)”不是平台的基础网址：\(why)。",
            "「\(text)」不是平台的基礎網址：\(why)。")
    }

    static let trustedKeyWrong = Phrase(
        "The settings' public-key is not 32 bytes in base64.", "设置中的 public-key 不是 32 字节的 Base64。",
        "設定中的 public-key 不是 32 位元組的 Base64。")

    static func tooManyTrustedKeys(_ count: Int) -> Phrase {
        Phrase(
            "The settings list \(count) keys in public-key; a host pins at most two.",
            "设置中的 public-key 有 \(count) 个公钥；最多固定两个。", "設定中的 public-key 有 \(count) 個公開金鑰；最多固定兩個。")
    }

    static func notInstalled(_ appID: String) -> Phrase {
        Phrase("\(appID) is not installed.", "尚未安装 \(appID)。", "尚未安裝 \(appID)。")
    }

    static func leftOut(_ path: String) -> Phrase {
        Phrase("skipped, because it is hidden: \(path)", "隐藏文件，未打包：\(path)", "隱藏檔案，未打包：\(path)")
    }

    static func besidePackage(_ path: String) -> Phrase {
        Phrase(
            "skipped, because it belongs to the site's sources: \(path)", "属于站点源文件，未打包：\(path)",
            "屬於網站來源檔案，未打包：\(path)")
    }

    static let noShortcuts = Phrase("There are no shortcuts.", "没有快捷方式。", "沒有捷徑。")

    static func siteWaits(_ path: String) -> Phrase {
        Phrase(
            "Another publication is under way in \(path); waiting for it to finish.", "\(path) 中正在进行另一次发布，等待其结束。",
            "\(path) 中正在進行另一次發佈，等待其結束。")
    }
}

/// Lists in whole sentences.
extension Language {
    func installed(_ count: Int) -> SafeText {
        let english =
            switch count {
            case 0: "No program is installed"
            case 1: "1 program is installed"
            default: "\(count) programs are installed"
            }
        return self[Phrase(english, "已安装 \(count) 个程序", "已安裝 \(count) 個程式")]
    }

    func installed(_ appID: String, version: String, path: String) -> SafeText {
        self[
            Phrase(
                "\(appID), version \(version), in \(path)", "\(appID)，版本 \(version)，位于 \(path)",
                "\(appID)，版本 \(version)，位於 \(path)")]
    }

    func shortcuts(_ count: Int) -> SafeText {
        let english =
            switch count {
            case 0: "There are no shortcuts"
            case 1: "There is 1 shortcut"
            default: "There are \(count) shortcuts"
            }
        return self[Phrase(english, "共有 \(count) 个快捷方式", "共有 \(count) 個捷徑")]
    }

    func shortcut(_ title: SafeText, _ name: String, link: String) -> SafeText {
        self[
            Phrase(
                "\(title), named \(name), leads to \(link)", "\(title)，名称为 \(name)，指向 \(link)",
                "\(title)，名稱為 \(name)，指向 \(link)")]
    }
}

extension Language {
    /// The message of `foyer qa check` for a list without mistakes.
    func checklistIsGood(_ file: SafeText, items: Int) -> SafeText {
        self[
            Phrase(
                items == 1 ? "\(file): 1 item, well written." : "\(file): \(items) items, well written.",
                "\(file)：共 \(items) 项，格式正确。", "\(file)：共 \(items) 項，格式正確。")]
    }

    /// Who tells whether the sentences of a checklist are true; `nil` for a list without checks.
    func sentences(_ count: ChecklistPlay.Count) -> SafeText? {
        let tied = count.played + count.partly + count.byPerson
        guard tied > 0 else { return nil }
        let (all, loose) = (tied + count.untied, count.untied)
        let (played, partly, byPerson) = (count.played, count.partly, count.byPerson)
        return self[
            Phrase(
                "\(all) sentences: \(played) played, \(partly) played and judged by a person, \(byPerson) judged by a person"
                    + (loose > 0 ? ", \(loose) without a check." : "."),
                "共 \(all) 个句子：\(played) 个自动检查，\(partly) 个自动检查并由人判断，\(byPerson) 个由人判断"
                    + (loose > 0 ? "，\(loose) 个没有检查。" : "。"),
                "共 \(all) 個句子：\(played) 個自動檢查，\(partly) 個自動檢查並由人判斷，\(byPerson) 個由人判斷"
                    + (loose > 0 ? "，\(loose) 個沒有檢查。" : "。"))]
    }

    /// The same of scenarios.
    func scenariosAreGood(_ count: Int) -> SafeText {
        self[
            Phrase(
                count == 1 ? "1 scenario is well written." : "\(count) scenarios are well written.",
                "\(count) 个场景格式正确。", "\(count) 個情境格式正確。")]
    }

    /// The lines of `foyer shortcut`.
    func shortcutAdded(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[Phrase("added “\(title)” as \(name)", "已添加“\(title)”：\(name)", "已加入「\(title)」：\(name)")]
    }

    /// The same title and link once more.
    func shortcutReplaced(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase(
                "replaced the existing “\(title)”: \(name)", "“\(title)”已存在，现已替换：\(name)",
                "「\(title)」已存在，現已取代：\(name)")]
    }

    /// The same link under another title.
    func shortcutSharesLink(_ title: SafeText, _ name: SafeText) -> SafeText {
        self[
            Phrase(
                "“\(title)” (\(name)) has the same link.", "“\(title)”（\(name)）使用同一链接。", "「\(title)」（\(name)）使用同一連結。")]
    }

    func shortcutRemoved(_ title: SafeText) -> SafeText {
        self[Phrase("removed “\(title)”", "已移除“\(title)”", "已移除「\(title)」")]
    }

    /// The message of `foyer open` if another process has accepted the link.
    func linkDelivered(_ route: SafeText) -> SafeText {
        self[
            Phrase(
                "The running Foyer has received \(route)", "运行中的 Foyer 已接收 \(route)", "執行中的 Foyer 已接收 \(route)")]
    }

    func linkStarted(_ route: SafeText) -> SafeText {
        self[
            Phrase(
                "Foyer is starting in a new window with \(route)", "Foyer 正在新窗口中打开 \(route)",
                "Foyer 正在新視窗中開啟 \(route)")]
    }

    /// A second start, after the first has been asked to show itself.
    var runsAlready: SafeText {
        self[
            Phrase(
                "Foyer is already running in another terminal. `foyer open LINK` takes it to a page; `foyer --new` runs another one here.",
                "Foyer 已在另一个终端中运行。`foyer open LINK` 可使其打开页面；`foyer --new` 在此处再运行一个。",
                "Foyer 已在另一個終端機中執行。`foyer open LINK` 可使其開啟頁面；`foyer --new` 在此處再執行一個。")]
    }
}
