import FoyerCore

/// Why something is shown where it is, why it cannot be shown, and what would show it: with the words of options, which
/// the core does not know.
extension DisplayRules.Flag {
    package var option: String {
        switch self {
        case .screen: "--screen"
        case .line: "--line"
        case .plain: "--plain"
        case .accessible: "--accessible"
        case .json: "--json"
        }
    }
}

extension DisplaySwitches {
    /// What shows the screen all the same.
    package var screen: String {
        switch self {
        case .options: DisplayRules.Flag.screen.option
        case .variable: "FOYER_SCREEN=\(ScreenWish.full.rawValue)"
        }
    }
}

extension DisplayDecision {
    /// Where it is shown and why, as a value: "lines for a log (row 5: CI is set)".
    package var cause: Phrase {
        let (form, why) = (form.phrase, reason.cause)
        let number = row.rawValue
        return Phrase(
            "\(form) (row \(number): \(why))", "\(form.simplified)（第 \(number) 行：\(why.simplified)）",
            "\(form.traditional)（第 \(number) 列：\(why.traditional)）")
    }

    /// The message for somebody who asked for what needs a person at a screen.
    package var needsScreen: Phrase {
        switch (row, reason) {
        case (.buildService, .variable(let name)): .needsPerson(at: name, .aBuildService, switches)
        case (.agent, .variable(let name)): .needsPerson(at: name, .anAgent, switches)
        case (_, .obstacle(.typeMissing)), (_, .obstacle(.typeDumb)), (_, .obstacle(.typeUnknown)):
            .needsTerminal(since: reason.cause, switches)
        case (.wish, _), (.accessible, _): .needsScreen(against: reason.cause, switches)
        default: .needsTerminal(switches)
        }
    }
}

extension DisplayDecision.Form {
    fileprivate var phrase: Phrase {
        switch self {
        case .screen: Phrase("the screen", "屏幕", "螢幕")
        case .line: Phrase("one line", "单行", "單行")
        case .lines: Phrase("lines", "文本行", "文字行")
        case .log: Phrase("lines for a log", "日志文本行", "記錄檔文字行")
        case .accessible: Phrase("accessible lines", "无障碍文本行", "無障礙文字行")
        case .json: Phrase(asIs: "JSON")
        }
    }
}

extension DisplayDecision.Reason {
    package var cause: Phrase {
        switch self {
        case .option(let flag): Phrase(asIs: flag.option)
        case .variable(let name): Phrase("\(name) is set", "已设置 \(name)", "已設定 \(name)")
        case .setting: Phrase("the setting screen", "设置项 screen", "設定項 screen")
        case .obstacle(let reason): reason.cause
        case .person: Phrase("somebody is looking", "有人在看", "有人在看")
        }
    }
}

extension NoTerminalReason {
    /// The reason in every language, as a clause after "none:".
    package var cause: Phrase {
        switch self {
        case .inputIsNoTerminal: Phrase("input is no terminal", "输入不是终端", "輸入不是終端機")
        case .outputIsNoTerminal: Phrase("output is no terminal", "输出不是终端", "輸出不是終端機")
        case .inputIsNothing: Phrase("input is /dev/null", "输入为 /dev/null", "輸入為 /dev/null")
        case .inBackground: Phrase("in the background", "在后台运行", "在背景執行")
        case .typeMissing: Phrase("TERM is not set", "未设置 TERM", "未設定 TERM")
        case .typeDumb: Phrase("TERM is dumb", "TERM 为 dumb", "TERM 為 dumb")
        case .typeUnknown(let type):
            Phrase("this machine does not know TERM \(type)", "本机不认识 TERM \(type)", "本機不認識 TERM \(type)")
        }
    }
}

extension Phrase {
    fileprivate static let aBuildService = Phrase("a build service", "构建服务", "建置服務")
    fileprivate static let anAgent = Phrase("an agent", "智能代理", "智慧代理")

    fileprivate static func needsPerson(at variable: String, _ who: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let screen = switches.screen
        return Phrase(
            "This needs somebody who looks at it, but \(variable) is set, as \(who) does. "
                + "Use \(screen) to show it anyway.",
            "此功能需要有人查看，但已设置 \(variable)（\(who.simplified)的标志）。如仍要显示，请使用 \(screen)。",
            "此功能需要有人查看，但已設定 \(variable)（\(who.traditional)的標誌）。如仍要顯示，請使用 \(screen)。")
    }

    fileprivate static func needsScreen(against reason: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let screen = switches.screen
        return Phrase(
            "This needs the screen, but lines were chosen (\(reason)). Use \(screen) to show it anyway.",
            "此功能需要屏幕，但您选择了文本行（\(reason.simplified)）。如仍要显示，请使用 \(screen)。",
            "此功能需要螢幕，但您選擇了文字行（\(reason.traditional)）。如仍要顯示，請使用 \(screen)。")
    }

    /// - Parameter reason: a clause about TERM.
    fileprivate static func needsTerminal(since reason: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let (english, simplified, traditional) =
            switches == .options
            ? (", or use a command that works with --plain", "，或使用支持 --plain 的命令", "，或使用支援 --plain 的命令") : ("", "", "")
        return Phrase(
            "This needs a terminal with a screen, but \(reason). Try TERM=xterm-256color\(english).",
            "此功能需要带屏幕的终端，但\(reason.simplified)。可尝试 TERM=xterm-256color\(simplified)。",
            "此功能需要具有畫面的終端機，但\(reason.traditional)。可嘗試 TERM=xterm-256color\(traditional)。")
    }

    fileprivate static func needsTerminal(_ switches: DisplaySwitches) -> Phrase {
        guard switches == .options else {
            return Phrase(
                "This needs a terminal with a screen; run it in one.", "此功能需要带屏幕的终端；请在终端中运行。",
                "此功能需要具有畫面的終端機；請在終端機中執行。")
        }
        return Phrase(
            "This needs a terminal with a screen; run it in one, or use a command that works with --plain.",
            "此功能需要带屏幕的终端；请在终端中运行，或使用支持 --plain 的命令。",
            "此功能需要具有畫面的終端機；請在終端機中執行，或使用支援 --plain 的命令。")
    }
}

extension Language {
    /// The first line: that it is on, why, and how to leave it, where the user can: a host may have chosen it itself.
    package func accessibleIsOn(_ decision: DisplayDecision) -> SafeText {
        let (reason, screen) = (decision.reason.cause, decision.switches.screen)
        if decision.row == .flag, decision.switches != .options {
            return self[Phrase("Accessible mode is on.", "无障碍文本行已开启。", "無障礙文字行已開啟。")]
        }
        return self[
            Phrase(
                "Accessible mode is on (\(reason.english)); \(screen) turns it off.",
                "无障碍文本行已开启（\(reason.simplified)）。使用 \(screen) 可退出。",
                "無障礙文字行已開啟（\(reason.traditional)）。使用 \(screen) 可離開。")]
    }
}
