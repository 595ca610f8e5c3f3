import FoyerPlatform

/// What a command line without options asks for, read without the parser: that assembles all options of a command before
/// it looks at the first word, and what their types conform to is two thirds of all that happens before the first frame
/// (Performance.md, rows 1b and 22).
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
        self.init(appID: appID, server: ServerOptions(server: options.last), display: .unset, evidence: .unset)
    }
}

extension CommandRun: DirectRun {
    /// Reads `NAME` and `-- COMMAND WORDS …`.
    init?(directly words: [String]) {
        if words.count == 1, words[0].first != "-" {
            self.init(name: words[0], command: [], display: .unset, evidence: .unset)
        } else if words.count > 1, words[0] == "--", !words[1].isEmpty {
            self.init(name: nil, command: Array(words.dropFirst()), display: .unset, evidence: .unset)
        } else {
            return nil
        }
    }
}

extension ServerOptions {
    fileprivate init(server: String?) {
        self.init()
        self.server = server
        (caFile, publicKeys, timeout) = (nil, [], nil)
    }
}

extension DisplayOptions {
    fileprivate static var unset: DisplayOptions {
        var options = DisplayOptions()
        (options.plain, options.json, options.reduceMotion, options.ascii) = (false, false, false, false)
        (options.pixels, options.theme, options.language) = (nil, nil, nil)
        return options
    }
}

extension EvidenceOptions {
    fileprivate static var unset: EvidenceOptions {
        var options = EvidenceOptions()
        (options.record, options.trace) = (nil, nil)
        return options
    }
}
