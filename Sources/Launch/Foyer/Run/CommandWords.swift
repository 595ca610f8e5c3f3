import FoyerCore

/// The words of a command's launch.
extension Phrase {
    package static let stepCommandReady = Phrase("Getting ready", "正在准备", "正在準備")
}

extension Language {
    /// What somebody hears who waits for a command.
    func stillStarting(_ title: String, seconds: Int) -> SafeText {
        let title = SafeText(title)
        return self[
            Phrase(
                "\(title) is still starting, \(seconds) seconds.", "\(title) 仍在启动，\(seconds) 秒。",
                "\(title) 仍在啟動，\(seconds) 秒。")]
    }

    /// The loading page's text until the command is ready.
    package func waiting(for rule: ReadyRule) -> SafeText {
        switch (rule, self) {
        case (.text, _), (.automatic, _), (.end, _), (.command, _): self[.stepCommandReady]
        case (.port(let port), .english): "Waiting for port \(port)"
        case (.port(let port), .simplifiedChinese): "正在等待端口 \(port)"
        case (.port(let port), .traditionalChinese): "正在等待連接埠 \(port)"
        case (.url(let address), .english): "Waiting for \(address)"
        case (.url(let address), .simplifiedChinese): "正在等待 \(address)"
        case (.url(let address), .traditionalChinese): "正在等待 \(address)"
        case (.file(let path), .english): "Waiting for \(path)"
        case (.file(let path), .simplifiedChinese): "正在等待 \(path)"
        case (.file(let path), .traditionalChinese): "正在等待 \(path)"
        }
    }
}
