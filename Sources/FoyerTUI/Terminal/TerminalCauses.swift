import FoyerCore

/// Why there is no terminal to draw on.
extension Phrase {
    package static func terminalUnusable(doing: String, errno: Int32) -> Cause {
        Cause(
            "The terminal cannot be used: \(doing) failed (errno \(errno)). Use --plain for plain lines.",
            "无法使用终端：\(doing) 失败（errno \(errno)）。可用 --plain 改为纯文本输出。",
            "無法使用終端機：\(doing) 失敗（errno \(errno)）。可用 --plain 改為純文字輸出。")
    }

    package static func terminalUnknown(_ type: String) -> Cause {
        Cause(
            "This machine does not know terminals of the type “\(type)”. "
                + "Try TERM=xterm-256color, or use --plain for plain lines.",
            "本机不认识“\(type)”类型的终端。可尝试 TERM=xterm-256color，或用 --plain 改为纯文本输出。",
            "本機不認識「\(type)」類型的終端機。可嘗試 TERM=xterm-256color，或用 --plain 改為純文字輸出。")
    }
}
