import FoyerCore
import FoyerSystem
import FoyerTUI

/// What this terminal supports, what Foyer will use, and where it stores things; `foyer doctor` prints it.
package struct Diagnosis: Sendable {
    /// One line of the diagnosis.
    package struct Finding: Sendable {
        /// The subject, such as "colours".
        package let name: Cause
        /// The finding, such as "24-bit". May hold text from the environment.
        package let value: Cause
        /// How it is known; `nil` if that does not matter.
        package var source: CapabilitySource?
    }

    /// The findings, in order.
    package let findings: [Finding]
    private let language: Language

    /// Examines the terminal, the environment and the folders; creates missing folders, as a launch would.
    package init(_ choices: DisplayChoices, places: Places) {
        let environment = TerminalEnvironment.current
        // Ask the terminal now, whatever it answered before.
        var options = choices.terminalOptions
        options.asksAgain = true
        let decision = TerminalDecision.make(options: options)
        language = Presentation.language(choices, on: decision)
        let shown = choices.decide {
            if case .none(let reason) = decision { reason } else { nil }
        }
        var found = [
            Self.finding(.shown, shown.cause),
            Self.finding(Cause(asIs: "TERM"), environment["TERM"].map { Cause(asIs: $0) } ?? .unset),
            Self.finding(Cause(asIs: "COLORTERM"), environment["COLORTERM"].map { Cause(asIs: $0) } ?? .unset),
            Self.finding(
                .languageName,
                language == choices.language
                    ? Cause(asIs: language.rawValue) : .english(insteadOf: choices.language)),
            Self.finding(.motion, choices.reducesMotion ? .reduced : .full),
        ]
        switch decision {
        case .none(let reason): found.append(Self.finding(.screen, Cause.none(because: reason.cause)))
        // In accessible lines no escape sequence is written, and what is typed ahead stays for the answers.
        case .screen(let plan): found += Self.found(plan, choices, asks: shown.form != .accessible)
        }
        found += [
            Self.finding(
                .terminalDescriptions, ResourceFolders.terminfo.map { Cause(asIs: $0) } ?? .notCompiled),
            Self.finding(.packages, Self.state(of: places.apps, places)),
            Self.finding(.cache, Self.state(of: places.cache, places)),
            Self.finding(.stateFolder, Self.state(of: places.state, places)),
            Self.finding(.settings, Cause(asIs: places.settingsFile)),
        ]
        findings = found
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
        .object(
            [JSON.Member("event", "doctor")]
                + findings.flatMap { finding in
                    [JSON.Member(finding.name.english, .string(finding.value.english))]
                        + (finding.source.map {
                            [JSON.Member("\(finding.name.english) from", .string($0.cause.english))]
                        } ?? [])
                })
    }

    private static func found(_ plan: TerminalPlan, _ choices: DisplayChoices, asks: Bool) -> [Finding] {
        let answered = asks ? TerminalInterview.ask(plan) : nil
        let learned = answered.map { plan.learning($0) } ?? plan
        if let answered, answered.isComplete, let key = plan.fingerprint { choices.keep?(key, answered) }
        let (can, answers) = (learned.capabilities, learned.capabilities.answers)
        func truth(_ value: Bool, before: Bool) -> (Cause, CapabilitySource) {
            (value ? .yes : .no, value ? before ? .environment : .answer : .assumed)
        }
        let before = plan.capabilities
        let rows: [(Phrase, (Cause, CapabilitySource))] = [
            (.colours, (depth(can.depth), learned.depthSource)), (.theme, theme(choices, answers)),
            (.synchronizedOutput, truth(can.synchronizedOutput, before: before.synchronizedOutput)),
            (.taskbarProgress, truth(can.taskbarProgress, before: before.taskbarProgress)),
            (.hyperlinks, truth(can.hyperlinks, before: before.hyperlinks)),
        ]
        return [
            finding(.screen, .yes), finding(.terminalEntry, Cause(asIs: learned.type)),
            finding(.characters, Cause(asIs: can.unicode ? "Unicode" : "ASCII")),
            finding(.mouse, can.mouse ? .yes : .no),
        ] + rows.map { Finding(name: $0.0, value: $0.1.0, source: $0.1.1) } + said(answered)
    }

    /// The terminal's answers, question by question.
    private static func said(_ answers: TerminalAnswers?) -> [Finding] {
        guard let answers else { return [finding(.answered, .notAsked)] }
        func color(_ color: UInt32?) -> Cause {
            guard let color else { return .none }
            let digits = String(color, radix: 16)
            return Cause(asIs: "#" + String(repeating: "0", count: 6 - digits.count) + digits)
        }
        func size(_ size: TerminalAnswers.PixelSize) -> String { "\(size.width)x\(size.height)" }
        let modes = [
            (answers.synchronizedOutput, "2026"), (answers.schemeReports, "2031"), (answers.resizeReports, "2048"),
            (answers.pixelMouse, "1016"),
        ].filter(\.0).map(\.1).joined(separator: " ")
        let sixel = answers.sixel.map { sixel in
            "\(sixel.registers)" + (sixel.maximum.map { ", \(size($0))" } ?? "")
        }
        return [
            finding(.answered, answers.isComplete ? .yes : .no),
            finding(.terminalName, answers.name.map { Cause(asIs: $0) } ?? .none),
            finding(.exactColors, answers.hasExactColors ? .yes : .no),
            finding(.groundColor, color(answers.ground)), finding(.textColor, color(answers.text)),
            finding(.knownModes, modes.isEmpty ? .none : Cause(asIs: modes)),
            finding(.cellSize, answers.cell.map { Cause(asIs: size($0)) } ?? .none),
            finding(.kittyGraphics, answers.kittyGraphics ? .yes : .no),
            finding(.sixel, sixel.map { Cause(asIs: $0) } ?? .no),
        ]
    }

    private static func theme(_ choices: DisplayChoices, _ answers: TerminalAnswers) -> (Cause, CapabilitySource) {
        let isLight = Palette.fitting(choices.theme, ground: answers.ground).isLight
        return (
            isLight ? .lightGround : .darkGround,
            choices.themeSource ?? (answers.ground == nil ? .assumed : .answer)
        )
    }

    private static func depth(_ depth: ColorDepth) -> Cause {
        switch depth {
        case .mono: .none
        case .ansi8: Cause(asIs: "8")
        case .ansi16: Cause(asIs: "16")
        case .indexed256: Cause(asIs: "256")
        case .direct: Cause(asIs: "24-bit")
        }
    }

    private static func finding(_ name: Phrase, _ value: Cause) -> Finding { Finding(name: name, value: value) }

    private static func state(of folder: String, _ places: Places) -> Cause {
        do throws(PlaceFailure) {
            try places.make(folder)
            return Cause(asIs: folder)
        } catch {
            return error.cause
        }
    }
}
