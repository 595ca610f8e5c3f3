/// Why something is shown where it is, and why it cannot be shown.
extension DisplayDecision {
    /// Where it is shown and why, as a value: "lines for a log (row 5: CI is set)".
    package var cause: Cause {
        let (form, why) = (form.phrase, reason.cause)
        let number = row.rawValue
        return Cause(
            "\(form) (row \(number): \(why))", "\(form.simplified)（第 \(number) 行：\(why.simplified)）",
            "\(form.traditional)（第 \(number) 列：\(why.traditional)）")
    }

    /// The message for somebody who asked for what needs a person at a screen.
    package var needsScreen: Cause {
        switch (row, reason) {
        case (.buildService, .variable(let name)): .needsPerson(at: name, .aBuildService)
        case (.agent, .variable(let name)): .needsPerson(at: name, .anAgent)
        case (_, .obstacle(.typeMissing)), (_, .obstacle(.typeDumb)), (_, .obstacle(.typeUnknown)):
            .needsTerminal(since: reason.cause)
        case (.wish, _), (.accessible, _): .needsScreen(against: reason.cause)
        default: .needsTerminal
        }
    }
}

extension DisplayDecision.Form {
    fileprivate var phrase: Phrase {
        switch self {
        case .screen: Phrase("the screen", "屏幕", "螢幕")
        case .lines: Phrase("lines", "文本行", "文字行")
        case .log: Phrase("lines for a log", "日志文本行", "記錄檔文字行")
        case .accessible: Phrase("accessible lines", "无障碍文本行", "無障礙文字行")
        case .json: Phrase(asIs: "JSON")
        }
    }
}

extension DisplayDecision.Reason {
    package var cause: Cause {
        switch self {
        case .option(let name): Cause(asIs: name)
        case .variable(let name): Cause("\(name) is set", "已设置 \(name)", "已設定 \(name)")
        case .setting: Cause("the setting screen", "设置项 screen", "設定項 screen")
        case .obstacle(let reason): reason.cause
        case .person: Cause("somebody is looking", "有人在看", "有人在看")
        }
    }
}

extension NoTerminalReason {
    /// The reason in every language, as a clause after "none:".
    package var cause: Cause {
        switch self {
        case .inputIsNoTerminal: Cause("input is no terminal", "输入不是终端", "輸入不是終端機")
        case .outputIsNoTerminal: Cause("output is no terminal", "输出不是终端", "輸出不是終端機")
        case .typeMissing: Cause("TERM is not set", "未设置 TERM", "未設定 TERM")
        case .typeDumb: Cause("TERM is dumb", "TERM 为 dumb", "TERM 為 dumb")
        case .typeUnknown(let type):
            Cause("this machine does not know TERM \(type)", "本机不认识 TERM \(type)", "本機不認識 TERM \(type)")
        }
    }
}

extension Phrase {
    fileprivate static let aBuildService = Phrase("a build service", "构建服务", "建置服務")
    fileprivate static let anAgent = Phrase("an agent", "智能代理", "智慧代理")

    fileprivate static func needsPerson(at variable: String, _ who: Phrase) -> Cause {
        Cause(
            "This needs somebody who looks at it, but \(variable) is set, as \(who) does. "
                + "Use --screen to show it all the same.",
            "此功能需要有人查看，但已设置 \(variable)（\(who.simplified)的标志）。如仍要显示，请使用 --screen。",
            "此功能需要有人查看，但已設定 \(variable)（\(who.traditional)的標誌）。如仍要顯示，請使用 --screen。")
    }

    fileprivate static func needsScreen(against reason: Cause) -> Cause {
        Cause(
            "This needs the screen, but what you chose is lines (\(reason)). Use --screen to show it all the same.",
            "此功能需要屏幕，但您选择了文本行（\(reason.simplified)）。如仍要显示，请使用 --screen。",
            "此功能需要螢幕，但您選擇了文字行（\(reason.traditional)）。如仍要顯示，請使用 --screen。")
    }

    /// - Parameter reason: a clause about TERM.
    fileprivate static func needsTerminal(since reason: Cause) -> Cause {
        Cause(
            "This needs a terminal with a screen, but \(reason). "
                + "Try TERM=xterm-256color, or use a command that works with --plain.",
            "此功能需要带屏幕的终端，但\(reason.simplified)。可尝试 TERM=xterm-256color，或使用支持 --plain 的命令。",
            "此功能需要具有畫面的終端機，但\(reason.traditional)。可嘗試 TERM=xterm-256color，或使用支援 --plain 的命令。")
    }

    package static let needsTerminal = Phrase(
        "This needs a terminal with a screen; run it in one, or use a command that works with --plain.",
        "此功能需要带屏幕的终端；请在终端中运行，或使用支持 --plain 的命令。",
        "此功能需要具有畫面的終端機；請在終端機中執行，或使用支援 --plain 的命令。")
}
