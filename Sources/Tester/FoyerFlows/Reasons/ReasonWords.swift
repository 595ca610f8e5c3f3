import Foyer
import FoyerSystem

extension FailureReason {
    /// The sentence in every language.
    package var phrase: Phrase {
        switch self {
        case .nearest(let text): .nearestText(text)
        case .nearestBefore(let text, let from, let to): .nearestText(text, from: from, to: to)
        case .wasThere(let from, let to, isLeft: true):
            Phrase(
                "It was there from \(from) to \(to) s, on the alternate screen, which the program has left.",
                "它在 \(from) 到 \(to) 秒之间出现在备用屏幕上，而程序已离开该屏幕。", "它在 \(from) 到 \(to) 秒之間出現在替代螢幕上，而程式已離開該螢幕。")
        case .wasThere(let from, let to, isLeft: false):
            Phrase(
                "It was there from \(from) to \(to) s.", "它在 \(from) 到 \(to) 秒之间出现过。", "它在 \(from) 到 \(to) 秒之間出現過。")
        case .wrapped(let row):
            Phrase(
                "It is there, broken at the edge, from row \(row) on.", "它从第 \(row) 行起，在屏幕边缘被断开。",
                "它從第 \(row) 列起，在螢幕邊緣被斷開。")
        case .below(let row, let rows):
            Phrase(
                "The program wrote it in row \(row), below the \(rows) rows.", "程序将它写在第 \(row) 行，而屏幕只有 \(rows) 行。",
                "程式將它寫在第 \(row) 列，而螢幕只有 \(rows) 列。")
        case .beyondEdge(let column, let columns):
            Phrase(
                "The program wrote it from column \(column) on; it is cut at the edge of the \(columns) columns.",
                "程序从第 \(column) 列起写入，而屏幕只有 \(columns) 列，因此被截断。",
                "程式從第 \(column) 欄起寫入，而螢幕只有 \(columns) 欄，因此被截斷。")
        case .scrolledAway:
            Phrase("It has scrolled away, above the first row.", "它已向上滚出屏幕。", "它已向上捲出螢幕。")
        case .behindAlternate:
            Phrase(
                "It is on the main screen, behind the alternate one.", "它在主屏幕上，被备用屏幕遮住。", "它在主螢幕上，被替代螢幕遮住。")
        case .unanswered(let question): .unanswered(question)
        case .ended(let end, let after, let last): .programEnded(end, after: after, last: last)
        case .silent(let seconds, let activity): .programSilent(seconds, activity)
        case .launchFailed(let code, let cause):
            cause.isEmpty
                ? Phrase("The launch failed with \(code).", "启动失败，错误 \(code)。", "啟動失敗，錯誤 \(code)。")
                : Phrase(
                    "The launch failed with \(code): \(cause)", "启动失败，错误 \(code)：\(cause)",
                    "啟動失敗，錯誤 \(code)：\(cause)")
        }
    }
}

extension Phrase {
    fileprivate static func nearestText(_ text: NearestText) -> Phrase {
        let row = text.row + 1
        if text.differences == [.cut] {
            return Phrase(
                "Row \(row) has \"\(text.found)\", and is cut there.", "第 \(row) 行有“\(text.found)”，其后被截断。",
                "第 \(row) 列有「\(text.found)」，其後被截斷。")
        }
        let (found, wanted) = text.marked
        let why = text.differences.compactMap(difference)
        func list(_ words: [String], _ comma: String) -> String {
            words.isEmpty ? "" : comma + words.joined(separator: comma)
        }
        return Phrase(
            "Row \(row) has \"\(found)\", not \"\(wanted)\"" + list(why.map(\.english), "; ") + ".",
            "第 \(row) 行为“\(found)”，而非“\(wanted)”" + list(why.map(\.simplified), "；") + "。",
            "第 \(row) 列為「\(found)」，而非「\(wanted)」" + list(why.map(\.traditional), "；") + "。")
    }

    fileprivate static func nearestText(_ text: NearestText, from: String, to: String) -> Phrase {
        let row = text.row + 1
        let (found, wanted) = text.differences == [.cut] ? (text.found, text.wanted) : text.marked
        return Phrase(
            "From \(from) to \(to) s, row \(row) had \"\(found)\", not \"\(wanted)\".",
            "\(from) 到 \(to) 秒之间，第 \(row) 行为“\(found)”，而非“\(wanted)”。",
            "\(from) 到 \(to) 秒之間，第 \(row) 列為「\(found)」，而非「\(wanted)」。")
    }

    private static func difference(_ difference: NearestText.Difference) -> Phrase? {
        switch difference {
        case .letterCase: Phrase("upper and lower case differ", "大小写不同", "大小寫不同")
        case .blanks: Phrase("blanks differ", "空白不同", "空白不同")
        case .unseen(let character, let isWanted):
            unseen(VisibleText.name(character) ?? "", isWanted: isWanted)
        case .lookAlike(let found, let wanted):
            Phrase(
                "\(LookAlikes.name(found)) looks like \(LookAlikes.name(wanted))",
                "\(LookAlikes.name(found)) 与 \(LookAlikes.name(wanted)) 形似",
                "\(LookAlikes.name(found)) 與 \(LookAlikes.name(wanted)) 形似")
        case .spelling, .cut: nil
        }
    }

    private static func unseen(_ name: String, isWanted: Bool) -> Phrase {
        isWanted
            ? Phrase("the text of the step has \(name)", "步骤的文字含有 \(name)", "步驟的文字含有 \(name)")
            : Phrase("the row has \(name)", "该行含有 \(name)", "該列含有 \(name)")
    }

    fileprivate static func programEnded(_ end: CommandEnd, after: String, last: String) -> Phrase {
        let how =
            switch end {
            case .status(let status):
                Phrase(
                    "The program ended with \(status) after \(after) s", "程序在 \(after) 秒后结束，状态为 \(status)",
                    "程式在 \(after) 秒後結束，狀態為 \(status)")
            case .signal(let number):
                Phrase(
                    "The program was ended by signal \(number) after \(after) s", "程序在 \(after) 秒后被信号 \(number) 终止",
                    "程式在 \(after) 秒後被訊號 \(number) 終止")
            }
        let wrote =
            last.isEmpty
            ? Phrase("it wrote nothing", "没有任何输出", "沒有任何輸出")
            : Phrase("it wrote last: \(last)", "最后输出：\(last)", "最後輸出：\(last)")
        return Phrase(
            "\(how.english); \(wrote.english)", "\(how.simplified)；\(wrote.simplified)",
            "\(how.traditional)；\(wrote.traditional)"
        ).asSentence
    }

    fileprivate static func programSilent(_ seconds: String, _ activity: ForegroundState.Activity?) -> Phrase {
        let what: Phrase =
            switch activity {
            case .reading: Phrase("; the program waits for input", "，程序正在等待输入", "，程式正在等待輸入")
            case .computing: Phrase("; the program is computing", "，程序正在运算", "，程式正在運算")
            case .stopped: Phrase("; the program is stopped", "，程序已被暂停", "，程式已被暫停")
            case .waitingForChild(let name):
                Phrase(
                    "; the program waits for its child \"\(name)\"", "，程序正在等待其子进程“\(name)”",
                    "，程式正在等待其子行程「\(name)」")
            case .openingPipe(let path):
                Phrase(
                    "; the program is opening the pipe \"\(path)\", which has no other end",
                    "，程序正在打开管道“\(path)”，而其另一端无人打开", "，程式正在開啟管道「\(path)」，而其另一端無人開啟")
            case .polling, .waiting, nil: Phrase(asIs: "")
            }
        return Phrase(
            "Nothing has been written for \(seconds) s\(what.english).", "已有 \(seconds) 秒没有输出\(what.simplified)。",
            "已有 \(seconds) 秒沒有輸出\(what.traditional)。")
    }
}
