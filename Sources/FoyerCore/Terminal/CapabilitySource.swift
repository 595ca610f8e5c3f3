/// What a terminal's capability is known from; what stands first counts more.
package enum CapabilitySource: Hashable, Sendable {
    /// An option of the command line.
    case flag
    case setting
    /// A variable of the environment that decides, such as `NO_COLOR`.
    case variable(String)
    /// The variables that name the terminal.
    case environment
    /// The terminal said so.
    case answer
    case terminfo
    /// Nobody said anything.
    case assumed
}
