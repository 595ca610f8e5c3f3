import ArgumentParser
import Foyer
import FoyerClient

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "What is installed.", subcommands: [List.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the installed programs.")

        @Flag(help: "JSON lines.")
        var json = false

        func run() throws {
            let store = AppStore(path: Places().apps)
            let apps: [InstalledApp]
            do { apps = try store.list() } catch {
                throw CommandFailure(error.failure?.cause ?? "The list cannot be read.", .failed)
            }
            for app in apps {
                let line: JSON = [
                    "appId": .string(app.appID), "version": .string(app.version.name),
                    "code": .integer(Int64(app.version.code)), "path": .string(app.path),
                ]
                print(json ? line.jsonText : SafeText("\(app.appID)  \(app.version.name)  \(app.path)").string)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes an installed program.")

        @Argument(help: "The program's id.")
        var appID: String

        func run() throws {
            let store = AppStore(path: Places().apps)
            do throws(PackageError) {
                guard AppStore.isValid(appID: appID) else { throw .invalidAppID }
                guard try store.list().contains(where: { $0.appID == appID }) else {
                    throw CommandFailure("\(SafeText(appID)) is not installed.", .failed).asPackageError
                }
                try store.remove(appID)
            } catch {
                throw CommandFailure(error.failure?.cause ?? "\(SafeText(appID)) cannot be removed.", .failed)
            }
        }
    }
}
