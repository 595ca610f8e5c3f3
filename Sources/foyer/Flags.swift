import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem

/// What the command line says about how to draw.
struct DisplayFlags {
    /// Where to show it.
    var output = DisplayChoices.Output.automatic
    var noSplash = false
    var noEvents = false
    var reduceMotion = false
    var ascii = false
    var pixels: DisplaySettings.PixelMode?
    var theme: ThemeOption?
    var language: Language?

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
