import FoyerPlatform

// Command lines without options, read without the parser. It assembles every option of a command before it looks at the
// first word, which is two thirds of all instructions before the first frame (Performance.md, rows 1b and 22).

extension LaunchCommand {
    /// Reads `ID` and `ID --server URL`; `nil` for any other words, which are the parser's.
    init?(directly words: [String]) {
        guard let appID = words.first, !appID.hasPrefix("-") else { return nil }
        let options = Array(words.dropFirst())
        guard options.isEmpty || options.count == 2 && options[0] == "--server" && !options[1].hasPrefix("-") else {
            return nil
        }
        self.init()
        self.appID = appID
        (page, policy) = (nil, .latest)
        server = ServerOptions(server: options.last)
        (display, evidence) = (.unset, .unset)
    }
}

extension RunCommand {
    /// Reads `NAME` and `-- COMMAND WORDS …`; `nil` for any other words, which are the parser's.
    init?(directly words: [String]) {
        let isNamed = words.count == 1 && words[0].first != "-"
        guard isNamed || words.count > 1 && words[0] == "--" && !words[1].isEmpty else { return nil }
        self.init()
        (name, command) = isNamed ? (words[0], []) : (nil, Array(words.dropFirst()))
        (title, icon, timeout) = (nil, nil, nil)
        (readyPort, readyText, readyFile) = (nil, nil, nil)
        (log, explain) = (false, false)
        (display, evidence) = (.unset, .unset)
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
