/// A name of 0.4 that is gone. Until 1.0, one sentence says what to use instead where a file or a command line has it.
package struct WithdrawnName: Sendable {
    package let name: String
    private let instead: Phrase

    private init(_ name: String, _ english: String, _ simplified: String, _ traditional: String) {
        self.name = name
        instead = Phrase(english, simplified, traditional)
    }

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

    // MARK: - Words of a command line

    /// The words that a command knew.
    package static let words: [(command: String, gone: WithdrawnName)] = [
        ("run", WithdrawnName("--log", of: log))
    ]

    private init(_ name: String, of other: WithdrawnName) { (self.name, instead) = (name, other.instead) }

    /// The first of a command's words that is gone; `nil` if there is none.
    package static func find(in line: some Sequence<String>, of command: String?) -> WithdrawnName? {
        let gone = words.filter { $0.command == command }.map(\.gone)
        return line.lazy.compactMap { word in gone.first { $0.name == word } }.first
    }
}
