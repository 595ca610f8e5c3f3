import FoyerClient
import FoyerCore
import FoyerTUI

/// What this terminal can do, what will be used of it, and where things are kept.
public struct Diagnosis: Sendable {
    /// Name and value, in order.
    public let findings: [(name: String, value: String)]

    public init(_ choices: DisplayChoices, places: Places) {
        let environment = TerminalEnvironment.current
        var found: [(String, String)] = [
            ("TERM", environment["TERM"] ?? "unset"), ("COLORTERM", environment["COLORTERM"] ?? "unset"),
            ("language", choices.language.rawValue), ("motion", choices.reducesMotion ? "reduced" : "full"),
        ]
        let options = TerminalOptions(
            terminfoFolder: ResourceFolders.terminfo, ascii: choices.usesASCII, mouse: choices.usesMouse)
        switch TerminalDecision.make(options: options) {
        case .none(let reason): found.append(("screen", "none: \(Self.sentence(reason))"))
        case .screen(let plan): found += Self.found(plan)
        }
        found += [
            ("terminal descriptions", ResourceFolders.terminfo ?? "not compiled; 256 colours at most"),
            ("packages", Self.state(of: places.apps, places)), ("cache", Self.state(of: places.cache, places)),
            ("state", Self.state(of: places.state, places)), ("settings", places.settingsFile),
        ]
        findings = found
    }

    public var lines: [SafeText] {
        let width = findings.map { $0.name.count }.max() ?? 0
        return findings.map { finding in
            SafeText(finding.name).padded(toColumns: width + 2) + SafeText(finding.value)
        }
    }

    public var json: JSON {
        .object([JSON.Member("event", "doctor")] + findings.map { JSON.Member($0.name, .string($0.value)) })
    }

    private static func found(_ plan: TerminalPlan) -> [(String, String)] {
        let can = plan.capabilities
        let depth =
            switch can.depth {
            case .mono: "none"
            case .ansi16: "16"
            case .indexed256: "256"
            case .direct: "24-bit"
            }
        func truth(_ value: Bool) -> String { value ? "yes" : "no" }
        return [
            ("screen", "yes"), ("colours", depth), ("characters", can.unicode ? "Unicode" : "ASCII"),
            ("mouse", truth(can.mouse)), ("synchronized output", truth(can.synchronizedOutput)),
            ("taskbar progress", truth(can.taskbarProgress)), ("hyperlinks", truth(can.hyperlinks)),
        ]
    }

    private static func sentence(_ reason: NoTerminalReason) -> String {
        switch reason {
        case .inputIsNoTerminal: "input is no terminal"
        case .outputIsNoTerminal: "output is no terminal"
        case .typeMissing: "TERM is not set"
        case .typeDumb: "TERM is dumb"
        case .typeUnknown(let type): "this machine does not know TERM \(type)"
        }
    }

    private static func state(of folder: String, _ places: Places) -> String {
        do throws(PlaceFailure) {
            try places.make(folder)
            return folder
        } catch {
            return error.description
        }
    }
}
