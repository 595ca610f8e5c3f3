import FoyerCore
import FoyerTUI

/// Why the engine cannot do what was asked.
public enum LaunchEngineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `setting` came after the engine had started.
    case alreadyStarted(setting: String)
    /// A setting has a value that no launch can have; `expected` says which it may have.
    case outOfRange(setting: String, expected: String)
    /// The steps cannot be run.
    case steps(StepListError)
    /// The terminal cannot be used.
    case terminal(TerminalError)

    /// What happened and what helps. Errors that concern users are in every language, others in English.
    public var cause: Cause {
        switch self {
        case .alreadyStarted(let setting):
            Cause(asIs: "The engine has started already; \(setting) comes too late. Set it before run().")
        case .outOfRange(let setting, let expected): Cause(asIs: "The engine's \(setting) must be \(expected).")
        case .steps(let error): Cause(asIs: error.description)
        case .terminal(let error): error.cause
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
