/// The user's settings, as `config.yaml` holds them. What is absent is decided by the environment or a default.
public struct Settings: Equatable, Sendable {
    /// The platform's base address.
    public var server: String?
    /// Base64 of the Ed25519 keys that documents and packages must be signed with; several are apart by a space.
    public var publicKey: String?
    /// Whether the file may name a key that could not be read: nothing may be launched as if none were pinned.
    public var mayHideKey = false
    /// Light or dark; without it, as the terminal's own ground is.
    public var theme: ThemeChoice?
    /// Colours that replace the theme's, as `0xRRGGBB`. The file has either these or a theme.
    public var colors: [ColorRole: UInt32] = [:]
    /// How many colours are drawn with; without it, as many as the terminal says that it has.
    public var depth: ColorDepth?
    public var reducesMotion: Bool?
    public var language: Language?
    public var usesMouse: Bool?
    public var usesASCII: Bool?
    /// How pictures are sent to the terminal.
    public var pixels: PixelWish?
    /// Seconds.
    public var timeout: Double?
    /// What `foyer run NAME` starts.
    public var commands: [String: NamedCommand] = [:]

    /// How events for campaigns' owners are written.
    public var eventFormat: EventFormat?
    /// Where they are sent in place of the platform.
    public var eventURL: String?

    public init() {}

    /// Those of a file that is there and cannot be read.
    public static var unread: Settings {
        var settings = Settings()
        settings.mayHideKey = true
        return settings
    }

    /// One `key: value` of the file; a key of the theme's table is written `theme.accent`.
    public struct Entry: Equatable, Sendable {
        public let key: String
        public let value: String
        /// From 1.
        public let line: Int

        public init(key: String, value: String, line: Int) {
            self.key = key
            self.value = value
            self.line = line
        }
    }

    /// What is wrong in one line; the rest still counts.
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        public let line: Int
        /// Where in the line, from 1; `nil` where the line says it all.
        public let column: Int?
        public let message: Phrase

        public init(line: Int, column: Int? = nil, message: Phrase) {
            self.line = line
            self.column = column
            self.message = message
        }

        /// The problem after its line.
        public var phrase: Phrase { .inLine(line, column, message) }
        public var description: String { phrase.english }
    }

    /// Seconds that a time limit may have: from a tenth to a day.
    public static let timeoutRange = 0.1...86_400

    /// Reads entries; a wrong key or value is named and passed over.
    public static func read(_ entries: [Entry]) -> (settings: Settings, problems: [Problem]) {
        var settings = Settings()
        var problems: [Problem] = []
        var seen: Set<String> = []
        for entry in entries {
            var wrong = seen.insert(entry.key).inserted ? nil : Phrase.settingTwice(entry.key)
            if wrong == nil { wrong = settings.set(entry) }
            if let wrong { problems.append(Problem(line: entry.line, message: wrong)) }
        }
        return (settings, problems)
    }

    /// Answers what is wrong with the entry, or nil.
    mutating func set(_ entry: Entry) -> Phrase? {
        let value = entry.value
        if entry.key.hasPrefix("theme.") { return setColor(entry.key.dropFirst(6), value) }
        switch entry.key {
        case "events.format":
            guard let format = EventFormat(rawValue: value) else {
                return Self.expected(.anyOf(["foyer", "cloudevents"]), entry)
            }
            eventFormat = format
        case "events.url":
            guard (try? WebAddress(value)) != nil else { return Self.expected(.webAddress, entry) }
            eventURL = value
        case "server": server = value
        case "public-key": publicKey = value
        case "theme":
            guard value == "auto" || ThemeChoice(rawValue: value) != nil else {
                return Self.expected(.themeOrColors, entry)
            }
            theme = ThemeChoice(rawValue: value)
        case "colors":
            guard value == "auto" || ColorDepth.named(value) != nil else {
                return Self.expected(.anyOf(["auto", "24-bit", "256", "16", "mono"]), entry)
            }
            depth = ColorDepth.named(value)
        case "motion":
            guard value == "full" || value == "reduced" else {
                return Self.expected(.anyOf(["full", "reduced"]), entry)
            }
            reducesMotion = value == "reduced"
        case "language":
            guard let language = Language(rawValue: value) else {
                return Self.expected(.anyOf(Language.allCases.map(\.rawValue)), entry)
            }
            self.language = language
        case "mouse":
            guard let truth = Self.truth(value) else { return Self.expected(.trueOrFalse, entry) }
            usesMouse = truth
        case "ascii":
            guard let truth = Self.truth(value) else { return Self.expected(.trueOrFalse, entry) }
            usesASCII = truth
        case "pixels":
            guard let wish = PixelWish(rawValue: value) else {
                return Self.expected(.anyOf(PixelWish.allCases.map(\.rawValue)), entry)
            }
            pixels = wish
        case "timeout":
            guard let seconds = Double(value), Self.timeoutRange.contains(seconds) else {
                return Self.expected(.secondsFrom("0.1", to: "86400"), entry)
            }
            timeout = seconds
        default:
            return .settingUnknown(entry.key, known: Self.keys)
        }
        return nil
    }

    private mutating func setColor(_ name: Substring, _ value: String) -> Phrase? {
        guard let role = ColorRole.named(name) else {
            return .colorUnknown(String(name), known: ColorRole.names)
        }
        guard value.count == 7, value.first == "#", let color = UInt32(value.dropFirst(), radix: 16) else {
            return .colorWrong(String(name), value)
        }
        colors[role] = color
        return nil
    }

    private static let keys = [
        "server", "public-key", "events", "theme", "colors", "motion", "language", "mouse", "ascii", "pixels",
        "timeout", "commands",
    ]

    private static func expected(_ what: Phrase, _ entry: Entry) -> Phrase {
        .settingWrong(entry.key, entry.value, expected: what)
    }

    /// YAML 1.2 has two truth values.
    static func truth(_ value: String) -> Bool? {
        switch value {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }
}

/// Which of the two themes.
public enum ThemeChoice: String, CaseIterable, Sendable {
    case dark, light
}

extension ColorRole {
    /// As the look's table writes them.
    static let names = allCases.map { $0 == .accentDeep ? "accent-deep" : "\($0)" }

    static func named(_ name: Substring) -> ColorRole? {
        names.firstIndex { $0 == name }.map { allCases[$0] }
    }
}

extension ColorDepth {
    /// As the file writes those that a user may wish for.
    static let names: [(name: String, depth: ColorDepth)] = [
        ("24-bit", .direct), ("256", .indexed256), ("16", .ansi16), ("mono", .mono),
    ]

    static func named(_ name: String) -> ColorDepth? { names.first { $0.name == name }?.depth }
}
