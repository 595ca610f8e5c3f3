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
}
