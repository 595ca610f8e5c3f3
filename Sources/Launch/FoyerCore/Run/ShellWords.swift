/// Words as a shell would need them.
package enum ShellWords {
    /// All words, one space between them.
    package static func joined(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// One word: in quotes if it is empty, or has a sign that shells may take for something else.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-._/:=@%+,".unicodeScalars.contains(scalar)
        }
        if isPlain, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
