import Foyer

/// The tester's name in a report: given, else from `FOYER_TESTER`, else the one of the last start.
package enum TesterName {
    /// In bytes of the file that keeps it, and in characters.
    package static let longest = 200

    /// - Parameters:
    ///   - given: by an option; what is given is kept for the next start.
    ///   - variable: holds for this start alone.
    ///   - kept: of an earlier start.
    /// - Returns: `nil` if nobody is named and the tester is to be asked.
    package static func known(given: String?, variable: String?, kept: String?) -> String? {
        if let given { return clean(given) }
        return variable.flatMap(clean) ?? kept.flatMap(clean)
    }

    /// The name without control characters and needless blanks; `nil` if nothing is left.
    package static func clean(_ text: String) -> String? {
        let name = SafeText(text).string.split(separator: " ").joined(separator: " ")
        return name.isEmpty ? nil : String(name.prefix(longest))
    }
}
