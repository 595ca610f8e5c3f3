/// What decides where a launch is shown: flags, the environment and the settings. The terminal is looked at only if
/// these leave it open.
package struct DisplayRules: Equatable, Sendable {
    /// What the user, or a host, asks for in this run.
    package enum Flag: CaseIterable, Sendable {
        case screen, line, plain, accessible, json
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
        if let flag {
            switch flag {
            case .screen: return screen(.flag, .option(flag))
            case .line: return screen(.flag, .option(flag), as: .line)
            case .plain: return DisplayDecision(.lines, .flag, .option(flag))
            case .accessible: return DisplayDecision(.accessible, .flag, .option(flag))
            case .json: return DisplayDecision(.json, .flag, .option(flag))
            }
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
        case option(DisplayRules.Flag)
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
