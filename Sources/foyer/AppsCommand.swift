import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "What is installed.",
        discussion: "Programs lie in $XDG_DATA_HOME/foyer/apps (~/.local/share/foyer/apps).",
        subcommands: [List.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the installed programs.",
            discussion: "One a line: id, version, folder.")

        @Flag(help: "JSON lines: appId, version, code, path.")
        var json = false

        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = Places()
            let language = words.chosen(UserSettings.read(places))
            let store = AppStore(places)
            for app in try attempt(language, { () throws(PackageError) in try store.list() }) {
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
                The highest version code that was ever installed stays known, so that no platform can lead you back to an \
                older version. --forget forgets it, too: the next launch takes whatever version the platform offers, older \
                ones with known faults included. It is the way out where a version code was published by mistake.

                Ends with 1 where nothing is known of the program.
                """)

        @Argument(help: "The program's id.")
        var appID: String

        @Flag(help: "Forgets the highest version code as well, so that an older version may be installed.")
        var forget = false

        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = Places()
            let language = words.chosen(UserSettings.read(places))
            let store = AppStore(places)
            let isKnown = try attempt(language) { () throws(PackageError) in
                guard AppID(appID) != nil else { throw .invalidAppID }
                if try store.list().contains(where: { $0.appID == appID }) { return true }
                return forget && store.highestCode(of: appID) != nil
            }
            guard isKnown else { throw Failure.said(.notInstalled(appID), in: language, .failure) }
            try attempt(language) { () throws(PackageError) in try store.remove(appID, forgets: forget) }
        }
    }
}

/// Prints a store's error as a sentence.
private func attempt<Result>(_ language: Language, _ body: () throws(PackageError) -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw Failure.said(error.cause, in: language, .failure)
    }
}
