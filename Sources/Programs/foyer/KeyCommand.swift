import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Makes a signing key, or prints its public half.",
        discussion: """
            The file is the secret key that signs packages and documents (foyer pack --sign, or the key of a site). Hosts \
            pin the public key with --public-key. Nobody else may read or change the file: it needs mode 600.

            EXAMPLES:
              foyer key new site.key
              foyer launch com.example.tea --public-key "$(foyer key public site.key)"

            EXIT STATUS: 0 success; 65 the file exists already, cannot be written, is not a key, or is open to others.
            """,
        subcommands: [New.self, Public.self])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Makes a key that only you can read, and prints its public key.")

        @Argument(help: "The file to create; an existing file is never overwritten.", completion: .file())
        var file: String

        @OptionGroup var words: LanguageOption

        func run() throws { try KeyCommand.say(words, KeyFile.make(file)) }
    }

    struct Public: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "public", abstract: "Prints the public key of a key file.")

        @Argument(help: "The key file.", completion: .file())
        var file: String

        @OptionGroup var words: LanguageOption

        func run() throws { try KeyCommand.say(words, KeyFile.publicKey(file)) }
    }

    private static func say(_ words: LanguageOption, _ key: @autoclosure () throws(LocalizedFailure) -> String) throws {
        do {
            print(try key())
        } catch {
            throw Failure.said(error.cause, in: words.chosen(UserSettings.read(Places())), ExitStatus.wrongInput)
        }
    }
}
