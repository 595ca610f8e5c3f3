/// What may differ under Foyer, and why: all of it.
struct AllowedDifference: Sendable {
    let what: String
    let why: String
    /// Only where the command has a terminal of its own, for a splash may be seen.
    let onOwnTerminalOnly: Bool
    /// What is taken out of both sides before they are compared.
    let erase: @Sendable (inout Observation) -> Void

    static let all: [AllowedDifference] = [
        AllowedDifference(
            what: "the session's and the group's number", why: "a terminal of its own belongs to a session of its own",
            onOwnTerminalOnly: true
        ) { observation in
            observation.forget("look: session")
            observation.forget("look: group")
        },
        AllowedDifference(
            what: "a closing `ESC[0m`, and what the splash has drawn and taken away again",
            why:
                "the splash; the screen, what has scrolled off it, modes and settings are compared instead of the bytes",
            onOwnTerminalOnly: true
        ) { $0.forget("bytes on the terminal") },
        AllowedDifference(
            what: "`NOTIFY_SOCKET`", why: "readiness may be said there; it is passed on to an outer one",
            onOwnTerminalOnly: true
        ) { observation in
            guard let lines = observation["look: environment"] else { return }
            observation.forget("look: environment")
            let kept = lines.split(separator: "\n").filter { !$0.hasPrefix("NOTIFY_SOCKET=") }
            observation.note("look: environment", kept.joined(separator: "\n"))
        },
        AllowedDifference(
            what: "`_` in the environment", why: "a shell sets it to the name of what it started: `foyer`",
            onOwnTerminalOnly: false
        ) { $0.forget("look: environment _") },
    ]

    /// An observation without what may differ.
    static func erased(_ observation: Observation, isDirect: Bool) -> Observation {
        var erased = observation
        for allowed in all where !(isDirect && allowed.onOwnTerminalOnly) { allowed.erase(&erased) }
        return erased
    }
}
