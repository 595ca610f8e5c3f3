import Foyer

/// The words of programs that are not ours.
extension Phrase {
    static let aListOfWords = Phrase(
        "a list, as in [python3, menu.py]", "列表，如 [python3, menu.py]", "清單，如 [python3, menu.py]")
    static let aProgram = Phrase("a program and its arguments", "程序及其参数", "程式及其引數")
    static let aVariable = Phrase("the name of a variable", "变量名", "變數名稱")

    static func programEnded(_ status: Int32) -> Phrase {
        Phrase(
            "The program has ended with status \(status).", "程序已结束，状态为 \(status)。", "程式已結束，狀態為 \(status)。")
    }

    static let mouseUnheard = Phrase(
        "The program does not ask for the mouse.", "程序未启用鼠标。", "程式未啟用滑鼠。")
    static let screenMoves = Phrase("The screen keeps changing.", "屏幕没有静止。", "螢幕沒有靜止。")

    static func cellShows(column: Int, row: Int, _ found: String, _ wanted: String) -> Phrase {
        Phrase(
            "The cell in column \(column) of row \(row) shows \(found), not \(wanted).",
            "第 \(row) 行第 \(column) 列为 \(found)，应为 \(wanted)。", "第 \(row) 列第 \(column) 欄為 \(found)，應為 \(wanted)。")
    }

    static let endsProgram = Phrase("Ctrl-] ends the program.", "按 Ctrl-] 可结束程序。", "按 Ctrl-] 可結束程式。")

    package static func programIsOver(_ status: Int32) -> Phrase {
        Phrase(
            "The program has ended with status \(status). Press Enter for the verdict.",
            "程序已结束，状态为 \(status)。按回车键给出结论。", "程式已結束，狀態為 \(status)。按 Enter 鍵給出結論。")
    }

    package static func recordingBegins(_ path: String) -> Phrase {
        Phrase(
            "Everything you do is written to \(path) as a scenario. Ctrl-] ends the program. Press Enter to begin.",
            "您的操作将作为场景写入 \(path)。按 Ctrl-] 可结束程序。按回车键开始。",
            "您的操作將作為情境寫入 \(path)。按 Ctrl-] 可結束程式。按 Enter 鍵開始。")
    }

    package static func scenarioWritten(_ path: String, steps: Int) -> Phrase {
        Phrase("\(steps) steps are in \(path).", "已将 \(steps) 个步骤写入 \(path)。", "已將 \(steps) 個步驟寫入 \(path)。")
    }

    package static func fileThere(_ path: String) -> Cause {
        Cause(
            "\(path) exists already; name another file, or remove it.", "\(path) 已存在；请换一个文件名，或将其删除。",
            "\(path) 已存在；請換一個檔名，或將其刪除。")
    }

    package static let recordingNeedsTerminal = Cause(
        "A program is recorded in a terminal, and there is none here.", "录制程序需要终端，而此处没有终端。",
        "錄製程式需要終端機，而此處沒有終端機。")

    package static let aServersOrders = Phrase(
        "This scenario needs a platform that misbehaves on request; the one at --server does not.",
        "此场景会控制平台的行为，而 --server 所指的平台不支持。", "此情境會控制平台的行為，而 --server 所指的平台不支援。")
}
