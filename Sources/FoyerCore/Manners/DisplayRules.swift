/// What decides where a launch is shown: flags, the environment and the settings. The terminal is looked at only if
/// these leave it open.
package struct DisplayRules: Equatable, Sendable {
    /// What the command line, or a host, asks for.
    package enum Flag: String, Sendable {
        case screen = "--screen"
        case line = "--line"
        case plain = "--plain"
        case accessible = "--accessible"
        case json = "--json"
    }

    /// `FOYER_SCREEN`; any other value than these counts as unset (``VariableProblems``).
    package var variable: ScreenWish?
    /// The setting `screen`.
    package var setting: ScreenWish?
    /// Whether `ACCESSIBLE` is set.
    package var isAccessible = false
    /// How the user can ask for another way.
    package var switches = DisplaySwitches.variable
    /// A build service or an agent. It keeps events and campaigns off whichever row decides about the screen.
    package var automation: Automation?

    package init() {}

    package init(environment: (String) -> String?, setting: ScreenWish?) {
        variable = environment("FOYER_SCREEN").flatMap { ScreenWish(rawValue: $0) }
        self.setting = setting
        isAccessible = Automation.isOn(environment("ACCESSIBLE"))
        automation = Automation(environment: environment)
    }

    /// The first row that holds decides.
    ///
    /// - Parameters:
    ///   - flag: what was asked for; `nil` for nothing.
    ///   - obstacle: looks at the terminal: why nothing can be drawn on it, or `nil` if it can. Called at most once.
    package func decide(flag: Flag?, obstacle: () -> NoTerminalReason?) -> DisplayDecision {
        var decision = firstRow(flag: flag, obstacle: obstacle)
        decision.switches = switches
        return decision
    }

    private func firstRow(flag: Flag?, obstacle: () -> NoTerminalReason?) -> DisplayDecision {
        func screen(
            _ row: DisplayDecision.Row, _ reason: DisplayDecision.Reason, as form: DisplayDecision.Form = .screen
        ) -> DisplayDecision {
            if let found = obstacle() { return DisplayDecision(.lines, .noTerminal, .obstacle(found)) }
            return DisplayDecision(form, row, reason)
        }
        func wished(_ wish: ScreenWish, _ reason: DisplayDecision.Reason) -> DisplayDecision {
            switch wish {
            case .full: screen(.wish, reason)
            case .line: screen(.wish, reason, as: .line)
            case .plain: DisplayDecision(.lines, .wish, reason)
            case .accessible: DisplayDecision(.accessible, .wish, reason)
            }
        }
        switch flag {
        case .screen?: return screen(.flag, .option("--screen"))
        case .line?: return screen(.flag, .option("--line"), as: .line)
        case .plain?: return DisplayDecision(.lines, .flag, .option("--plain"))
        case .accessible?: return DisplayDecision(.accessible, .flag, .option("--accessible"))
        case .json?: return DisplayDecision(.json, .flag, .option("--json"))
        case nil: break
        }
        if let variable { return wished(variable, .variable("FOYER_SCREEN")) }
        if let setting { return wished(setting, .setting) }
        if isAccessible { return DisplayDecision(.accessible, .accessible, .variable("ACCESSIBLE")) }
        if let found = obstacle() { return DisplayDecision(.lines, .noTerminal, .obstacle(found)) }
        switch automation {
        case .buildService(let variable)?: return DisplayDecision(.log, .buildService, .variable(variable))
        case .agent(let variable)?: return DisplayDecision(.log, .agent, .variable(variable))
        case nil: return DisplayDecision(.screen, .person, .person)
        }
    }
}

/// Where somebody always wants a launch: the values of `FOYER_SCREEN` and of the setting `screen`.
package enum ScreenWish: String, CaseIterable, Sendable {
    case full, line, plain, accessible
}

/// How the user of a program asks for another way of showing: the words that a message may name.
package enum DisplaySwitches: CaseIterable, Sendable {
    /// `FOYER_SCREEN`, which every program has that Foyer is built into.
    case variable
    /// Options, as our own command has them.
    case options

    /// What shows the screen all the same.
    package var screen: String { self == .options ? "--screen" : "FOYER_SCREEN=full" }
}

/// Where a launch is shown, and why.
package struct DisplayDecision: Equatable, Sendable {
    package enum Form: Sendable {
        case screen
        /// One line below what has been written, and the screen for what comes after the launch.
        case line
        /// Lines for people, with progress a few times a second at most.
        case lines
        /// Lines for a log: one a step, and a sign of life every half minute.
        case log
        /// Whole lines that make sense alone, for a screen reader.
        case accessible
        case json
    }

    /// The rows of the table, in their order.
    package enum Row: Int, CaseIterable, Sendable {
        case flag = 1
        case wish, accessible, noTerminal, buildService, agent, person
    }

    package enum Reason: Equatable, Sendable {
        case option(String)
        case variable(String)
        /// The setting `screen`.
        case setting
        case obstacle(NoTerminalReason)
        case person
    }

    package let form: Form
    package let row: Row
    package let reason: Reason
    package var switches = DisplaySwitches.variable

    package init(_ form: Form, _ row: Row, _ reason: Reason) {
        (self.form, self.row, self.reason) = (form, row, reason)
    }
}

/// Why there is no terminal to draw on.
package enum NoTerminalReason: Hashable, Sendable {
    case inputIsNoTerminal, outputIsNoTerminal
    /// Input is `/dev/null`, as in a script's background: nobody is at it.
    case inputIsNothing
    /// Another program has the terminal.
    case inBackground
    /// `TERM` is unset or empty.
    case typeMissing
    /// `TERM` is `dumb`.
    case typeDumb
    /// Terminfo has no entry for it, or one that cannot move the cursor.
    case typeUnknown(String)
}

/// Why something is shown where it is, and why it cannot be shown.
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
        case .option(let name): Phrase(asIs: name)
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
