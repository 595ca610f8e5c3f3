import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the stage: a platform on loopback that misbehaves on request.",
        discussion: """
            Prints its base URL on the first line, and the address of its control on the second. Ends on INT or TERM. \
            Both answer requests to 127.0.0.1 and localhost alone, and none of web pages of other sites.

            EXAMPLES (C stands for the address of the control):
              curl C/stage                apps, banners, config, faults
              curl -X PUT -d '{"route":"icon","fault":{"kind":"hang"}}' C/stage/faults
              curl -X DELETE C/stage/faults                   remove all faults
              curl C/stage/requests                           the requests so far

            Routes: metadata, package, resource, icon, banner, popup, picture, config, catalogue, signature, events, *. \
            Faults: delay, rate, trickle, stall, cut, reset, corrupt, type, status, redirect, refuse, hang, garbage, \
            length, chunked, headers, endless, attack (older, expired, foreign, swapped, truncated, unsigned, other).
            """)

    @Option(help: ArgumentHelp("The platform's port; 0 takes a free one.", valueName: "port"))
    var port: Int = 0

    @OptionGroup var words: LanguageOption

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    func run() throws {
        let language = words.chosen(UserSettings.read(Places()))
        guard let stage = ResourceFolders.sibling("foyer-stage") else {
            throw Failure.said(.stageMissing, in: language, .failure)
        }
        // The stage replaces this process, so that signals reach it.
        var arguments: [UnsafeMutablePointer<CChar>?] = [
            strdup(stage), strdup("--port"), strdup(String(port)), nil,
        ]
        execv(stage, &arguments)
        throw Failure.said(.notStarted(stage, SystemError.cause(errno)), in: language, .failure)
    }
}
