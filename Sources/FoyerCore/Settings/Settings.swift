/// The user's settings, as `config.yaml` holds them. What is absent is decided by the environment or a default.
public struct Settings: Equatable, Sendable {
    /// The platform's base address.
    public var server: String?
    /// Base64 of the Ed25519 key that packages must be signed with.
    public var publicKey: String?
    /// Colours that replace the dark theme's, as `0xRRGGBB`.
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

    public init() {}

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
        public let message: String

        public init(line: Int, message: String) {
            self.line = line
            self.message = message
        }

        public var description: String { "line \(line): \(message)" }
    }

    /// Seconds that a time limit may have: from a tenth to a day.
    public static let timeoutRange = 0.1...86_400

    /// Reads entries; a wrong key or value is named and passed over.
    public static func read(_ entries: [Entry]) -> (settings: Settings, problems: [Problem]) {
        var settings = Settings()
        var problems: [Problem] = []
        var seen: Set<String> = []
        for entry in entries {
            var wrong =
                seen.insert(entry.key).inserted ? nil : "\"\(entry.key)\" is there already; the first one counts."
            if wrong == nil { wrong = settings.set(entry) }
            if let wrong { problems.append(Problem(line: entry.line, message: wrong)) }
        }
        return (settings, problems)
    }

    /// Answers what is wrong with the entry, or nil.
    mutating func set(_ entry: Entry) -> String? {
        let value = entry.value
        if entry.key.hasPrefix("theme.") { return setColor(entry.key.dropFirst(6), value) }
        switch entry.key {
        case "server": server = value
        case "public-key": publicKey = value
        case "theme": return value == "dark" ? nil : Self.expected("dark, or a table of colours", entry)
        case "colors":
            guard value == "auto" || ColorDepth.named(value) != nil else {
                return Self.expected("auto, 24-bit, 256, 16 or mono", entry)
            }
            depth = ColorDepth.named(value)
        case "motion":
            guard value == "full" || value == "reduced" else { return Self.expected("full or reduced", entry) }
            reducesMotion = value == "reduced"
        case "language":
            guard let language = Language(rawValue: value) else {
                return Self.expected(Language.allCases.map(\.rawValue).joined(separator: ", "), entry)
            }
            self.language = language
        case "mouse":
            guard let truth = Self.truth(value) else { return Self.expected("true or false", entry) }
            usesMouse = truth
        case "ascii":
            guard let truth = Self.truth(value) else { return Self.expected("true or false", entry) }
            usesASCII = truth
        case "pixels":
            guard let wish = PixelWish(rawValue: value) else {
                return Self.expected("auto, kitty, sixel, iterm or off", entry)
            }
            pixels = wish
        case "timeout":
            guard let seconds = Double(value), Self.timeoutRange.contains(seconds) else {
                return Self.expected("a number of seconds from 0.1 to 86400", entry)
            }
            timeout = seconds
        default:
            return "\"\(entry.key)\" is no setting; there are \(Self.keys.joined(separator: ", "))."
        }
        return nil
    }

    private mutating func setColor(_ name: Substring, _ value: String) -> String? {
        guard let role = ColorRole.named(name) else {
            return "\"\(name)\" is no colour; there are \(ColorRole.names.joined(separator: ", "))."
        }
        guard value.count == 7, value.first == "#", let color = UInt32(value.dropFirst(), radix: 16) else {
            return "theme.\(name): \"\(value)\" is no colour; write it as \"#e8a33d\"."
        }
        colors[role] = color
        return nil
    }

    private static let keys = [
        "server", "public-key", "theme", "colors", "motion", "language", "mouse", "ascii", "pixels", "timeout",
    ]

    private static func expected(_ what: String, _ entry: Entry) -> String {
        "\(entry.key): \"\(entry.value)\" is not \(what)."
    }

    /// YAML 1.2 has two truth values.
    private static func truth(_ value: String) -> Bool? {
        switch value {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }
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
