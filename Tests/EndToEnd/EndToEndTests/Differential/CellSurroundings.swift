/// Where a program is run.
struct CellSurroundings: Sendable {
    enum Conduct: Sendable {
        /// A script for bash, on a terminal; `%` stands for the program.
        case script(String)
        /// A shell that is typed to: lines that are typed while the program runs, after its first step.
        case shell(CellShell, CellJob)
    }

    let name: String
    let conduct: Conduct
    var needs: [String] = []
    /// No splash will be seen: not a byte may differ, nor the session.
    var isDirect = false
    /// What of the programs that are typed to can be run.
    var keys: Set<CellProgram.Keys> = []
    /// Only for those: of others the order of output and errors would be anybody's guess.
    var isForKeys = false
    /// It waits for what the program leaves behind, or ends it.
    var endsLeavers = false
    /// The program's input is the terminal, which nobody types at unless the program says so.
    var inputIsTerminal = true
    /// How long the terminal's answers take; nil: it never answers.
    var answersAfter: Duration? = .zero
    var environment: [String: String?] = [:]
    var timing = KeyTiming.afterwards
    /// Fits programs that write much.
    var takesMuch = false
    /// Fits those alone: of others it is chance whether they still write once nobody reads.
    var wantsMuch = false
    /// The program's output is not seen, or only in part.
    var isCore = true
}

/// What is done with a job in a shell.
enum CellJob: Sendable {
    case foreground, background, stopAndForeground, stopAndBackground
    /// Stopped by `kill -STOP`.
    case killedAndForeground
}

/// A shell that somebody types to.
enum CellShell: String, Sendable, CaseIterable {
    case bash, zsh, dash

    var path: String { "/bin/" + rawValue }

    var arguments: [String] {
        switch self {
        case .bash: ["--norc", "--noprofile", "--noediting", "-i"]
        case .zsh: ["-f", "-i", "+Z", "-o", "promptsubst", "-o", "no_prompt_sp", "-o", "no_prompt_cr"]
        case .dash: ["-i"]
        }
    }
}

/// When keys are typed.
enum KeyTiming: String, Sendable {
    /// Once the program shows what they are an answer to.
    case afterwards
    /// All at once, with the command's line.
    case ahead
    /// All at once, while a splash is seen: the program begins late.
    case during
}
