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
        return Phrase("\(form) (row \(number): \(why))")
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
        case .screen: Phrase("the screen")
        case .line: Phrase("one line")
        case .lines: Phrase("lines")
        case .log: Phrase("lines for a log")
        case .accessible: Phrase("accessible lines")
        case .json: Phrase(asIs: "JSON")
        }
    }
}

extension DisplayDecision.Reason {
    package var cause: Phrase {
        switch self {
        case .option(let flag): Phrase(asIs: flag.option)
        case .variable(let name): Phrase("\(name) is set")
        case .setting: Phrase("the setting screen")
        case .obstacle(let reason): reason.cause
        case .person: Phrase("somebody is looking")
        }
    }
}

extension NoTerminalReason {
    /// The reason in every language, as a clause after "none:".
    package var cause: Phrase {
        switch self {
        case .inputIsNoTerminal: Phrase("input is no terminal")
        case .outputIsNoTerminal: Phrase("output is no terminal")
        case .inputIsNothing: Phrase("input is /dev/null")
        case .inBackground: Phrase("in the background")
        case .typeMissing: Phrase("TERM is not set")
        case .typeDumb: Phrase("TERM is dumb")
        case .typeUnknown(let type):
            Phrase("this machine does not know TERM \(type)")
        }
    }
}

extension Phrase {
    fileprivate static let aBuildService = Phrase("a build service")
    fileprivate static let anAgent = Phrase("an agent")

    fileprivate static func needsPerson(at variable: String, _ who: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let screen = switches.screen
        return Phrase(
            "This needs somebody who looks at it, but \(variable) is set, as \(who) does. Use \(screen) to show it anyway."
        )
    }

    fileprivate static func needsScreen(against reason: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let screen = switches.screen
        return Phrase("This needs the screen, but lines were chosen (\(reason)). Use \(screen) to show it anyway.")
    }

    /// - Parameter reason: a clause about TERM.
    fileprivate static func needsTerminal(since reason: Phrase, _ switches: DisplaySwitches) -> Phrase {
        let advice = Phrase("This needs a terminal with a screen, but \(reason). Try TERM=xterm-256color.")
        guard switches == .options else { return advice }
        return Phrase(
            """
            This needs a terminal with a screen, but \(reason). Try TERM=xterm-256color, or use a command that works with \
            --plain.
            """)
    }

    fileprivate static func needsTerminal(_ switches: DisplaySwitches) -> Phrase {
        guard switches == .options else {
            return Phrase("This needs a terminal with a screen; run it in one.")
        }
        return Phrase("This needs a terminal with a screen; run it in one, or use a command that works with --plain.")
    }
}

extension Language {
    /// The first line: that it is on, why, and how to leave it, where the user can: a host may have chosen it itself.
    package func accessibleIsOn(_ decision: DisplayDecision) -> SafeText {
        let (reason, screen) = (decision.reason.cause, decision.switches.screen)
        if decision.row == .flag, decision.switches != .options {
            return self[Phrase("Accessible mode is on.")]
        }
        return self[
            Phrase("Accessible mode is on (\(reason)); \(screen) turns it off.")]
    }
}
