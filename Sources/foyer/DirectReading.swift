/// What a command line without options asks for, read without the parser: that assembles all options of a command before
/// it looks at the first word, and looks up what their types conform to. `foyer run` in a pipe takes 2.0 ms more than its
/// command, and 4.1 with the parser (Performance.md, rows 1b and 22).
protocol DirectRun {
    /// `nil` for words that are the parser's.
    init?(directly words: [String])
    func run() async throws
}

extension LaunchRun: DirectRun {
    /// Reads `ID` and `ID --server URL`.
    init?(directly words: [String]) {
        guard let appID = words.first, !appID.hasPrefix("-") else { return nil }
        let options = Array(words.dropFirst())
        guard options.isEmpty || options.count == 2 && options[0] == "--server" && !options[1].hasPrefix("-") else {
            return nil
        }
        self.init(appID: appID, server: ServerFlags(server: options.last))
    }
}

extension CommandRun: DirectRun {
    /// Reads `NAME` and `-- COMMAND WORDS …`.
    init?(directly words: [String]) {
        if words.count == 1, words[0].first != "-" {
            self.init(name: words[0], command: [])
        } else if words.count > 1, words[0] == "--", !words[1].isEmpty {
            self.init(name: nil, command: Array(words.dropFirst()))
        } else {
            return nil
        }
    }
}
