extension DisplaySettings {
    /// How the terminal's cursor looks at the focus. It stands there in any case, for braille lines and magnifiers follow it.
    public enum CursorLook: String, CaseIterable, Sendable {
        /// A thin bar where the terminal has one, and the terminal's own elsewhere.
        case bar
        /// The terminal's own, mostly a block.
        case terminal
        /// Not to be seen.
        case hidden
    }
}
