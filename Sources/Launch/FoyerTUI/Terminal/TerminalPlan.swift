import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// A terminal that can be opened, and how.
package struct TerminalPlan: Hashable, Sendable {
    package var capabilities: TerminalCapabilities
    /// The terminfo entry for curses.
    package internal(set) var type: String
    /// Whether the entry is one of our own.
    var isOwn: Bool
    /// Whether the entry has a size.
    var hasSize: Bool
    /// Our entries with 24-bit and with 256 colours, for a terminal that turns out to have more than its own entry says;
    /// `nil` if there is none, or the user has decided.
    var exactType: String?
    var indexedType: String?
    /// The questions for the terminal.
    package var questions: TerminalQuestions?
    /// The key under which its answers are kept; `nil` if they cannot be.
    package var fingerprint: String?
    /// How the user wants pictures to be sent.
    var pixelWish = DisplaySettings.PixelMode.auto
    /// The size of a cell according to the kernel, for terminals that do not answer.
    var cell: TerminalAnswers.PixelSize?
    /// Where the number of colours comes from.
    package var depthSource = CapabilitySource.terminfo

    /// The plan for a terminal that has answered.
    package func learning(_ answers: TerminalAnswers) -> TerminalPlan {
        var plan = self
        plan.capabilities.learn(answers)
        if answers.hasExactColors, let exactType {
            plan.take(exactType, depth: .direct)
            (plan.exactType, plan.indexedType) = (nil, nil)
        } else if answers.hasIndexedColors, let indexedType {
            plan.take(indexedType, depth: .indexed256)
            plan.indexedType = nil
        }
        plan.choosePixels()
        return plan
    }

    private mutating func take(_ type: String, depth: CellColor.Depth) {
        (self.type, isOwn, hasSize) = (type, true, true)
        capabilities.depth = depth
        depthSource = .answer
    }

    /// The plan with another choice for pictures.
    package func wishing(for pixels: DisplaySettings.PixelMode) -> TerminalPlan {
        var plan = self
        plan.pixelWish = pixels
        plan.choosePixels()
        return plan
    }

    /// The questions whose answers are neither given nor known: of a terminal that has answered before only what may have
    /// changed, and none of one that never answers.
    fileprivate func questions(
        of all: TerminalQuestions, _ choices: DisplayChoices, _ known: TerminalAnswers?
    ) -> TerminalQuestions? {
        if let known {
            if known.isSilent { return nil }
            let hasPixels = capabilities.pixels != nil
            return choices.theme != nil ? (hasPixels ? .cell : nil) : hasPixels ? .groundAndCell : .ground
        }
        let hasColors = exactType == nil && indexedType == nil
        return choices.theme != nil && hasColors && choices.pixels != .auto ? nil : all
    }

    /// What need not be asked again.
    func known(for questions: TerminalQuestions) -> TerminalAnswers {
        questions.isRefresh ? capabilities.answers : TerminalAnswers()
    }

    /// Decides how to send pictures, by the answers so far.
    fileprivate mutating func choosePixels() {
        var answers = capabilities.answers
        answers.cell = answers.cell ?? cell
        capabilities.pixels = capabilities.depth > .mono ? PixelOutput.choose(pixelWish, answers: answers) : nil
    }

    /// Whether curses draws the same way by both plans, so that it need not restart.
    func isDrawn(like other: TerminalPlan) -> Bool {
        let (mine, its) = (capabilities, other.capabilities)
        return type == other.type && mine.depth == its.depth && mine.unicode == its.unicode && mine.mouse == its.mouse
            && mine.bracketedPaste == its.bracketedPaste && mine.cursor == its.cursor
            && mine.answers.schemeReports == its.answers.schemeReports
    }

    /// An imaginary terminal, for screens that are drawn without one.
    package static func imagined(_ depth: CellColor.Depth) -> TerminalPlan {
        TerminalPlan(
            capabilities: TerminalCapabilities(depth: depth, unicode: true), type: "", isOwn: false, hasSize: false)
    }
}

package enum TerminalDecision: Hashable, Sendable {
    case screen(TerminalPlan)
    case none(NoTerminalReason)

    /// Decides how to draw. Writes nothing and leaves the terminal as it is.
    ///
    /// Call once, early, before other threads run: it sets the process's character locale, and `TERMINFO_DIRS` so that
    /// curses finds the folder of our entries.
    ///
    /// - Parameters:
    ///   - terminfo: the folder of Foyer's compiled terminfo entries; without it there are at most 256 colours.
    ///   - asksAgain: whether to ask everything, whatever is known or given.
    package static func make(
        _ choices: DisplayChoices, terminfo: String? = ResourceFolders.terminfo, asksAgain: Bool = false
    ) -> TerminalDecision {
        guard !choices.needsInput || isatty(STDIN_FILENO) == 1 else { return .none(.inputIsNoTerminal) }
        guard isatty(STDOUT_FILENO) == 1 else { return .none(.outputIsNoTerminal) }
        let environment = TerminalEnvironment.current
        foyer_use_locale(environment.asksForUTF8)
        if let folder = terminfo, unsafe access(folder, R_OK) == 0 {
            let former = unsafe getenv("TERMINFO_DIRS").map { unsafe String(cString: $0) } ?? ""
            // An empty part stands for the built-in folders.
            if !former.hasPrefix(folder + ":") { unsafe setenv("TERMINFO_DIRS", "\(folder):\(former)", 1) }
        }
        let decision = make(
            environment: environment, choices, asksAgain: asksAgain, isUTF8: foyer_codeset_is_utf8(),
            cell: TerminalInterview.cell(of: STDOUT_FILENO), describe: TerminalType.described,
            hasEntry: { name in
                terminfo.map { unsafe access("\($0)/\(name.prefix(1))/\(name)", R_OK) == 0 } ?? false
            })
        if case .screen(let plan) = decision, !plan.hasSize {
            unsafe unsetenv("LINES")
            unsafe unsetenv("COLUMNS")
        }
        return decision
    }

    /// The decision itself; `describe` asks terminfo, and `hasEntry` whether one of our entries exists.
    static func make(
        environment: TerminalEnvironment, _ choices: DisplayChoices, asksAgain: Bool = false, isUTF8: Bool,
        cell: TerminalAnswers.PixelSize? = nil, describe: (String) -> TerminalType?,
        hasEntry: (String) -> Bool = { _ in false }
    ) -> TerminalDecision {
        let said = environment
        let environment = choices.depth.map { environment.wishing(for: $0) } ?? environment
        guard let wanted = environment["TERM"] else { return .none(.typeMissing) }
        if wanted == "dumb" { return .none(.typeDumb) }
        // Ours only in addition to the terminal's: a type that this machine does not know stays unknown.
        guard let found = describe(wanted), found.canAddressCursor else { return .none(.typeUnknown(wanted)) }
        var (name, type, isOwn) = (wanted, found, false)
        if let own = TerminalCapabilities.ownEntry(for: environment), let described = describe(own) {
            (name, type, isOwn) = (own, described, true)
        }
        var capabilities = TerminalCapabilities(
            environment: environment, colors: type.colors, unicode: isUTF8 && !choices.usesASCII,
            mouse: choices.usesMouse, paste: true)
        capabilities.cursor = choices.cursor
        if let depth = choices.depth { capabilities.depth = min(depth, capabilities.depth) }
        var plan = TerminalPlan(capabilities: capabilities, type: name, isOwn: isOwn, hasSize: type.hasSize)
        (plan.pixelWish, plan.cell) = (choices.pixels, cell)
        plan.choosePixels()
        plan.depthSource = source(of: capabilities, environment, choices)
        if choices.depth == nil, environment["NO_COLOR"] == nil {
            func usable(_ type: String?) -> String? { type.flatMap { hasEntry($0) ? $0 : nil } }
            if capabilities.depth < .direct {
                plan.exactType = usable(TerminalCapabilities.ownEntry(for: environment.wishing(for: .direct)))
            }
            if capabilities.depth < .indexed256 {
                plan.indexedType = usable(TerminalCapabilities.indexedEntry(for: environment))
            }
        }
        plan.fingerprint = said.fingerprint
        guard let questions = environment.questions else { return .screen(plan) }
        let known = asksAgain ? nil : plan.fingerprint.flatMap { choices.known[$0] }
        if var known, !known.isSilent {
            // It goes with the font, which may be another since.
            if cell != nil { known.cell = nil }
            plan = plan.learning(known)
        }
        plan.questions = asksAgain ? questions : plan.questions(of: questions, choices, known)
        return .screen(plan)
    }

    private static func source(
        of capabilities: TerminalCapabilities, _ environment: TerminalEnvironment, _ choices: DisplayChoices
    ) -> CapabilitySource {
        if environment["NO_COLOR"] != nil { return .variable("NO_COLOR") }
        if choices.depth != nil { return .setting }
        let isSaid = capabilities.depth == .direct && environment["COLORTERM"] != nil
        return isSaid ? .variable("COLORTERM") : .terminfo
    }
}

/// What terminfo knows about a type of terminal.
struct TerminalType: Hashable {
    var colors: Int
    var canAddressCursor: Bool
    var hasSize: Bool
}
