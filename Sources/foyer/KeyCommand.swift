import ArgumentParser
import Foyer
import FoyerPlatform

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Makes an Ed25519 key for a platform, or says its public half.",
        discussion: """
            The file is the secret that signs packages and documents (foyer pack --sign, the key of a site); the public \
            key is what hosts pin with --public-key.

            EXAMPLES:
              foyer key new site.key
              foyer launch com.example.tea --public-key "$(foyer key public site.key)"

            EXIT STATUS: 0 it went well; 65 the file exists, cannot be written, or is no key.
            """,
        subcommands: [New.self, Public.self])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Makes a key, readable by its owner alone, and prints its public half.")

        @Argument(help: "The file to make; one that exists is never overwritten.", completion: .file())
        var file: String

        @OptionGroup var words: LanguageOption

        func run() throws { try KeyCommand.say(words) { () throws(KeyFile.Failure) in try KeyFile.make(file) } }
    }

    struct Public: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "public", abstract: "Prints the public half of a key.")

        @Argument(help: "The key's file.", completion: .file())
        var file: String

        @OptionGroup var words: LanguageOption

        func run() throws { try KeyCommand.say(words) { () throws(KeyFile.Failure) in try KeyFile.publicKey(file) } }
    }

    private static func say(_ words: LanguageOption, _ key: () throws(KeyFile.Failure) -> String) throws {
        do throws(KeyFile.Failure) {
            print(try key())
        } catch {
            throw Failure.said(error.cause, in: words.chosen(UserSettings.read(Places())), ExitStatus.wrongInput)
        }
    }
}
