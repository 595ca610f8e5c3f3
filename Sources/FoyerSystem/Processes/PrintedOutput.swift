import CTerminal

/// What was printed to standard output.
public enum PrintedOutput {
    /// Writes what is left of it.
    ///
    /// - Returns: The system's error number where anything of it could not be written, else `nil`.
    public static func finish() -> Int32? {
        let number = foyer_finish_output()
        return number == 0 ? nil : number
    }
}
