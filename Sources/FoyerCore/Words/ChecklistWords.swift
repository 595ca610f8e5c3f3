/// The words of a checklist, on the screen and in its reports.
extension Phrase {
    public static let checklist = Phrase("Checklist", "检查清单", "檢查清單")
    public static let whatToDo = Phrase("What to do", "操作", "操作")
    public static let whatToSee = Phrase("What should be seen", "应看到", "應看到")
    public static let start = Phrase("Start", "开始", "開始")
    public static let startAgain = Phrase("Start again", "再次开始", "再次開始")
    public static let verdict = Phrase("Verdict", "结论", "結論")
    public static let verdictQuestion = Phrase("What did you see?", "结果如何？", "結果如何？")
    public static let noVerdict = Phrase("No verdict yet", "尚无结论", "尚無結論")
    public static let notTried = Phrase("Not tried in this sitting", "本次尚未操作", "本次尚未操作")
    public static let pass = Phrase("Pass", "通过", "通過")
    public static let fail = Phrase("Fail", "失败", "失敗")
    public static let block = Phrase("Blocked", "受阻", "受阻")
    public static let passed = Phrase("passed", "通过", "通過")
    public static let blocked = Phrase("blocked", "受阻", "受阻")
    public static let openItem = Phrase("open", "未完成", "未完成")
    public static let note = Phrase("Note", "备注", "備註")
    public static let keep = Phrase("Keep", "保存", "儲存")
    public static let overview = Phrase("Overview", "总览", "總覽")
    public static let report = Phrase("Report", "报告", "報告")
    public static let heal = Phrase("Heal", "恢复网络", "恢復網路")
    public static let keepScreen = Phrase("Keep screen", "保留画面", "保留畫面")
    public static let screenKept = Phrase("This screen is kept.", "已保留此画面。", "已保留此畫面。")
    public static let healed = Phrase(
        "The network is well again.", "网络已恢复正常。", "網路已恢復正常。")
    public static let allJudged = Phrase(
        "Every item has a verdict.", "所有项目均已有结论。", "所有項目均已有結論。")
    public static let runIsKept = Phrase(
        "Everything is kept; the same command goes on from here.", "已全部保存；再次运行同一命令即可继续。",
        "已全部儲存；再次執行同一命令即可繼續。")
    public static let screens = Phrase("Screens", "画面", "畫面")
    public static let events = Phrase("Events", "事件", "事件")
    public static let delegateCalls = Phrase("Delegate calls", "委托调用", "委派呼叫")
    public static let outcome = Phrase("Outcome", "结局", "結局")
    public static let terminal = Phrase("Terminal", "终端", "終端機")
    public static let sittings = Phrase("Sittings", "测试时段", "測試時段")
    public static let judgedAt = Phrase("Judged", "结论时间", "結論時間")
    public static let took = Phrase("On screen for", "显示时长", "顯示時間")
    public static let testerQuestion = Phrase(
        "Who tests? Your name for the report:", "测试人是谁？请输入报告中的姓名：", "測試人是誰？請輸入報告中的姓名：")
    public static let items = Phrase("Items", "项目", "項目")

    static let checklistWords = [
        checklist, whatToDo, whatToSee, start, startAgain, verdict, verdictQuestion, noVerdict, notTried, pass, fail,
        block, passed, blocked, openItem, note, keep, overview, report, heal, keepScreen, screenKept, healed, allJudged,
        runIsKept, screens, events, delegateCalls, outcome, terminal, sittings, judgedAt, took, testerQuestion,
        items,
    ]
}

extension Language {
    /// Where the tester is: "4 of 16".
    public func place(_ number: Int, of total: Int) -> SafeText {
        self[Phrase("\(number) of \(total)", "第 \(number) 项，共 \(total) 项", "第 \(number) 項，共 \(total) 項")]
    }

    /// What `foyer qa check` says of a list without a fault.
    public func checklistIsGood(_ file: SafeText, items: Int) -> SafeText {
        self[
            Phrase("\(file): \(items) items, well written.", "\(file)：共 \(items) 项，格式正确。", "\(file)：共 \(items) 項，格式正確。")
        ]
    }

    /// The same of scenarios.
    public func scenariosAreGood(_ count: Int) -> SafeText {
        self[
            Phrase(
                count == 1 ? "1 scenario is well written." : "\(count) scenarios are well written.",
                "\(count) 个场景格式正确。", "\(count) 個情境格式正確。")]
    }

    /// The last line of `foyer scenario run`.
    public func scenariosRun(passed: Int, failed: Int, seconds: String) -> SafeText {
        let time = SafeText(seconds)
        return self[
            Phrase(
                "\(passed) passed, \(failed) failed in \(time) s", "\(passed) 个通过，\(failed) 个失败，用时 \(time) 秒",
                "\(passed) 個通過，\(failed) 個失敗，用時 \(time) 秒")]
    }

    public func reportWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Report: \(shown)", "报告：\(shown)", "報告：\(shown)")]
    }
}

extension Cause {
    public static func runInUse(_ path: String) -> Cause {
        Cause(
            "\(path) is in use: this checklist is being worked through elsewhere.", "\(path) 正在使用：该清单正在别处进行。",
            "\(path) 正在使用：此清單正在別處進行。")
    }

    public static func runUnusable(_ path: String, _ why: Cause) -> Cause {
        Cause(
            "The run cannot be kept in \(path): \(why).", "无法保存到 \(path)：\(why.simplified)。",
            "無法儲存到 \(path)：\(why.traditional)。")
    }

    public static func runDamaged(_ path: String, line: Int, _ why: String) -> Cause {
        Cause(
            "\(path) is damaged in line \(line) (\(why)). Mend it, or start afresh with --new, which puts it aside.",
            "\(path) 第 \(line) 行已损坏（\(why)）。请修复，或用 --new 重新开始（旧文件会保留）。",
            "\(path) 第 \(line) 行已損壞（\(why)）。請修復，或用 --new 重新開始（舊檔案會保留）。")
    }

    public static func noRun(_ path: String) -> Cause {
        Cause(
            "There is no run of this checklist yet; `foyer qa` starts one. Looked for \(path).",
            "该清单尚无记录；请用 `foyer qa` 开始。查找位置：\(path)。", "此清單尚無記錄；請用 `foyer qa` 開始。尋找位置：\(path)。")
    }
}
