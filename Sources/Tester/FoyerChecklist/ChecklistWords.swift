import Foyer

/// The words of a checklist, on the screen and in its reports.
extension Phrase {
    package static let checklist = Phrase("Checklist", "检查清单", "檢查清單")
    package static let whatToDo = Phrase("What to do", "操作", "操作")
    package static let whatToSee = Phrase("What should be seen", "应看到", "應看到")
    package static let startAgain = Phrase("Start again", "再次开始", "再次開始")
    package static let verdict = Phrase("Verdict", "结论", "結論")
    package static let verdictQuestion = Phrase("What did you see?", "结果如何？", "結果如何？")
    package static let noVerdict = Phrase("No verdict yet", "尚无结论", "尚無結論")
    package static let notTried = Phrase("Not tried in this session", "本次尚未操作", "本次尚未操作")
    package static let pass = Phrase("Pass", "通过", "通過")
    package static let fail = Phrase("Fail", "失败", "失敗")
    package static let block = Phrase("Blocked", "受阻", "受阻")
    package static let skipped = Phrase("skipped", "已跳过", "已略過")
    package static let blocked = Phrase("blocked", "受阻", "受阻")
    package static let openItem = Phrase("open", "未完成", "未完成")
    package static let note = Phrase("Note", "备注", "備註")
    package static let overview = Phrase("Overview", "总览", "總覽")
    static let onlyQLeaves = Phrase(
        "To leave, press q; everything is kept.", "要退出，请按 q；一切都会保留。", "要離開，請按 q；一切都會保留。")
    package static let earlier = Phrase("Earlier", "先前", "先前")
    package static let writingReport = Phrase("Writing the report…", "正在写入报告…", "正在寫入報告…")
    package static let report = Phrase("Report", "报告", "報告")
    package static func noSuchItem(_ id: SafeText, of list: SafeText) -> Phrase {
        Phrase("\(list) has no item \(id).", "\(list) 没有名为 \(id) 的项目。", "\(list) 沒有名為 \(id) 的項目。")
    }
    /// What is to be done and seen, over the program.
    static let card = Phrase("Card", "说明", "說明")
    package static let keepScreen = Phrase("Keep screen", "保留画面", "保留畫面")
    package static let screenKept = Phrase("This screen is kept.", "已保留此画面。", "已保留此畫面。")
    /// The same in the line below the flow, beside its keys.
    static let networkIsBack = Phrase("Network is back", "网络已恢复", "網路已恢復")
    package static let allJudged = Phrase(
        "Every item has a verdict.", "所有项目均已有结论。", "所有項目均已有結論。")
    package static let outcome = Phrase("Outcome", "结局", "結局")
    package static let sittings = Phrase("Sittings", "测试时段", "測試時段")
    package static let judgedAt = Phrase("Judged", "结论时间", "結論時間")
    package static let took = Phrase("On screen for", "显示时长", "顯示時間")
    package static let items = Phrase("Items", "项目", "項目")
    static let eachSentence = Phrase("Each", "逐句", "逐句")
    static func sentence(_ number: Int, of total: Int) -> Phrase {
        Phrase(
            "Is sentence \(number) of \(total) true?", "第 \(number) 句（共 \(total) 句）属实吗？",
            "第 \(number) 句（共 \(total) 句）屬實嗎？")
    }
    /// - Parameter number: from 1.
    static func sentenceIsWorse(_ number: Int, _ verdict: Verdict) -> Phrase {
        let word = verdict.word
        return Phrase(
            "Sentence \(number) is \(word.english): press ↓ to change that first.",
            "第 \(number) 句的结论为“\(word.simplified)”：请先按 ↓ 更改。", "第 \(number) 句的結論為「\(word.traditional)」：請先按 ↓ 更改。")
    }
    static func runOfAnother(_ tester: String) -> Phrase {
        Phrase(
            "\(tester) has walked this list before you; --new begins a run of your own.",
            "此前由 \(tester) 进行；--new 开始您自己的检查。", "先前由 \(tester) 進行；--new 開始您自己的檢查。")
    }
    /// Of a card that has changed since.
    static func judgedOtherwise(_ verdict: Verdict) -> Phrase {
        let word = verdict.word
        return Phrase(
            "The card has changed since it was judged: \(word.english).",
            "此项在判定（\(word.simplified)）之后已更改。", "此項在判定（\(word.traditional)）之後已更改。")
    }
    package static let cardWas = Phrase("The card was another one", "当时的内容不同", "當時的內容不同")
    static let goneItems = Phrase("No longer in the list", "已不在清单中", "已不在清單中")
    static let defect = Phrase("Defect", "缺陷", "缺陷")
    static let tester = Phrase("Tester", "测试者", "測試者")
    static let testers = Phrase("Testers", "测试者", "測試者")
    static let commit = Phrase("Commit", "提交", "提交")
    static let platformUnderTest = Phrase("Platform", "平台", "平台")
    static let timeZone = Phrase("Time zone", "时区", "時區")
    static let operatingSystem = Phrase("System", "系统", "系統")
    static let failuresFirst = Phrase("Failed and blocked", "失败与受阻", "失敗與受阻")
    static let filterItems = Phrase("Filter items", "筛选项目", "篩選項目")
    static let itemsShown = Phrase("{count} shown", "显示 {count} 项", "顯示 {count} 項")

    package static func runInUse(_ path: String) -> Phrase {
        Phrase(
            "\(path) is in use: this checklist is being worked through elsewhere. Leave it there first; everything is kept.",
            "\(path) 正在使用：该清单正在别处进行。请先在那里退出；一切都会保留。", "\(path) 正在使用：此清單正在別處進行。請先在那裡離開；一切都會保留。")
    }

    package static func runUnusable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "The run cannot be kept in \(path): \(why).", "无法保存到 \(path)：\(why.simplified)。",
            "無法儲存到 \(path)：\(why.traditional)。")
    }

    package static func runDamaged(_ path: String, line: Int, _ why: String) -> Phrase {
        Phrase(
            "\(path) is damaged in line \(line) (\(why)). Repair it, or start over with --new, which puts it aside.",
            "\(path) 第 \(line) 行已损坏（\(why)）。请修复，或用 --new 重新开始（旧文件会保留）。",
            "\(path) 第 \(line) 行已損壞（\(why)）。請修復，或用 --new 重新開始（舊檔案會保留）。")
    }

    /// Of a file that somebody names as a run.
    static func notARun(_ path: String, line: Int, _ why: String) -> Phrase {
        Phrase(
            "\(path) is no run of a checklist (line \(line): \(why)). Name its run.jsonl, or the folder of its report.",
            "\(path) 不是检查记录（第 \(line) 行：\(why)）。请指定其 run.jsonl 或报告文件夹。",
            "\(path) 不是檢查紀錄（第 \(line) 行：\(why)）。請指定其 run.jsonl 或報告資料夾。")
    }

    /// - Parameters:
    ///   - list: that it is of, if it says so.
    ///   - other: the list with which it was read.
    package static func runOfAnotherList(_ path: String, _ list: String, not other: String) -> Phrase {
        Phrase(
            "\(path) is a run of \(list), not of \(other). Name its list with --list.",
            "\(path) 是 \(list) 的检查记录，不是 \(other) 的。请用 --list 指定其清单。",
            "\(path) 是 \(list) 的檢查紀錄，不是 \(other) 的。請用 --list 指定其清單。")
    }

    package static func sameRun(_ path: String, as other: String) -> Phrase {
        Phrase(
            "\(path) is the same run as \(other), and counts once.", "\(path) 与 \(other) 是同一记录，只计一次。",
            "\(path) 與 \(other) 是同一紀錄，只計一次。")
    }

    /// The folder that an item's `serve` names.
    ///
    /// - Parameter why: in a sentence of its own.
    static func notServed(_ folder: String, _ why: Phrase) -> Phrase {
        Phrase(
            "Cannot serve \(folder), as the checklist asks. \(why)", "无法按清单要求提供 \(folder)。\(why.simplified)",
            "無法按清單要求提供 \(folder)。\(why.traditional)")
    }

    package static let ordersLacking = Phrase(
        "This platform does not misbehave on request, as this item needs. Try it as it is, skip it, or mark it blocked.",
        "无法要求此平台按本项的需要出错。可照常操作、跳过，或标为受阻。",
        "無法要求此平台按本項的需要出錯。可照常操作、略過，或標為受阻。")
    package static let skip = Phrase("Skip", "跳过", "略過")
}

extension Language {
    /// What is kept under a name: "Defect: #7".
    func named(_ name: Phrase, _ value: String) -> SafeText { self[name] + colon + SafeText(value) }

    package func reportWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Report: \(shown)", "报告：\(shown)", "報告：\(shown)")]
    }
}
