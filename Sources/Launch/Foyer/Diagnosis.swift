import FoyerCore
import FoyerSystem
import FoyerTUI

/// What this terminal supports, what Foyer will use, and where it stores things; `foyer doctor` prints it.
package struct Diagnosis: Sendable {
    /// One line of the diagnosis.
    package struct Finding: Sendable {
        /// The subject, such as "colours".
        package let name: Phrase
        /// The finding, such as "24-bit". May hold text from the environment.
        package let value: Phrase
        /// How it is known; `nil` if that does not matter.
        package var source: CapabilitySource?
    }

    package let findings: [Finding]
    private let language: Language

    /// Examines the terminal, the environment and the folders; creates missing folders, as a launch would.
    package init(_ choices: DisplayChoices, places: Places) {
        // Ask the terminal now, whatever it answered before.
        let decision = TerminalDecision.make(choices, asksAgain: true)
        let shown = choices.decide {
            if case .none(let reason) = decision { reason } else { nil }
        }
        var screen: [Finding] = []
        switch decision {
        case .none(let reason): screen = [Self.finding(.screen, Phrase.none(because: reason.cause))]
        // Nothing but a screen is written to with escape sequences: lines may go to a log or a speech synthesizer.
        case .screen(let plan): screen = Self.asked(plan, choices, asks: [.screen, .line].contains(shown.form))
        }
        self.init(
            choices, shown: shown, language: Presentation.language(choices, on: decision), screen: screen,
            places: places)
    }

    /// What is known of a terminal that is in use: nothing is asked.
    init(_ choices: DisplayChoices, shown: DisplayDecision, plan: TerminalPlan?, language: Language, places: Places) {
        let screen = plan.map { Self.found($0, before: nil, choices, answered: $0.capabilities.answers) }
        self.init(choices, shown: shown, language: language, screen: screen ?? [], places: places)
    }

    private init(
        _ choices: DisplayChoices, shown: DisplayDecision, language: Language, screen: [Finding], places: Places
    ) {
        let environment = TerminalEnvironment.current
        self.language = language
        findings =
            [
                Self.finding(.shown, shown.cause),
                Self.finding(Phrase(asIs: "TERM"), environment["TERM"].map { Phrase(asIs: $0) } ?? .unset),
                Self.finding(Phrase(asIs: "COLORTERM"), environment["COLORTERM"].map { Phrase(asIs: $0) } ?? .unset),
                Self.finding(
                    .languageName,
                    language == choices.language
                        ? Phrase(asIs: language.rawValue) : .english(insteadOf: choices.language)),
                Self.finding(.motion, choices.reducesMotion ? .reduced : .full),
            ] + screen + [
                Self.finding(
                    .terminalDescriptions, ResourceFolders.terminfo.map { Phrase(asIs: $0) } ?? .notCompiled),
                Self.finding(.packages, Self.state(of: places.apps, places)),
                Self.finding(.cache, Self.state(of: places.cache, places)),
                Self.finding(.stateFolder, Self.state(of: places.state, places)),
                Self.finding(.settings, Phrase(asIs: places.settingsFile)),
            ]
    }

    /// The findings for people, a line each, in the user's language.
    package var lines: [SafeText] {
        let named = findings.map { finding in
            let value = finding.source.map { finding.value.known(from: $0) } ?? finding.value
            return (name: language[finding.name], value: language[value])
        }
        let width = named.map(\.name.columns).max() ?? 0
        return named.map { $0.name.padded(toColumns: width + 2) + $0.value }
    }

    /// The findings for programs, in English.
    package var json: JSON {
        var members = [JSON.Member("event", "doctor")]
        for finding in findings {
            members.append(JSON.Member(finding.name.english, .string(finding.value.english)))
            guard let source = finding.source else { continue }
            members.append(JSON.Member("\(finding.name.english) from", .string(source.cause.english)))
        }
        return .object(members)
    }

    private static func asked(_ plan: TerminalPlan, _ choices: DisplayChoices, asks: Bool) -> [Finding] {
        let answered = asks ? TerminalInterview.ask(plan) : nil
        let learned = answered.map { plan.learning($0) } ?? plan
        if let answered, answered.isComplete, let key = plan.fingerprint { choices.keep?(key, answered) }
        return found(learned, before: plan.capabilities, choices, answered: answered)
    }

    /// - Parameter before: what was known before the terminal answered; `nil` if that is known no more.
    private static func found(
        _ learned: TerminalPlan, before: TerminalCapabilities?, _ choices: DisplayChoices, answered: TerminalAnswers?
    ) -> [Finding] {
        let can = learned.capabilities
        func truth(_ name: Phrase, _ ability: KeyPath<TerminalCapabilities, Bool>) -> Finding {
            let value = can[keyPath: ability]
            let source: CapabilitySource? =
                before.map { value ? $0[keyPath: ability] ? .environment : .answer : .assumed }
            return Finding(name: name, value: value ? .yes : .no, source: source)
        }
        let theme = theme(choices, can.answers)
        return [
            finding(.screen, .yes), finding(.terminalEntry, Phrase(asIs: learned.type)),
            finding(.characters, Phrase(asIs: can.unicode ? "Unicode" : "ASCII")),
            finding(.mouse, can.mouse ? .yes : .no), finding(.cursor, cursor(can.cursor)),
            Finding(name: .colours, value: depth(can.depth), source: learned.depthSource),
            Finding(name: .theme, value: theme.0, source: theme.1),
            truth(.synchronizedOutput, \.synchronizedOutput), truth(.taskbarProgress, \.taskbarProgress),
            truth(.hyperlinks, \.hyperlinks), clipboard(can),
        ] + said(answered)
    }

    private static func cursor(_ look: DisplaySettings.CursorLook) -> Phrase {
        switch look {
        case .bar: .cursorBar
        case .terminal: .cursorOwn
        case .hidden: .cursorHidden
        }
    }

    private static func clipboard(_ can: TerminalCapabilities) -> Finding {
        switch can.clipboard {
        case .open: Finding(name: .clipboard, value: .yes, source: .answer)
        case .asked: finding(.clipboard, .unsaid)
        case .none: Finding(name: .clipboard, value: .no, source: .assumed)
        }
    }

    /// The terminal's answers, question by question.
    private static func said(_ answers: TerminalAnswers?) -> [Finding] {
        guard let answers else { return [finding(.answered, .notAsked)] }
        func color(_ color: UInt32?) -> Phrase {
            guard let color else { return .none }
            let digits = String(color, radix: 16)
            return Phrase(asIs: "#" + String(repeating: "0", count: 6 - digits.count) + digits)
        }
        func size(_ size: TerminalAnswers.PixelSize) -> String { "\(size.width)x\(size.height)" }
        let modes = [
            (answers.synchronizedOutput, "2026"), (answers.schemeReports, "2031"),
            (answers.pixelMouse, "1016"),
        ].filter(\.0).map(\.1).joined(separator: " ")
        let sixel = answers.sixel.map { sixel in
            "\(sixel.registers)" + (sixel.maximum.map { ", \(size($0))" } ?? "")
        }
        return [
            finding(.answered, answers.isComplete ? .yes : .no),
            finding(.terminalName, answers.name.map { Phrase(asIs: $0) } ?? .none),
            finding(.exactColors, answers.hasExactColors ? .yes : .no),
            finding(.groundColor, color(answers.ground)), finding(.textColor, color(answers.text)),
            finding(.knownModes, modes.isEmpty ? .none : Phrase(asIs: modes)),
            finding(.cellSize, answers.cell.map { Phrase(asIs: size($0)) } ?? .none),
            finding(.kittyGraphics, answers.kittyGraphics ? .yes : .no),
            finding(.sixel, sixel.map { Phrase(asIs: $0) } ?? .no),
        ]
    }

    private static func theme(_ choices: DisplayChoices, _ answers: TerminalAnswers) -> (Phrase, CapabilitySource) {
        let isLight = Palette.fitting(choices.theme, ground: answers.ground).isLight
        return (
            isLight ? .lightGround : .darkGround,
            choices.themeSource ?? (answers.ground == nil ? .assumed : .answer)
        )
    }

    private static func depth(_ depth: CellColor.Depth) -> Phrase {
        switch depth {
        case .mono: .none
        case .ansi8: Phrase(asIs: "8")
        case .ansi16: Phrase(asIs: "16")
        case .indexed256: Phrase(asIs: "256")
        case .direct: Phrase(asIs: "24-bit")
        }
    }

    private static func finding(_ name: Phrase, _ value: Phrase) -> Finding { Finding(name: name, value: value) }

    private static func state(of folder: String, _ places: Places) -> Phrase {
        do {
            try places.make(folder)
            return Phrase(asIs: folder)
        } catch {
            return error.cause
        }
    }
}
