import FoyerCore
import FoyerSystem
import FoyerTUI

/// What this terminal can do, what will be used of it, and where things are kept.
public struct Diagnosis: Sendable {
    /// What was looked at, and what was found.
    public struct Finding: Sendable {
        /// What was looked at, such as "colours".
        public let name: Cause
        /// What was found, such as "24-bit". May hold text from the environment.
        public let value: Cause
    }

    /// In order.
    public let findings: [Finding]
    private let language: Language

    /// Looks at the terminal, the environment and the places; makes the folders that are missing, as a launch would.
    public init(_ choices: DisplayChoices, places: Places) {
        let environment = TerminalEnvironment.current
        let decision = TerminalDecision.make(options: choices.terminalOptions)
        language = Presentation.language(choices, on: decision)
        var found = [
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
        case .screen(let plan): found += Self.found(plan.capabilities)
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

    /// For people: in the language that is used, one below the other.
    public var lines: [SafeText] {
        let named = findings.map { (name: language[$0.name], value: language[$0.value]) }
        let width = named.map(\.name.columns).max() ?? 0
        return named.map { $0.name.padded(toColumns: width + 2) + $0.value }
    }

    /// For programs: in English.
    public var json: JSON {
        .object(
            [JSON.Member("event", "doctor")]
                + findings.map { JSON.Member($0.name.english, .string($0.value.english)) })
    }

    private static func found(_ can: TerminalCapabilities) -> [Finding] {
        let depth: Phrase =
            switch can.depth {
            case .mono: .none
            case .ansi8: Cause(asIs: "8")
            case .ansi16: Cause(asIs: "16")
            case .indexed256: Cause(asIs: "256")
            case .direct: Cause(asIs: "24-bit")
            }
        func truth(_ value: Bool) -> Cause { value ? .yes : .no }
        return [
            finding(.screen, .yes), finding(.colours, depth),
            finding(.characters, Cause(asIs: can.unicode ? "Unicode" : "ASCII")), finding(.mouse, truth(can.mouse)),
            finding(.synchronizedOutput, truth(can.synchronizedOutput)),
            finding(.taskbarProgress, truth(can.taskbarProgress)), finding(.hyperlinks, truth(can.hyperlinks)),
        ]
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
