import Foyer

/// What a run says of its flows.
extension Phrase {
    package static func tracesNotKept(_ why: Phrase) -> Phrase {
        Phrase(
            "There is no trace of what failed (--trace names a folder for it): \(why.english)",
            "失败的流程没有轨迹（可用 --trace 指定文件夹）：\(why.simplified)",
            "失敗的流程沒有軌跡（可用 --trace 指定資料夾）：\(why.traditional)")
    }

    package static func failuresNotKept(_ why: Phrase) -> Phrase {
        Phrase(
            "--failed will not know what failed: \(why.english)", "--failed 将无法得知哪些流程失败：\(why.simplified)",
            "--failed 將無法得知哪些流程失敗：\(why.traditional)")
    }

    static let notRun = Phrase("Not run.", "未运行。", "未執行。")

    /// - Parameter tries: how often it was played until it passed.
    static func flakyOnce(_ tries: Int) -> Phrase {
        Phrase(
            "Flaky: it passed only at try \(tries).", "不稳定：第 \(tries) 次尝试才通过。", "不穩定：第 \(tries) 次嘗試才通過。")
    }

    static func flakyIn(_ bad: Int, of all: Int) -> Phrase {
        Phrase(
            "Flaky: \(bad) of \(all) plays passed only at another try.", "不稳定：\(all) 次运行中有 \(bad) 次重试后才通过。",
            "不穩定：\(all) 次執行中有 \(bad) 次重試後才通過。")
    }

    static func failedIn(_ bad: Int, of all: Int) -> Phrase {
        Phrase("Failed in \(bad) of \(all) plays.", "\(all) 次运行中有 \(bad) 次失败。", "\(all) 次執行中有 \(bad) 次失敗。")
    }
}

extension Language {
    /// The last line of a run.
    package func told(_ figures: RunFigures) -> SafeText {
        let time = SafeText("\(figures.seconds)")
        func more(_ count: Int, _ phrase: Phrase) -> SafeText { count > 0 ? self[phrase] : "" }
        let flaky = more(
            figures.flaky,
            Phrase("\(figures.flaky) flaky, ", "\(figures.flaky) 个不稳定，", "\(figures.flaky) 個不穩定，"))
        let notRun = more(
            figures.notRun,
            Phrase(", \(figures.notRun) not run", "，\(figures.notRun) 个未运行", "，\(figures.notRun) 個未執行"))
        return self[
            Phrase(
                "\(figures.passed) passed, \(flaky)\(figures.failed) failed\(notRun) in \(time) s",
                "\(figures.passed) 个通过，\(flaky)\(figures.failed) 个失败\(notRun)，用时 \(time) 秒",
                "\(figures.passed) 個通過，\(flaky)\(figures.failed) 個失敗\(notRun)，用時 \(time) 秒")]
    }

    /// A position in a list: "4 of 16".
    package func place(_ number: Int, of total: Int) -> SafeText {
        self[Phrase("\(number) of \(total)", "第 \(number) 项，共 \(total) 项", "第 \(number) 項，共 \(total) 項")]
    }

    package var colon: SafeText { self == .english ? ": " : "：" }
}
