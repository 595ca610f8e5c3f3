import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "Lists and removes installed programs.",
        discussion: "Programs are in $XDG_DATA_HOME/foyer/apps (~/.local/share/foyer/apps).",
        subcommands: [List.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the installed programs.",
            discussion: "Prints one line for each: id, version, folder.")

        @Flag(help: "Print JSON lines: appId, version, code, path.")
        var json = false

        @OptionGroup var list: ListOptions

        func run() throws {
            let places = Places()
            let presentation = list.presentation(UserSettings.read(places))
            let language = presentation.language
            let store = AppStore(places)
            let apps = try attempt(language, store.list())
            if presentation.isConversation, !json {
                let programs = apps.map { language.installed($0.appID, version: $0.version.name, path: $0.path) }
                return Output.say([presentation.opening, language.installed(apps.count)] + programs, language)
            }
            for app in apps {
                let line: JSON = [
                    "appId": .string(app.appID), "version": .string(app.version.name),
                    "code": .integer(Int64(app.version.code)), "path": .string(app.path),
                ]
                if json {
                    Output.json(line)
                } else {
                    Output.line(SafeText("\(app.appID)  \(app.version.name)  \(app.path)"))
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes an installed program.",
            discussion: """
                Foyer remembers the highest version code ever installed, so that no platform can push you back to an \
                older version. --forget forgets it, too: the next launch takes whatever version the platform offers, even \
                an older one with known faults. Use it if a version code was published by mistake.

                Ends with 1 if Foyer knows nothing about the program.
                """)

        @Argument(help: "The program's id.")
        var appID: String

        @Flag(help: "Also forget the highest version code, so that an older version can be installed.")
        var forget = false

        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = Places()
            let language = words.chosen(UserSettings.read(places))
            let store = AppStore(places)
            guard AppID(appID) != nil else {
                throw Failure.said(PackageError.invalidAppID.cause, in: language, .failure)
            }
            let isInstalled = try attempt(language, store.list()).contains { $0.appID == appID }
            guard isInstalled || forget && store.highestCode(of: appID) != nil else {
                throw Failure.said(.notInstalled(appID), in: language, .failure)
            }
            try attempt(language, store.remove(appID, forgets: forget))
        }
    }
}

/// Prints a store's error as a sentence.
private func attempt<Result>(_ language: Language, _ body: @autoclosure () throws(PackageError) -> Result) throws
    -> Result
{
    do {
        return try body()
    } catch {
        throw Failure.said(error.cause, in: language, .failure)
    }
}
