import FoyerCore
import FoyerTUI

/// Why the engine cannot do what was asked.
public enum LaunchEngineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `setting` came after the engine had started.
    case alreadyStarted(setting: String)
    /// A setting has a value that no launch can have; `expected` says which it may have.
    case outOfRange(setting: String, expected: String)
    /// The steps cannot be run, and why: two have one id, or one waits for itself.
    case steps(String)
    /// The terminal cannot be used, and what helps.
    case terminal(Phrase)

    /// What happened and what helps. Errors that concern users are in every language, others in English.
    public var cause: Phrase {
        switch self {
        case .alreadyStarted(let setting):
            Phrase(asIs: "The engine has started already; \(setting) comes too late. Set it before run().")
        case .outOfRange(let setting, let expected): Phrase(asIs: "The engine's \(setting) must be \(expected).")
        case .steps(let why): Phrase(asIs: why)
        case .terminal(let cause): cause
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
