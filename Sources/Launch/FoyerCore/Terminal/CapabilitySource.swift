/// The source of a terminal's capability; earlier cases win.
package enum CapabilitySource: Hashable, Sendable {
    /// An option of the command line.
    case flag
    case setting
    /// An environment variable that decides, such as `NO_COLOR`.
    case variable(String)
    /// The variables that name the terminal.
    case environment
    /// The terminal said so.
    case answer
    case terminfo
    /// No source.
    case assumed
}
