import ArgumentParser
import Foyer

/// Options of every command that draws.
struct DisplayOptions: ParsableArguments {
    @Flag(help: "Lines of text in place of the screen; the default where output is no terminal.")
    var plain = false

    @Flag(help: "JSON lines in place of the screen; the last one is the result.")
    var json = false

    @Flag(help: "Slides, fades and moving lights become steps. (FOYER_REDUCE_MOTION=1)")
    var reduceMotion = false

    @Flag(help: "Draws with ASCII alone.")
    var ascii = false

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if plain && json { throw ValidationError("Choose --plain or --json: both at once cannot be had.") }
    }
}

/// The option of every command.
struct LanguageOption: ParsableArguments {
    @Option(help: "Language: en, zh-Hans or zh-Hant.", transform: language)
    var language: Language?

    private static func language(_ text: String) throws -> Language {
        guard let language = Language(rawValue: text) else {
            throw ValidationError("\"\(text)\" is no language; there are en, zh-Hans and zh-Hant.")
        }
        return language
    }
}

/// Options of every command that fetches.
struct ServerOptions: ParsableArguments {
    @Option(help: "The platform's base URL. (FOYER_SERVER)")
    var server: String?

    @Option(name: .customLong("cacert"), help: "Trust the certificate authorities in this PEM file too.")
    var caFile: String?

    @Option(help: "Seconds until it is given up.", transform: seconds)
    var timeout: Double?

    private static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), Settings.timeoutRange.contains(seconds) else {
            throw ValidationError("\"\(text)\" is no number of seconds from 0.1 to 86400.")
        }
        return seconds
    }
}
