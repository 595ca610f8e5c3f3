/// A name of 0.4 that is gone. Until 1.0, one sentence says what to use instead where a file or a command line has it.
package struct WithdrawnName: Sendable {
    package let name: String
    private let instead: Phrase

    private init(_ name: String, _ english: String, _ simplified: String, _ traditional: String) {
        self.name = name
        instead = Phrase(english, simplified, traditional)
    }

    /// The same under another name.
    private init(_ name: String, _ other: WithdrawnName) { (self.name, instead) = (name, other.instead) }

    package var sentence: Phrase {
        Phrase(
            "\(name) was removed in 0.5: \(instead.english).", "\(name) 已在 0.5 中移除：\(instead.simplified)。",
            "\(name) 已在 0.5 中移除：\(instead.traditional)。")
    }

    // MARK: - Keys of files

    package static let needs = WithdrawnName(
        "needs", "start several commands with process-compose or docker compose",
        "请用 process-compose 或 docker compose 启动多个命令", "請以 process-compose 或 docker compose 啟動多個命令")
    package static let log = WithdrawnName(
        "log", "press d on the splash for the latest lines, or follow a log file with tail -f",
        "在启动画面按 d 查看最近的输出，或用 tail -f 跟随日志文件", "在啟動畫面按 d 查看最近的輸出，或以 tail -f 跟隨記錄檔")
    package static let versions = WithdrawnName(
        "versions", "a banner or a pop-up is for everybody", "横幅和弹窗面向所有用户", "橫幅和彈窗供所有使用者觀看")
    package static let minimum = WithdrawnName(
        "minimum", "publish a value of another name, and compare it with the version in your program",
        "请发布另一个名称的值，并在程序中与版本比较", "請發佈另一個名稱的值，並在程式中與版本比較")

    // MARK: - Words of command lines

    private static let words: [String: [WithdrawnName]] = [
        "run": [WithdrawnName("--log", log)],
        "events": [
            WithdrawnName(
                "report", "count the collector's files with jq and sqlite3, as the article on the wire format shows",
                "请用 jq 和 sqlite3 统计收集器的文件，见线路格式一文", "請以 jq 和 sqlite3 統計收集器的檔案，見線路格式一文")
        ],
        "banner": [WithdrawnName("--program-version", versions)],
        "popup": [WithdrawnName("--program-version", versions)],
        "config": [WithdrawnName("--program-version", minimum)],
        "snapshot": [
            WithdrawnName(
                "gif", "draw a film with --format apng, which has all colours and is smaller",
                "请用 --format apng 绘制动画，颜色完整且文件更小",
                "請以 --format apng 繪製動畫，顏色完整且檔案更小")
        ],
    ]

    /// The first of a command's words that is gone; `nil` if there is none. An option may have its value behind a `=`.
    package static func find(in line: some Sequence<String>, of command: String) -> WithdrawnName? {
        let parts = line.lazy.flatMap { $0.split(separator: "=") }
        return parts.compactMap { part in words[command]?.first { $0.name == part } }.first
    }
}
