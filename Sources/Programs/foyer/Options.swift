import ArgumentParser
import Foyer
import FoyerCore
import FoyerFlows
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem

/// Options of every command that draws.
struct DisplayOptions: ParsableArguments {
    @Flag(help: "Print lines of text instead of drawing.")
    var plain = false

    @Flag(help: "Print JSON lines instead of drawing; the last one is the result.")
    var json = false

    @Flag(help: "Say everything in lines, and ask questions with numbered answers, for a screen reader. (ACCESSIBLE=1)")
    var accessible = false

    @Flag(help: "Draw on the screen, even for a build service or an agent. (FOYER_SCREEN=full)")
    var screen = false

    @Flag(
        help: """
            Show the launch as one line below the output so far; use the full screen only afterwards. (FOYER_SCREEN=line)
            """)
    var line = false

    @Flag(help: "Show no splash. (FOYER_SPLASH=never)")
    var noSplash = false

    @Flag(help: "Send no events about which cards were shown or chosen. (DO_NOT_TRACK=1)")
    var noEvents = false

    @Flag(help: "Replace slides, fades and moving lights by single steps. (FOYER_REDUCE_MOTION=1)")
    var reduceMotion = false

    @Flag(help: "Draw only in ASCII.")
    var ascii = false

    @Option(
        help: ArgumentHelp(
            "How to send pictures: auto (as the terminal reports), kitty, sixel, iterm, or off for cells.",
            valueName: "form"), completion: .list(DisplaySettings.PixelMode.allCases.map(\.rawValue)),
        transform: pixelWish)
    var pixels: DisplaySettings.PixelMode?
    @Option(help: "Theme: auto (as the terminal's background), dark or light.")
    var theme: ThemeOption?

    // Declared here rather than in `LanguageOption`: the parser's work for one more group is a twentieth of a start.
    @Option(help: LanguageOption.help, completion: LanguageOption.completion, transform: LanguageOption.language)
    var language: Language?

    mutating func validate() throws {
        let chosen = [plain, json, accessible, screen, line].count { $0 }
        if chosen > 1 { throw ValidationError("Choose one of --plain, --json, --accessible, --screen and --line.") }
    }

    /// Where to show it.
    var output: DisplayChoices.Output {
        if plain { return .plain }
        if json { return .json }
        if accessible { return .accessible }
        if line { return .line }
        return screen ? .screen : .automatic
    }

    /// Combined with the environment and the settings.
    func choices(_ settings: UserSettings) -> DisplayChoices {
        var choices = DisplayChoices(
            output: output, reducesMotion: reduceMotion ? true : nil, usesASCII: ascii ? true : nil, pixels: pixels,
            theme: theme, splash: noSplash ? .never : nil, language: language, settings: settings.display)
        choices.switches = .options
        choices.compress = Deflate.zlib
        choices.known = TerminalMemory.user.known
        choices.keep = { TerminalMemory.user.keep($1, for: $0) }
        choices.keepAtOnce = { TerminalMemory.user.keepAtOnce($1, for: $0) }
        return choices
    }

    /// Why no event is told; `nil` if that is up to the user's consent.
    func eventsOff(_ settings: UserSettings) -> EventsOff? {
        EventsOff(environment: Places.variable, option: noEvents, setting: settings.eventsOff)
    }

    /// The same options for another process that draws on a screen.
    var arguments: [String] {
        var words: [String] = []
        if output == .screen { words.append("--screen") }
        if output == .line { words.append("--line") }
        if noSplash { words.append("--no-splash") }
        if noEvents { words.append("--no-events") }
        if reduceMotion { words.append("--reduce-motion") }
        if ascii { words.append("--ascii") }
        if let pixels { words += ["--pixels", pixels.rawValue] }
        if let theme { words += ["--theme", theme.rawValue] }
        if let language { words += ["--language", language.rawValue] }
        return words
    }

    static func pixelWish(_ text: String) throws -> DisplaySettings.PixelMode {
        guard let wish = DisplaySettings.PixelMode(rawValue: text) else {
            throw ValidationError(
                "\"\(text)\" is not a way to send pictures; use auto, kitty, sixel, iterm or off.")
        }
        return wish
    }
}

extension ThemeOption: ExpressibleByArgument {}

/// The option of every command that does not draw; the others have it among their ``DisplayOptions``.
struct LanguageOption: ParsableArguments {
    static var help: ArgumentHelp { "Language: en, zh-Hans or zh-Hant." }
    static var completion: CompletionKind { .list(Language.allCases.map(\.rawValue)) }

    @Option(help: help, completion: completion, transform: language)
    var language: Language?

    /// The option, otherwise the settings, otherwise the environment.
    func chosen(_ settings: UserSettings) -> Language {
        DisplayChoices(language: language, settings: settings.display).language
    }

    static func language(_ text: String) throws -> Language {
        guard let language = Language(rawValue: text) else {
            throw ValidationError("\"\(text)\" is not a supported language; use en, zh-Hans or zh-Hant.")
        }
        return language
    }
}

/// Options of commands that list something.
struct ListOptions: ParsableArguments {
    @Flag(help: "Say it in whole sentences, for a screen reader. (ACCESSIBLE=1)")
    var accessible = false

    @OptionGroup var words: LanguageOption

    func presentation(_ settings: UserSettings, theme: ThemeOption? = nil) -> Presentation {
        var choices = DisplayChoices(
            output: accessible ? .accessible : .automatic, theme: theme, language: words.language,
            settings: settings.display)
        choices.switches = .options
        return Presentation(choices)
    }
}

/// Options of every command that fetches.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The platform's base URL. (FOYER_SERVER)", valueName: "url"))
    var server: String?

    // Declared here and not as a `ReachOptions`: the parser's work for one more group is a twentieth of a start.
    @Option(
        name: .customLong("cacert"), help: ReachOptions.certificatesHelp, completion: .file())
    var caFile: String?

    @Option(name: .customLong("public-key"), help: ReachOptions.keysHelp, transform: ReachOptions.publicKey)
    var publicKeys: [[UInt8]] = []

    @Option(
        help: ArgumentHelp(
            "Time limit: by default 30 for a launch, 10 for a banner, 3 for config.", valueName: "seconds"),
        transform: seconds)
    var timeout: Double?

    mutating func validate() throws { try ReachOptions.validate(publicKeys) }

    var flags: ServerFlags {
        ServerFlags(server: server, caFile: caFile, publicKeys: publicKeys, timeout: timeout)
    }

    static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), UserSettings.timeoutRange.contains(seconds) else {
            throw ValidationError("\"\(text)\" is not a number of seconds from 0.1 to 86400.")
        }
        return seconds
    }
}

/// How the flows of scenarios and checklists reach a platform that the command names otherwise, or not at all.
struct ReachOptions: ParsableArguments {
    static var certificatesHelp: ArgumentHelp {
        ArgumentHelp("Also trust the certificate authorities in this PEM file.", valueName: "file")
    }
    static var keysHelp: ArgumentHelp {
        ArgumentHelp(
            "An Ed25519 key that must have signed all documents and packages. Repeat it for two keys.",
            valueName: "base64")
    }

    @Option(name: .customLong("cacert"), help: certificatesHelp, completion: .file())
    var caFile: String?

    @Option(name: .customLong("public-key"), help: keysHelp, transform: publicKey)
    var publicKeys: [[UInt8]] = []

    mutating func validate() throws { try Self.validate(publicKeys) }

    static var launchTimeHelp: ArgumentHelp {
        ArgumentHelp(
            "Time limit of launches and banners without their own: by default 30 and 10.", valueName: "seconds")
    }

    /// - Parameters:
    ///   - timeout: of each launch and banner that sets none itself.
    ///   - settings: where else a key may be pinned, if the user's own platform is meant.
    func reach(_ timeout: Double?, _ settings: UserSettings?, _ language: Language) throws -> FlowPlatform {
        let flags = ServerFlags(server: nil, caFile: caFile, publicKeys: publicKeys, timeout: timeout)
        var reach = FlowPlatform()
        reach.publicKeys = try flags.pinnedKeys(settings ?? UserSettings(), language)
        reach.extraCertificates = try flags.network(UserSettings(), Places(), language).extraCertificates
        reach.timeout = flags.limit(settings ?? UserSettings())
        return reach
    }

    static func validate(_ publicKeys: [[UInt8]]) throws {
        if publicKeys.count > DocumentTrust.maxKeys {
            throw ValidationError("--public-key is given \(publicKeys.count) times; a host pins two keys at most.")
        }
    }

    static func publicKey(_ text: String) throws -> [UInt8] {
        guard let bytes = PackageCheck.publicKey(base64: text) else {
            throw ValidationError("it is not 32 bytes in base64.")
        }
        return bytes
    }
}

/// What the command line says about the platform, and how to fetch from it.
struct ServerFlags {
    var server: String?
    var caFile: String?
    var publicKeys: [[UInt8]] = []
    /// In seconds.
    var timeout: Double?

    /// The same options for another process, wherever it is started.
    var arguments: [String] {
        var words: [String] = []
        if let server { words += ["--server", server] }
        if let caFile { words += ["--cacert", OutputFile.absolute(caFile)] }
        for key in publicKeys { words += ["--public-key", Base64.encode(key)] }
        if let timeout { words += ["--timeout", "\(timeout)"] }
        return words
    }

    /// What an icon on the desktop needs to reach the same platform: the environment of today is not there.
    func iconArguments(_ settings: UserSettings, _ language: Language) throws -> [String] {
        var flags = self
        let own = settings.server.flatMap { try? Self.base($0) }
        let address = try named(settings, language)
        flags.server = address == own ? nil : address?.text
        return flags.arguments
    }

    func address(_ settings: UserSettings, _ language: Language) throws -> WebAddress {
        if let address = try named(settings, language) { return address }
        throw Failure.said(.platformMissing, in: language, ExitStatus.wrongUsage)
    }

    /// The command line, otherwise the environment, otherwise the settings; `nil` if none of them names a platform.
    func named(_ settings: UserSettings, _ language: Language) throws -> WebAddress? {
        // Empty counts as unset.
        let variable = Places.variable("FOYER_SERVER").flatMap { $0.isEmpty ? nil : $0 }
        guard let text = server ?? variable ?? settings.server, !text.isEmpty else { return nil }
        return try Self.base(text, language)
    }

    static func base(_ text: String, _ language: Language) throws -> WebAddress {
        do { return try base(text) } catch {
            throw Failure.said(.platformWrong(text, "\(error)"), in: language, ExitStatus.wrongUsage)
        }
    }

    /// A base is a folder: relative addresses are below it.
    private static func base(_ text: String) throws -> WebAddress {
        let address = try WebAddress(text)
        return address.path.hasSuffix("/") ? address : try WebAddress(address.origin + address.path + "/")
    }

    /// The keys on the command line, otherwise in the settings.
    func pinnedKeys(_ settings: UserSettings, _ language: Language) throws -> [[UInt8]] {
        guard publicKeys.isEmpty else { return publicKeys }
        guard let text = settings.publicKey else {
            guard !settings.mayHideKey else {
                throw Failure.said(.trustedKeyUnknown, in: language, ExitStatus.wrongInput)
            }
            return []
        }
        let words = text.split(separator: " ")
        guard words.count <= DocumentTrust.maxKeys else {
            throw Failure.said(.tooManyTrustedKeys(words.count), in: language, ExitStatus.wrongInput)
        }
        return try words.map { word in
            guard let bytes = PackageCheck.publicKey(base64: String(word)) else {
                throw Failure.said(.trustedKeyWrong, in: language, ExitStatus.wrongInput)
            }
            return bytes
        }
    }

    /// How everything is fetched, and which keys are pinned.
    func network(
        _ settings: UserSettings, _ places: Places, _ language: Language
    ) throws -> HTTPTransport.Configuration {
        if let caFile, let trouble = InputFile.trouble(caFile, limit: HTTPTransport.Configuration.largestCertificates) {
            throw Failure.said(.fileNotRead(caFile, trouble), in: language, ExitStatus.wrongInput)
        }
        var network = HTTPTransport.Configuration()
        network.extraCertificates = caFile
        network.trust = DocumentTrust(try pinnedKeys(settings, language), places: places)
        return network
    }

    func limit(_ settings: UserSettings) -> Duration? {
        (timeout ?? settings.timeout).map { .seconds($0) }
    }
}
