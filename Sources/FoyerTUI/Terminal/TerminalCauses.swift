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

    /// - Parameter reason: a clause about TERM.
    package static func needsTerminal(since reason: Cause) -> Cause {
        Cause(
            "This needs a terminal with a screen, but \(reason). "
                + "Try TERM=xterm-256color, or use a command that works with --plain.",
            "此功能需要带屏幕的终端，但\(reason.simplified)。可尝试 TERM=xterm-256color，或使用支持 --plain 的命令。",
            "此功能需要具有畫面的終端機，但\(reason.traditional)。可嘗試 TERM=xterm-256color，或使用支援 --plain 的命令。")
    }

    package static let inputIsNoTerminal = Cause("input is no terminal", "输入不是终端", "輸入不是終端機")
    package static let outputIsNoTerminal = Cause("output is no terminal", "输出不是终端", "輸出不是終端機")
    package static let terminalTypeMissing = Cause("TERM is not set", "未设置 TERM", "未設定 TERM")
    package static let terminalTypeDumb = Cause("TERM is dumb", "TERM 为 dumb", "TERM 為 dumb")

    package static func terminalTypeUnknown(_ type: String) -> Cause {
        Cause("this machine does not know TERM \(type)", "本机不认识 TERM \(type)", "本機不認識 TERM \(type)")
    }
    package static let needsTerminal = Phrase(
        "This needs a terminal with a screen; run it in one, or use a command that works with --plain.",
        "此功能需要带屏幕的终端；请在终端中运行，或使用支持 --plain 的命令。",
        "此功能需要具有畫面的終端機；請在終端機中執行，或使用支援 --plain 的命令。")
}
