import Foyer

/// How a scenario failed.
extension Phrase {
    static func within(_ seconds: String, _ what: Phrase) -> Phrase {
        Phrase("After \(seconds) s: \(what)", "\(seconds) 秒后：\(what.simplified)", "\(seconds) 秒後：\(what.traditional)")
    }

    static func notOnScreen(_ text: String) -> Phrase {
        let text = VisibleText.shown(text)
        return Phrase("\"\(text)\" is not on the screen.", "屏幕上没有“\(text)”。", "螢幕上沒有「\(text)」。")
    }

    static func notInOneLine(_ text: String) -> Phrase {
        Phrase("\"\(text)\" is not on any single line of the screen.", "屏幕上没有一行含有“\(text)”。", "螢幕上沒有一行含有「\(text)」。")
    }

    static func isAnother(_ subject: StepFailure.Subject, _ found: String?, _ wanted: String) -> Phrase {
        if found == nil, subject == .exitStatus { return stillRuns(wanted) }
        // What may begin or end with a blank is quoted.
        let isText = [.title, .clipboard, .focus, .value, .link].contains(subject)
        func quoted(_ value: String) -> Phrase {
            let shown = VisibleText.shown(value)
            return isText ? Phrase("\"\(shown)\"", "“\(shown)”", "「\(shown)」") : Phrase(asIs: value)
        }
        let (what, there) = (name(of: subject), found.map(quoted) ?? absence(of: subject))
        let expected = quoted(wanted)
        return Phrase(
            "\(what) is \(there), not \(expected).",
            "\(what.simplified)为 \(there.simplified)，应为 \(expected.simplified)。",
            "\(what.traditional)為 \(there.traditional)，應為 \(expected.traditional)。")
    }

    private static func stillRuns(_ wanted: String) -> Phrase {
        Phrase(
            "The program is still running; it should have ended with \(wanted).", "程序仍在运行；它本应以 \(wanted) 结束。",
            "程式仍在執行；它本應以 \(wanted) 結束。")
    }

    private static func absence(of subject: StepFailure.Subject) -> Phrase {
        switch subject {
        case .outcome: Phrase("open", "未定", "未定")
        default: Phrase("none", "无", "無")
        }
    }

    private static func name(of subject: StepFailure.Subject) -> Phrase {
        switch subject {
        case .state: Phrase("The state", "状态", "狀態")
        case .outcome: Phrase("The outcome", "结果", "結果")
        case .exitStatus: Phrase("The exit status", "退出状态", "結束狀態")
        case .banner: Phrase("The banner", "横幅", "橫幅")
        case .page: Phrase("The banner's page", "横幅的页", "橫幅的頁")
        case .picture: Phrase("The page's picture", "该页的图片", "該頁的圖片")
        case .bannerError: Phrase("The banner's error", "横幅的错误", "橫幅的錯誤")
        case .root: Phrase("The root", "根页面", "根頁面")
        case .value: Phrase("The root's value", "根页面的值", "根頁面的值")
        case .source: Phrase("The source of the root's value", "根页面的值的来源", "根頁面的值的來源")
        case .fetch: Phrase("The fetch before the root", "根页面之前的获取", "根頁面之前的擷取")
        case .link: Phrase("The last link", "最后的链接", "最後的連結")
        case .focus: Phrase("What has the focus", "焦点", "焦點")
        case .cursor: Phrase("The cursor", "光标", "游標")
        case .title: Phrase("The terminal's title", "终端标题", "終端機標題")
        case .clipboard: Phrase("The clipboard", "剪贴板", "剪貼簿")
        case .bells: Phrase("The number of bells", "响铃次数", "響鈴次數")
        }
    }

    static func noCell(column: Int, row: Int, on size: CellSize) -> Phrase {
        let there = "\(size.columns)x\(size.rows)"
        return Phrase(
            "There is no column \(column) of row \(row) on a screen of \(there).",
            "\(there) 的屏幕没有第 \(row) 行第 \(column) 列。",
            "\(there) 的螢幕沒有第 \(row) 列第 \(column) 欄。")
    }

    static func noStep(_ place: String, in file: String, steps: Int) -> Phrase {
        Phrase(
            "\(file) has no step \"\(place)\"; expected 1 to \(steps), or the name of a snapshot.",
            "\(file) 中没有步骤“\(place)”；应为 1 到 \(steps)，或某个快照的名称。",
            "\(file) 中沒有步驟「\(place)」；應為 1 到 \(steps)，或某個快照的名稱。")
    }

    static let terminalHasGone = Phrase("The terminal is gone.", "终端已断开。", "終端機已中斷。")
}

extension StepFailure {
    static func other(_ english: String, _ simplified: String, _ traditional: String) -> StepFailure {
        .other(Phrase(english, simplified, traditional))
    }

    // MARK: - The screen

    /// - Parameter place: from 0; a text that was wrapped stands in no single place.
    static func onScreen(_ text: String, at place: CellPosition? = nil) -> StepFailure {
        guard let place else {
            return other("\"\(text)\" is on the screen.", "屏幕上有“\(text)”。", "螢幕上有「\(text)」。")
        }
        let (column, row) = (place.column + 1, place.row + 1)
        return other(
            "\"\(text)\" is on the screen, in column \(column) of row \(row).",
            "屏幕第 \(row) 行第 \(column) 列有“\(text)”。", "螢幕第 \(row) 列第 \(column) 欄有「\(text)」。")
    }

    /// - Parameter row: from 1.
    static func screenDiffers(row: Int) -> StepFailure {
        other("The screen differs from row \(row) down.", "屏幕从第 \(row) 行起不同。", "螢幕從第 \(row) 行起不同。")
    }

    /// No line matches the expression.
    static func noMatch(_ pattern: String) -> StepFailure {
        other("No line matches \(pattern).", "没有一行匹配 \(pattern)。", "沒有一行符合 \(pattern)。")
    }

    static func color(of text: String, is found: String, not wanted: String) -> StepFailure {
        other(
            "\"\(text)\" has the colour \(found), not \(wanted).", "“\(text)”的颜色为 \(found)，应为 \(wanted)。",
            "「\(text)」的顏色為 \(found)，應為 \(wanted)。")
    }

    /// - Parameters:
    ///   - column: from 1.
    ///   - row: from 1.
    static func cell(column: Int, row: Int, shows found: String, not wanted: String) -> StepFailure {
        .other(.cellShows(column: column, row: row, found, wanted))
    }

    static func noCell(column: Int, row: Int, on size: CellSize) -> StepFailure {
        .other(.noCell(column: column, row: row, on: size))
    }

    static let screenMoves = other("The screen keeps changing.", "屏幕没有静止。", "螢幕沒有靜止。")

    // MARK: - Foyer's own flows

    /// All calls, in order.
    static func were(_ calls: Calls, _ all: [String]) -> StepFailure {
        let what =
            switch calls {
            case .delegate: Phrase("The delegate's calls were", "委托的调用为", "委派的呼叫為")
            case .popup: Phrase("The pop-up's calls were", "弹窗的调用为", "彈出視窗的呼叫為")
            case .banner: Phrase("The banner's calls were", "横幅的调用为", "橫幅的呼叫為")
            case .host: Phrase("The host's calls were", "宿主的调用为", "宿主的呼叫為")
            case .owner: Phrase("The campaign's owner received", "告知活动方的为", "告知活動方的為")
            case .desktop: Phrase("The desktop has", "桌面上的图标为", "桌面上的圖示為")
            case .pending: Phrase("Pending are", "等待中的为", "等待中的為")
            }
        let list = all.isEmpty ? Phrase("none", "无", "無") : Phrase(asIs: all.joined(separator: ", "))
        return other(
            "\(what): \(list)", "\(what.simplified)：\(list.simplified)", "\(what.traditional)：\(list.traditional)")
    }

    static func requests(of route: String, _ count: Int, wanted: Int) -> StepFailure {
        other(
            "The stage received \(count) requests for \(route), not \(wanted).",
            "平台收到 \(count) 次 \(route) 请求，应为 \(wanted) 次。",
            "平台收到 \(count) 次 \(route) 請求，應為 \(wanted) 次。")
    }

    static func bannerMoves(_ moves: Bool) -> StepFailure {
        moves
            ? other("The banner moves by itself.", "横幅在自动滚动。", "橫幅在自動捲動。")
            : other("The banner does not move by itself.", "横幅没有自动滚动。", "橫幅沒有自動捲動。")
    }

    static let noBanner = other("There is no banner.", "没有横幅。", "沒有橫幅。")
    static let noRoot = other("This flow has no root screen.", "没有带根页面的宿主。", "沒有帶根頁面的宿主。")
    static let noGuide = other("No guide page was served.", "没有提供过引导页。", "沒有提供過引導頁。")

    static func notInGuide(_ text: String) -> StepFailure {
        other("\"\(text)\" is not in the guide page.", "引导页中没有“\(text)”。", "引導頁中沒有「\(text)」。")
    }

    static let nothingToBindTo = other(
        "Nothing here can be bound; the flow needs a banner with views.", "此处没有可绑定的内容；横幅应带有 views。",
        "此處沒有可綁定的內容；橫幅應帶有 views。")
    static let noNotifications = other("This flow has no host with notifications.", "没有带通知的宿主。", "沒有帶通知的宿主。")

    static func deadLink(_ link: String) -> StepFailure {
        other(
            "The link \"\(link)\" leads nowhere; nothing was started.", "链接“\(link)”没有目标，因此什么也没有启动。",
            "連結「\(link)」沒有目標，因此什麼也沒有啟動。")
    }

    static let noOtherTerminal = other("There is no other terminal here.", "此处没有另一个终端。", "此處沒有另一個終端機。")

    // MARK: - What must never be

    static func calledAfterEnd(_ call: String) -> StepFailure {
        other(
            "The delegate was called with \"\(call)\" after the launch was over.", "启动结束后，委托又收到调用“\(call)”。",
            "啟動結束後，委派又收到呼叫「\(call)」。")
    }

    /// Progress that falls, or is not in 0…1.
    static func progressWent(from before: Double, to after: Double) -> StepFailure {
        other("Progress went from \(before) to \(after).", "进度从 \(before) 变为 \(after)。", "進度從 \(before) 變為 \(after)。")
    }

    static let nothingComes = other(
        "Nothing else can happen, so this would wait forever.", "不会再发生任何事。", "不會再發生任何事。")
    static let slow = other(
        "It takes more than a minute. Is a picture slow to decode?", "耗时超过一分钟。是否有难以解码的图片？",
        "耗時超過一分鐘。是否有難以解碼的圖片？")
    static let endless = other("Events keep arriving although no time passes.", "时间停止，而事件不断发生。", "時間停止，而事件不斷發生。")
    static let noMemory = other("There is no memory.", "内存不足。", "記憶體不足。")

    // MARK: - A program that is not ours

    static let mouseUnheard = other("The program does not ask for the mouse.", "程序未启用鼠标。", "程式未啟用滑鼠。")
    static let focusUnheard = other("The program does not ask for the focus.", "程序未启用焦点报告。", "程式未啟用焦點回報。")

    /// - Parameter mode: one of the words of `modes`.
    static func mode(_ mode: String, isOn: Bool) -> StepFailure {
        isOn
            ? other("The mode \(mode) is on.", "模式 \(mode) 已开启。", "模式 \(mode) 已開啟。")
            : other("The mode \(mode) is off.", "模式 \(mode) 未开启。", "模式 \(mode) 未開啟。")
    }

    static func file(_ path: String, isThere: Bool) -> StepFailure {
        isThere
            ? other("There is a file \(path).", "文件 \(path) 存在。", "檔案 \(path) 存在。")
            : other("There is no file \(path).", "文件 \(path) 不存在。", "檔案 \(path) 不存在。")
    }

    static func fileText(_ path: String, _ text: String) -> StepFailure {
        other("The file \(path) has \"\(text)\".", "文件 \(path) 的内容为“\(text)”。", "檔案 \(path) 的內容為「\(text)」。")
    }
}
