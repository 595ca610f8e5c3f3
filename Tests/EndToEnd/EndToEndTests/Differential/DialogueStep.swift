/// What somebody at the terminal waits for, and what they then type.
struct DialogueStep: Sendable {
    /// A text on the screen; empty: nothing is waited for.
    let text: String
    let keys: String

    init(_ text: String, _ keys: String = "") {
        self.text = text
        self.keys = keys
    }
}

/// What of a screen may be compared.
enum ScreenMask: Sendable {
    case all
    /// Numbers change from one moment to the next.
    case digitsAlike
    /// Only that the text that is waited for is there.
    case textOnly

    func applied(to lines: [String]) -> [String] {
        switch self {
        case .all: lines
        case .digitsAlike:
            lines.map { line in String(line.map { $0.isNumber ? "#" : $0 }).split(separator: " ").joined(separator: " ")
            }
        case .textOnly: []
        }
    }
}
