import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerStage
import FoyerSystem
import Glibc

/// Its program has a second name, `foyer-stage`.
struct ServeCommand: AsyncParsableCommand {
    static let stageName = "foyer-stage"

    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the stage: a platform on loopback that misbehaves on request.",
        discussion: """
            Prints its base URL on the first line, and the address of its control on the second. Ends on INT or TERM. \
            Both answer requests to 127.0.0.1 and localhost alone, and none of web pages of other sites. A program \
            whose name is foyer-stage is this command.

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

    @Option(help: ArgumentHelp("The control's port; 0 takes a free one.", valueName: "port"))
    var controlPort: Int = 0

    @Option(
        help: ArgumentHelp("The folder with the demo's programs and pictures (FOYER_ASSETS).", valueName: "folder"),
        completion: .directory)
    var assets: String?

    @Flag(help: "End when the process that started this one has ended.")
    var parentDeath = false

    @OptionGroup var words: LanguageOption

    func validate() throws {
        guard [port, controlPort].allSatisfy((0...65_535).contains) else {
            throw ValidationError("A port is a number from 0 to 65535.")
        }
    }

    func run() async throws {
        let server = try await start()
        if parentDeath { endWithParent() }
        print("\(server.baseURL)\ncontrol: \(server.controlURL)")
        StandardStreams.finishOutput()
        await server.waitUntilStopped()
    }

    private func start() async throws -> StageServer {
        let cause: Cause
        do throws(StageError) {
            let folder = try AssetFolder.locate(given: assets, environment: Places.variable("FOYER_ASSETS"))
            let platform = try StagePlatform(sources: folder.path)
            do throws(LoopbackError) {
                return try await StageServer.start(
                    platform: platform, port: port, controlPort: controlPort, serial: WallClock.now.seconds)
            } catch {
                cause = error.cause
            }
        } catch {
            cause = error.cause
        }
        throw Failure.said(cause, in: words.chosen(UserSettings.read(Places())), .failure)
    }

    /// Checks the parent repeatedly, since the kernel's own signal (`PR_SET_PDEATHSIG`) comes when the *thread* that
    /// started us ends. A parent that ended before this call is noticed when the first line is written to it.
    private func endWithParent() {
        let parent = getppid()
        Task {
            while getppid() == parent { try? await Task.sleep(for: .milliseconds(250)) }
            _exit(0)
        }
    }
}
