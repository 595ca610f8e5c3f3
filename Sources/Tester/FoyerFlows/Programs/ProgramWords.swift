import Foyer

/// The words of programs that are not ours.
extension Phrase {
    static let aListOfWords = Phrase(
        "a list, as in [python3, menu.py]", "列表，如 [python3, menu.py]", "清單，如 [python3, menu.py]")
    package static let aProgram = Phrase("a program and its arguments", "程序及其参数", "程式及其引數")
    static let aSourceName = Phrase(
        "a relative path, as words.txt or ../src/tool", "相对路径，如 words.txt 或 ../src/tool",
        "相對路徑，如 words.txt 或 ../src/tool")
    static let aRoomName = Phrase(
        "a relative path without . and ..", "不含 . 和 .. 的相对路径", "不含 . 和 .. 的相對路徑")
    static let aVariable = Phrase("the name of a variable", "变量名", "變數名稱")

    static func programEnded(_ status: Int32) -> Phrase {
        Phrase(
            "The program has ended with status \(status).", "程序已结束，状态为 \(status)。", "程式已結束，狀態為 \(status)。")
    }

    /// - Parameter unmet: what it waited for when its time was over.
    static func flowTookTooLong(_ seconds: String, _ unmet: Phrase?) -> Phrase {
        Phrase(
            "The flow took more than \(seconds) s." + (unmet.map { " \($0.english)" } ?? ""),
            "流程耗时超过 \(seconds) 秒。\(unmet?.simplified ?? "")", "流程耗時超過 \(seconds) 秒。\(unmet?.traditional ?? "")")
    }

    static let flowInterrupted = Phrase("The flow was interrupted.", "流程被中断。", "流程被中斷。")

    static func roomKept(_ path: String) -> Phrase {
        Phrase("Its folder is kept: \(path)", "其文件夹已保留：\(path)", "其資料夾已保留：\(path)")
    }

    static func besideTheFlow(_ name: String) -> Phrase {
        Phrase(
            "\(name) lies beside the flow, not in the program's fresh folder: name it in files, or write folder: .",
            "\(name) 位于流程文件旁，而不在程序的新文件夹中：请写入 files，或写 folder: .",
            "\(name) 位於流程檔案旁，而不在程式的新資料夾中：請寫入 files，或寫 folder: .")
    }

    static func outsidePath(_ name: String, _ path: String) -> Phrase {
        Phrase(
            "\(name) is not in the PATH of flows; it is at \(path). Write inherit: [PATH] beside command.",
            "流程的 PATH 中没有 \(name)；它位于 \(path)。请在 command 旁写 inherit: [PATH]。",
            "流程的 PATH 中沒有 \(name)；它位於 \(path)。請在 command 旁寫 inherit: [PATH]。")
    }

    package static let endsProgram = Phrase("Ctrl-] ends the program.", "按 Ctrl-] 可结束程序。", "按 Ctrl-] 可結束程式。")
    package static let cardOverProgram = Phrase(
        "Ctrl-] shows this card over the program; pressed again, it ends the program.",
        "按 Ctrl-] 在程序上显示本说明；再按一次结束程序。", "按 Ctrl-] 在程式上顯示本說明；再按一次結束程式。")

    package static func programIsOver(_ status: Int32) -> Phrase {
        Phrase(
            "The program has ended with status \(status). Press Enter for the verdict.",
            "程序已结束，状态为 \(status)。按回车键给出结论。", "程式已結束，狀態為 \(status)。按 Enter 鍵給出結論。")
    }

    package static func recordingBegins(_ path: String) -> Phrase {
        Phrase(
            "Everything you do is written to \(path) as a scenario. Ctrl-] ends the program. Then Foyer plays the "
                + "recording in a fresh folder with copies of your files. Press Enter to begin.",
            "您的操作将作为场景写入 \(path)。按 Ctrl-] 可结束程序。之后 Foyer 会在放有文件副本的新文件夹中重复一遍。按回车键开始。",
            "您的操作將作為情境寫入 \(path)。按 Ctrl-] 可結束程式。之後 Foyer 會在放有檔案副本的新資料夾中重複一遍。按 Enter 鍵開始。")
    }

    package static func scenarioWritten(_ path: String, steps: Int) -> Phrase {
        Phrase(
            "\(steps == 1 ? "1 step is" : "\(steps) steps are") in \(path).", "已将 \(steps) 个步骤写入 \(path)。",
            "已將 \(steps) 個步驟寫入 \(path)。")
    }

    package static let typedUnseen = Phrase(
        "What was typed unseen was not kept: put it where the file says so, or record with --keep-secrets.",
        "不显示时输入的内容未保存：请在文件标注处填写，或用 --keep-secrets 录制。", "不顯示時輸入的內容未儲存：請在檔案標註處填寫，或用 --keep-secrets 錄製。")

    package static let recordingIsPlayed = Phrase(
        "Playing the recording …", "正在回放录制内容……", "正在重播錄製內容……")

    package static func recordingPlayed(_ path: String, steps: Int) -> Phrase {
        Phrase(
            "Wrote \(steps == 1 ? "1 step" : "\(steps) steps") to \(path), and played \(steps == 1 ? "it" : "them") once.",
            "已将 \(steps) 个步骤写入 \(path)，并已成功回放一次。", "已將 \(steps) 個步驟寫入 \(path)，並已成功重播一次。")
    }

    /// Asks before the recording is played.
    package static func recordingMayChange(_ path: String) -> Phrase {
        let path = SafeText(path).string
        return Phrase(
            "To check the recording, the program must run again. It could change \(path) again. Run it? [y/N]",
            "检查录制内容需要再次运行程序，可能会再次更改 \(path)。是否运行？[y/N]",
            "檢查錄製內容需要再次執行程式，可能會再次變更 \(path)。是否執行？[y/N]")
    }

    package static func recordingUnplayed(_ path: String) -> Phrase {
        Phrase(
            "The recording was not checked. foyer scenario run \(path) plays it.",
            "未检查录制内容。可用 foyer scenario run \(path) 回放。", "未檢查錄製內容。可用 foyer scenario run \(path) 重播。")
    }

    /// Stands above the waits.
    package static let waitsLeftOut = Phrase(
        "Left out, because these waits failed when the recording was played:", "已略去，因为回放时未再出现：", "已略去，因為重播時未再出現：")

    package static func recordingFails(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "\(path) does not play as it is: \(why.english) Edit this step, or record again.",
            "\(path) 目前无法回放：\(why.simplified)请修改此步骤，或重新录制。",
            "\(path) 目前無法重播：\(why.traditional)請修改此步驟，或重新錄製。")
    }

    /// What a program has written into its folder.
    package static func filesAppeared(_ names: [String]) -> Phrase {
        let list = (names.prefix(10) + (names.count > 10 ? ["…"] : [])).map { SafeText($0).string }
        return Phrase(
            "New or changed files: \(list.joined(separator: ", "))", "新建或更改的文件：\(list.joined(separator: "、"))",
            "新增或變更的檔案：\(list.joined(separator: "、"))")
    }

    static func stepUnplayed(_ step: String, _ why: Phrase) -> Phrase {
        let step = SafeText(step).string
        return Phrase(
            "\(step): \(why.english)", "\(step)：\(why.simplified)", "\(step)：\(why.traditional)")
    }

    static let flowUnreadable = Phrase("It cannot be read.", "无法读取。", "無法讀取。")

    package static func fileThere(_ path: String) -> Phrase {
        Phrase(
            "\(path) exists already; name another file, or remove it.", "\(path) 已存在；请换一个文件名，或将其删除。",
            "\(path) 已存在；請換一個檔名，或將其刪除。")
    }

    package static let programNeedsTerminal = Phrase(
        "This item’s program needs a terminal, and there is none here: judge the item as blocked, or skip it.",
        "此项的程序需要终端，而此处没有终端：请将此项判为受阻，或跳过。", "此項的程式需要終端機，而此處沒有終端機：請將此項判為受阻，或略過。")

    package static let recordingNeedsTerminal = Phrase(
        "A program is recorded in a terminal, and there is none here.", "录制程序需要终端，而此处没有终端。",
        "錄製程式需要終端機，而此處沒有終端機。")

    package static let aServersOrders = Phrase(
        "This scenario needs a platform that misbehaves on request; the one at --server does not.",
        "此场景会控制平台的行为，而 --server 所指的平台不支持。", "此情境會控制平台的行為，而 --server 所指的平台不支援。")
}

extension Language {
    /// Under what to do.
    ///
    /// - Parameter program: as its user would type it.
    package func enterStarts(_ program: SafeText) -> SafeText {
        self[Phrase("Enter starts \(program)", "按 Enter 启动 \(program)", "按 Enter 啟動 \(program)")]
    }
}
