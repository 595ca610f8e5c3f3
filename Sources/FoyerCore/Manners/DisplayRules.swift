/// What decides where a launch is shown: flags, the environment and the settings. The terminal is looked at only if
/// these leave it open.
package struct DisplayRules: Equatable, Sendable {
    /// What the command line, or a host, asks for.
    package enum Flag: String, Sendable {
        case screen = "--screen"
        case plain = "--plain"
        case accessible = "--accessible"
        case json = "--json"
    }

    /// `FOYER_SCREEN`; any other value than these counts as unset.
    package var variable: ScreenWish?
    /// The setting `screen`.
    package var setting: ScreenWish?
    /// Whether `ACCESSIBLE` is set.
    package var isAccessible = false
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
        func screen(_ row: DisplayDecision.Row, _ reason: DisplayDecision.Reason) -> DisplayDecision {
            if let found = obstacle() { return DisplayDecision(.lines, .noTerminal, .obstacle(found)) }
            return DisplayDecision(.screen, row, reason)
        }
        func wished(_ wish: ScreenWish, _ reason: DisplayDecision.Reason) -> DisplayDecision {
            switch wish {
            case .full: screen(.wish, reason)
            case .plain: DisplayDecision(.lines, .wish, reason)
            case .accessible: DisplayDecision(.accessible, .wish, reason)
            }
        }
        switch flag {
        case .screen?: return screen(.flag, .option("--screen"))
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
    case full, plain, accessible
}

/// Where a launch is shown, and why.
package struct DisplayDecision: Equatable, Sendable {
    package enum Form: Sendable {
        case screen
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

    package init(_ form: Form, _ row: Row, _ reason: Reason) {
        (self.form, self.row, self.reason) = (form, row, reason)
    }
}

/// Why there is no terminal to draw on.
package enum NoTerminalReason: Hashable, Sendable {
    case inputIsNoTerminal, outputIsNoTerminal
    /// `TERM` is unset or empty.
    case typeMissing
    /// `TERM` is `dumb`.
    case typeDumb
    /// Terminfo has no entry for it, or one that cannot move the cursor.
    case typeUnknown(String)
}
