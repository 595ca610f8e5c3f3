import Foyer
import FoyerGolden

/// What is said of golden screens.
extension Phrase {
    package static let keep = Phrase("Keep", "保存", "儲存")
    static func goldenMissing(_ path: String) -> Phrase {
        Phrase(
            "There is no golden screen \(path). To write it, play the flow without --frozen, outside a build service.",
            "没有基准屏幕 \(path)。如需写入，请不带 --frozen 运行此流程，且不要在构建服务中运行。",
            "沒有基準螢幕 \(path)。如需寫入，請不帶 --frozen 執行此流程，且不要在建置服務中執行。")
    }

    package static func goldenDiffers(_ path: String, cells: Int) -> Phrase {
        if cells == 0 {
            return Phrase(
                "The screen differs from \(path).", "屏幕与 \(path) 不同。", "螢幕與 \(path) 不同。")
        }
        let differ = cells == 1 ? "1 cell differs" : "\(cells) cells differ"
        return Phrase(
            "\(differ) from \(path).", "与 \(path) 相比，有 \(cells) 个单元格不同。", "與 \(path) 相比，有 \(cells) 個儲存格不同。")
    }

    /// How many are named.
    private static let mostNamed = 10

    static func moreGoldens(_ names: [String]) -> Phrase {
        let count = names.count
        let list = (names.prefix(mostNamed) + (count > mostNamed ? ["…"] : [])).joined(separator: ", ")
        let are = count == 1 ? "1 more golden screen is" : "\(count) more golden screens are"
        return Phrase(
            "\(are) not as agreed: \(list)", "另有 \(count) 个基准屏幕与约定不符：\(list)",
            "另有 \(count) 個基準螢幕與約定不符：\(list)")
    }

    /// - Parameter line: of the step; `nil` if it had none.
    static func failedLater(_ line: Int?, _ reason: Phrase) -> Phrase {
        guard let line else { return reason }
        return Phrase(
            "Later, in line \(line): \(reason.english)", "之后，第 \(line) 行：\(reason.simplified)",
            "之後，第 \(line) 行：\(reason.traditional)")
    }

    static func goldenFlawed(_ path: String, _ problem: GoldenText.Problem) -> Phrase {
        let reason = problem.reason.phrase
        return Phrase(
            "\(path):\(problem.line): \(reason.english)", "\(path):\(problem.line)：\(reason.simplified)",
            "\(path):\(problem.line)：\(reason.traditional)")
    }

    static func inFile(_ path: String, _ what: Phrase) -> Phrase {
        Phrase("\(path): \(what.english)", "\(path)：\(what.simplified)", "\(path)：\(what.traditional)")
    }

    static func goldenWritten(_ path: String) -> Phrase {
        Phrase(
            "Golden screen written, look at it: \(path)", "已写入基准屏幕，请查看：\(path)", "已寫入基準螢幕，請查看：\(path)")
    }

    static func goldenUpdated(_ path: String) -> Phrase {
        Phrase("Golden screen updated: \(path)", "已更新基准屏幕：\(path)", "已更新基準螢幕：\(path)")
    }

    static func goldensUncompared(_ flow: String) -> Phrase {
        Phrase(
            "\(flow): its golden screens are of another theme or depth of colours; --headless compares them.",
            "\(flow)：其基准屏幕的主题或颜色深度不同；可用 --headless 比较。",
            "\(flow)：其基準螢幕的佈景主題或色彩深度不同；可用 --headless 比較。")
    }

    package static func goldenUnnamed(_ path: String) -> Phrase {
        Phrase("No step names this golden screen: \(path)", "没有步骤使用此基准屏幕：\(path)", "沒有步驟使用此基準螢幕：\(path)")
    }

    static let aGoldenName = Phrase(
        "a name of letters, digits, . _ or -", "由字母、数字、. _ - 组成的名称", "由字母、數字、. _ - 組成的名稱")
}

extension GoldenText.Problem.Reason {
    package var phrase: Phrase {
        switch self {
        case .version:
            Phrase(
                "the golden screen is of a newer Foyer.", "此基准屏幕由更新的版本写入。", "此基準螢幕由更新的版本寫入。")
        case .missing(let text):
            Phrase("no golden screen; expected \"\(text)\".", "不是基准屏幕；应为“\(text)”。", "不是基準螢幕；應為「\(text)」。")
        case .tooLong:
            Phrase("the line is wider than the screen.", "此行比屏幕宽。", "此列比螢幕寬。")
        case .unknown(let text):
            Phrase("\"\(text)\" is not understood.", "无法理解“\(text)”。", "無法理解「\(text)」。")
        }
    }
}

/// The words of a review.
extension Phrase {
    static let goldenIsNew = Phrase("There is no golden file of it yet.", "尚无其基准文件。", "尚無其基準檔案。")
    static let goldenScreens = Phrase("Golden screens", "基准屏幕", "基準螢幕")
    static let leaveIt = Phrase("Leave it", "不保存", "不儲存")
    static let keepAll = Phrase("Keep all", "全部保存", "全部儲存")
    static let bothScreens = Phrase("Show both", "显示两者", "顯示兩者")
    static let oldScreen = Phrase("Show the old", "显示旧屏幕", "顯示舊螢幕")
    static let newScreen = Phrase("Show the new", "显示新屏幕", "顯示新螢幕")

    static let oldAlone = Phrase("The golden file.", "基准文件。", "基準檔案。")
    static let newAlone = Phrase("The screen now.", "现在的屏幕。", "現在的螢幕。")
    static let oldIsLeft = Phrase(
        "Golden file left, new screen right.", "左为基准文件，右为现在的屏幕。", "左為基準檔案，右為現在的螢幕。")
    static let oldIsAbove = Phrase(
        "Golden file above, new screen below.", "上为基准文件，下为现在的屏幕。", "上為基準檔案，下為現在的螢幕。")

    /// Columns and rows from 1.
    static func screenIsCut(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, of size: CellSize) -> Phrase {
        let (from, to) = ("\(columns.lowerBound)–\(columns.upperBound)", "\(rows.lowerBound)–\(rows.upperBound)")
        return Phrase(
            "Columns \(from) of \(size.columns), rows \(to) of \(size.rows).",
            "第 \(from) 列（共 \(size.columns) 列），第 \(to) 行（共 \(size.rows) 行）。",
            "第 \(from) 欄（共 \(size.columns) 欄），第 \(to) 列（共 \(size.rows) 列）。")
    }

    static func oldRow(_ row: Int, _ text: String) -> Phrase {
        Phrase("Row \(row) was: \(text)", "第 \(row) 行原为：\(text)", "第 \(row) 列原為：\(text)")
    }

    static func newRow(_ row: Int, _ text: String) -> Phrase {
        Phrase("Row \(row) is now: \(text)", "第 \(row) 行现为：\(text)", "第 \(row) 列現為：\(text)")
    }

    package static let noGoldenDifference = Phrase(
        "All golden screens are as they were agreed.", "所有基准屏幕均与约定一致。", "所有基準螢幕均與約定一致。")

    package static func goldenReviewed(kept: Int, left: Int) -> Phrase {
        Phrase("\(kept) kept, \(left) left.", "已保存 \(kept) 个，未保存 \(left) 个。", "已儲存 \(kept) 個，未儲存 \(left) 個。")
    }

    package static func goldenPageWritten(_ path: String) -> Phrase {
        Phrase("The differences: \(path)", "不同之处：\(path)", "不同之處：\(path)")
    }

    static func playingFilm(seconds: Int) -> Phrase {
        Phrase("Playing the flow: \(seconds) s", "正在运行流程：\(seconds) 秒", "正在執行流程：\(seconds) 秒")
    }

    static func drawingFilm(_ done: Int, of all: Int) -> Phrase {
        Phrase("Drawing screen \(done) of \(all)", "正在绘制第 \(done) 屏，共 \(all) 屏", "正在繪製第 \(done) 個畫面，共 \(all) 個")
    }

    static func endsEmpty(_ steps: Int) -> Phrase {
        Phrase(
            "The screen is empty at the end; --at 1 to --at \(steps) draw it as it was then.",
            "结束时屏幕为空；用 --at 1 到 --at \(steps) 可绘制当时的屏幕。", "結束時螢幕為空；用 --at 1 到 --at \(steps) 可繪製當時的螢幕。")
    }

    package static let screensAreEqual = Phrase("Both show the same.", "两者显示相同。", "兩者顯示相同。")
}
