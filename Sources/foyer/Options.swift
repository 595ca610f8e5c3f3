import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerSystem

/// Options of every command that draws.
struct DisplayOptions: ParsableArguments {
    @Flag(help: "Print lines of text instead of drawing; the default without a terminal.")
    var plain = false

    @Flag(help: "Print JSON lines instead of drawing; the last one is the result.")
    var json = false

    @Flag(help: "Replace slides, fades and moving lights by single steps. (FOYER_REDUCE_MOTION=1)")
    var reduceMotion = false

    @Flag(help: "Draw only in ASCII.")
    var ascii = false

    @Option(
        help: ArgumentHelp(
            "How to send pictures: auto (as the terminal reports), kitty, sixel, iterm, or off for cells.",
            valueName: "form"), completion: .list(PixelMode.allCases.map(\.rawValue)), transform: pixelWish)
    var pixels: PixelMode?
    @Option(help: "Theme: auto (as the terminal's background), dark or light.")
    var theme: ThemeOption?

    // Declared here rather than in `LanguageOption`: the parser's work for one more group is a twentieth of a start.
    @Option(help: LanguageOption.help, completion: LanguageOption.completion, transform: LanguageOption.language)
    var language: Language?

    /// Combined with the environment and the settings.
    func choices(_ settings: Settings) -> DisplayChoices {
        var choices = DisplayChoices(
            output: plain ? .plain : json ? .json : .automatic, reducesMotion: reduceMotion ? true : nil,
            usesASCII: ascii ? true : nil, pixels: pixels, theme: theme, language: language, settings: settings)
        choices.compress = Deflate.zlib
        choices.known = TerminalMemory.user.known
        choices.keep = { TerminalMemory.user.keep($1, for: $0) }
        return choices
    }

    mutating func validate() throws {
        if plain && json { throw ValidationError("Choose either --plain or --json.") }
    }

    /// The same options for another process that draws on a screen.
    var arguments: [String] {
        (reduceMotion ? ["--reduce-motion"] : []) + (ascii ? ["--ascii"] : [])
            + (pixels.map { ["--pixels", $0.rawValue] } ?? [])
            + (theme.map { ["--theme", $0.rawValue] } ?? []) + (language.map { ["--language", $0.rawValue] } ?? [])
    }

    static func pixelWish(_ text: String) throws -> PixelMode {
        guard let wish = PixelMode(rawValue: text) else {
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
    func chosen(_ settings: Settings) -> Language {
        DisplayChoices(language: language, settings: settings).language
    }

    static func language(_ text: String) throws -> Language {
        guard let language = Language(rawValue: text) else {
            throw ValidationError("\"\(text)\" is not a supported language; use en, zh-Hans or zh-Hant.")
        }
        return language
    }
}

/// Options of every command that fetches.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The platform's base URL. (FOYER_SERVER)", valueName: "url"))
    var server: String?

    @Option(
        name: .customLong("cacert"),
        help: ArgumentHelp("Also trust the certificate authorities in this PEM file.", valueName: "file"),
        completion: .file())
    var caFile: String?

    @Option(
        name: .customLong("public-key"),
        help: ArgumentHelp(
            "An Ed25519 key that must have signed all documents and packages. Repeat it for two keys.",
            valueName: "base64"),
        transform: publicKey)
    var publicKeys: [[UInt8]] = []

    @Option(
        help: ArgumentHelp(
            "Time limit: by default 30 for a launch, 10 for a banner, 3 for config.", valueName: "seconds"),
        transform: seconds)
    var timeout: Double?

    mutating func validate() throws {
        if publicKeys.count > DocumentTrust.maxKeys {
            throw ValidationError("--public-key is given \(publicKeys.count) times; a host pins two keys at most.")
        }
    }

    /// The same options for another process, wherever it is started.
    var arguments: [String] {
        (server.map { ["--server", $0] } ?? []) + (caFile.map { ["--cacert", OutputFile.absolute($0)] } ?? [])
            + publicKeys.flatMap { ["--public-key", Base64.encode($0)] }
            + (timeout.map { ["--timeout", "\($0)"] } ?? [])
    }

    func address(_ settings: Settings, _ language: Language) throws -> WebAddress {
        if let address = try named(settings, language) { return address }
        throw Failure.said(.platformMissing, in: language, ExitStatus.wrongUsage)
    }

    /// The command line, otherwise the environment, otherwise the settings; `nil` if none of them names a platform.
    func named(_ settings: Settings, _ language: Language) throws -> WebAddress? {
        // Empty counts as unset.
        let variable = Places.variable("FOYER_SERVER").flatMap { $0.isEmpty ? nil : $0 }
        guard let text = server ?? variable ?? settings.server, !text.isEmpty else { return nil }
        return try Self.base(text, language)
    }

    static func base(_ text: String, _ language: Language) throws -> WebAddress {
        do throws(WebAddressError) {
            let address = try WebAddress(text)
            // A base is a folder: relative addresses are below it.
            return address.path.hasSuffix("/") ? address : try WebAddress(address.origin + address.path + "/")
        } catch {
            throw Failure.said(.platformWrong(text, "\(error)"), in: language, ExitStatus.wrongUsage)
        }
    }

    /// The keys on the command line, otherwise in the settings.
    func pinnedKeys(_ settings: Settings, _ language: Language) throws -> [[UInt8]] {
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

    private static func publicKey(_ text: String) throws -> [UInt8] {
        guard let bytes = PackageCheck.publicKey(base64: text) else {
            throw ValidationError("it is not 32 bytes in base64.")
        }
        return bytes
    }

    /// How everything is fetched.
    func network(_ language: Language) throws -> HTTPTransport.Configuration {
        if let caFile, let trouble = InputFile.trouble(caFile, limit: HTTPTransport.Configuration.largestCertificates) {
            throw Failure.said(.fileNotRead(caFile, trouble), in: language, ExitStatus.wrongInput)
        }
        var network = HTTPTransport.Configuration()
        network.extraCertificates = caFile
        return network
    }

    func limit(_ settings: Settings) -> Duration? {
        (timeout ?? settings.timeout).map { .seconds($0) }
    }

    static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), Settings.timeoutRange.contains(seconds) else {
            throw ValidationError("\"\(text)\" is not a number of seconds from 0.1 to 86400.")
        }
        return seconds
    }
}
