import Foyer

/// The words of a page of traces.
extension Phrase {
    package static let startedAs = Phrase("Started as", "启动命令", "啟動命令")
    package static let version = Phrase("Version", "版本", "版本")
    package static let interpreter = Phrase("Interpreter", "解释器", "直譯器")
    package static let start = Phrase("Start", "开始", "開始")
    package static let failed = Phrase("failed", "失败", "失敗")
    package static let passed = Phrase("passed", "通过", "通過")
    package static let noTraceThere = Phrase("there is no trace in it.", "其中没有轨迹。", "其中沒有軌跡。")
    static let trace = Phrase("Trace", "轨迹", "軌跡")
    static let secretsHidden = Phrase("Secrets hidden", "已隐藏的机密", "已隱藏的機密")
    static let stepsOfTrace = Phrase("Steps", "步骤", "步驟")
    static let marksOfTrace = Phrase("Keys, requests and events", "按键、请求与事件", "按鍵、請求與事件")
    static let triesOfTrace = Phrase("Tries", "尝试", "嘗試")
    static let inputLane = Phrase("Keys", "按键", "按鍵")
    static let launchLane = Phrase("Launch", "启动", "啟動")
    static let requestLane = Phrase("Requests", "请求", "請求")
    static let eventLane = Phrase("Events", "事件", "事件")
    static let frameLane = Phrase("Frames", "帧", "影格")
    static let stepDone = Phrase("done", "已执行", "已執行")
    static let notPlayed = Phrase("not played", "未执行", "未執行")
    static let beforeStep = Phrase("Before step {step}", "第 {step} 步之前", "第 {step} 步之前")
    static let afterStep = Phrase("After step {step} · {time}", "第 {step} 步之后 · {time}", "第 {step} 步之後 · {time}")
    static let atTime = Phrase("At {time}", "{time} 时", "{time} 時")
    static let clockOfTrace = Phrase(
        "{time} · frame {frame} of {of}", "{time} · 第 {frame} 帧，共 {of} 帧", "{time} · 第 {frame} 影格，共 {of} 影格")
    static let cursorPlace = Phrase("row {row}, column {column}", "第 {row} 行第 {column} 列", "第 {row} 列第 {column} 欄")
    static let hiddenCursor = Phrase("hidden", "隐藏", "隱藏")
    static let framesFound = Phrase("Found in {count}", "{count} 帧", "{count} 影格")
    static let cursor = Phrase("Cursor", "光标", "游標")
    static let windowTitle = Phrase("Window title", "窗口标题", "視窗標題")
    static let modesOfTerminal = Phrase("Modes", "模式", "模式")
    static let cellOfScreen = Phrase("Cell", "单元格", "儲存格")
    static let colorsOfCell = Phrase("{text} on {ground}", "文字 {text}，底色 {ground}", "文字 {text}，底色 {ground}")
    /// One word a bit of `ScreenCell.Attributes`, in their order.
    static let attributesOfCell = Phrase(
        "bold italic underline reverse faint blink hidden masked strikethrough overline",
        "粗体 斜体 下划线 反显 暗淡 闪烁 隐藏 遮盖 删除线 上划线", "粗體 斜體 底線 反白 暗淡 閃爍 隱藏 遮蓋 刪除線 上劃線")
    static let beforeAndAfter = Phrase("Both", "前后", "前後")
    static let beforeAlone = Phrase("Before", "之前", "之前")
    static let afterAlone = Phrase("After", "之后", "之後")
    static let expectedAndGot = Phrase("Expected and got", "预期与实际", "預期與實際")
    static let expectedScreen = Phrase("Expected", "预期", "預期")
    static let gotScreen = Phrase("Got · {time}", "实际 · {time}", "實際 · {time}")
    static let bothTries = Phrase("Both tries", "两次尝试", "兩次嘗試")
    static let frameEarlier = Phrase("Previous frame", "上一帧", "上一影格")
    static let frameLater = Phrase("Next frame", "下一帧", "下一影格")
    static let playOrPause = Phrase("Play", "播放", "播放")
    static let readableSize = Phrase("Readable size", "可读大小", "可讀大小")
    static let markChanges = Phrase("Mark changes", "标出变化", "標出變化")
    static let searchFrames = Phrase("Search all frames", "搜索所有帧", "搜尋所有影格")
    static let timeOfTrace = Phrase("Time", "时间", "時間")
    static let screenOfTrace = Phrase("Screen", "屏幕", "螢幕")
    static let ending = Phrase("Ending", "结束", "結束")
    package static let sizeOfScreen = Phrase("Size", "尺寸", "尺寸")
    package static let made = Phrase("Made", "生成时间", "產生時間")
    package static let host = Phrase("Host", "主机", "主機")
    package static let flaky = Phrase("flaky", "不稳定", "不穩定")
    static let duration = Phrase("Duration", "时长", "時長")
    static let traceNeedsScripts = Phrase(
        "Frames are shown by a script of this page's own. Without it, this is the one screen shown.",
        "帧由本页自带的脚本显示；未启用脚本时，仅显示以下一屏。", "影格由本頁自帶的指令碼顯示；未啟用指令碼時，僅顯示以下一個畫面。")
    static let keysOfTrace = Phrase(
        "{up} {down} step, {left} {right} frame, {p} play, {f} failure, {c} changes, {search} search",
        "{up} {down} 步骤，{left} {right} 帧，{p} 播放，{f} 失败处，{c} 变化，{search} 搜索",
        "{up} {down} 步驟，{left} {right} 影格，{p} 播放，{f} 失敗處，{c} 變化，{search} 搜尋")

    static func stepAndLine(_ number: Int, _ line: Int?) -> Phrase {
        guard let line else { return Phrase("Step \(number)", "第 \(number) 步", "第 \(number) 步") }
        return Phrase("Step \(number), line \(line)", "第 \(number) 步（第 \(line) 行）", "第 \(number) 步（第 \(line) 行）")
    }

    static func tryOfTrace(_ number: Int, _ result: Phrase) -> Phrase {
        Phrase(
            "Try \(number): \(result.english)", "第 \(number) 次：\(result.simplified)",
            "第 \(number) 次：\(result.traditional)")
    }
}
