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
            let store = AppStore(path: places.apps)
            for app in try attempt(language, { () throws(PackageError) in try store.list() }) {
                let line: JSON = [
                    "appId": .string(app.appID), "version": .string(app.version.name),
                    "code": .integer(Int64(app.version.code)), "path": .string(app.path),
                ]
                print(json ? line.jsonText : SafeText("\(app.appID)  \(app.version.name)  \(app.path)").string)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes an installed program.",
            discussion: "Ends with 1 where it is not installed.")

        @Argument(help: "The program's id.")
        var appID: String

        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = Places()
            let language = words.chosen(UserSettings.read(places))
            let store = AppStore(path: places.apps)
            let isInstalled = try attempt(language) { () throws(PackageError) in
                guard AppID(appID) != nil else { throw .invalidAppID }
                return try store.list().contains { $0.appID == appID }
            }
            guard isInstalled else { throw Failure.said(.notInstalled(appID), in: language, .failure) }
            try attempt(language) { () throws(PackageError) in try store.remove(appID) }
        }
    }
}

/// Says a store's error as a sentence.
private func attempt<Result>(_ language: Language, _ body: () throws(PackageError) -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw Failure.said(error.cause, in: language, .failure)
    }
}
