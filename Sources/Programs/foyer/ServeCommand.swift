import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerServe
import FoyerStage
import FoyerSystem
import Glibc

/// Its program has a second name, `foyer-stage`.
struct ServeCommand: AsyncParsableCommand {
    static let stageName = "foyer-stage"

    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs a platform that misbehaves on request.",
        discussion: """
            Prints its base URL on the first line, and the address of its control on the second. Ends on INT or TERM. \
            Both answer only requests to 127.0.0.1 and localhost, and none from web pages of other sites. A program \
            whose name is foyer-stage is this command.

            It answers at once, unless you choose a network: home (40 ms a request, 1 MB/s), mobile (150 ms, 200 kB/s) \
            or slow (300 ms, 88 kB/s).

            A fault is a code, for every program (10002) or one (10002:com.example.hello), or a rule in braces.

            EXAMPLES (C stands for the address of the control):
              foyer serve mysite --fault 10009                your sources; downloads fail
              curl C/stage                                    apps, banners, config, faults
              curl -X PUT -d '{"route":"icon","fault":{"kind":"hang"}}' C/stage/faults
              curl -X DELETE C/stage/faults                   remove all faults
              curl C/stage/requests                           the requests so far

            A rule has route, fault, and optionally app (a program's id, or a campaign's key) and times. Routes: metadata, \
            package, resource, icon, banner, popup, picture, config, catalogue, signature, events, *. A fault has a kind, \
            and these members (optional ones in brackets):
              delay       seconds                 length      by
              rate        bytesPerSecond          headers     bytes
              stall       at (a byte)             chunked     [at]
              cut, reset  at                      damage      [at]
              corrupt     [at]                    set         member [value]
              type        contentType             attack      attack
              status      code [retryAfter]       redirect    to
            The attacks are older, expired, foreign, swapped, truncated, unsigned and other. \
            trickle, refuse, hang, garbage, endless and future have no members.

            EXIT STATUS: 1 the port is taken, or a file cannot be read; 65 there are mistakes in the sources.
            """)

    @Argument(
        help: "The folder with the sources of a site (see foyer publish); the demo's by default.",
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "What goes wrong from the beginning; may be given more than once.", valueName: "code|rule"))
    var fault: [String] = []

    @Option(
        help: ArgumentHelp("The network to imitate: home, mobile, slow or none (the default).", valueName: "name"),
        completion: .list(StageNetwork.allCases.map(\.rawValue)))
    var network = StageNetwork.loopback

    @Option(help: ArgumentHelp("The platform's port; 0 takes a free one.", valueName: "port"))
    var port: Int = 0

    @Option(help: ArgumentHelp("The control's port; 0 takes a free one.", valueName: "port"))
    var controlPort: Int = 0

    @Flag(help: "End when the process that started this one has ended.")
    var parentDeath = false

    @OptionGroup var words: LanguageOption

    func validate() throws {
        guard [port, controlPort].allSatisfy((0...65_535).contains) else {
            throw ValidationError("A port is a number from 0 to 65535.")
        }
        do { _ = try rules } catch { throw ValidationError("\(error).") }
    }

    func run() async throws {
        let server = try await start()
        if parentDeath { endWithParent(as: try? WebAddress(server.baseURL)) }
        print("\(server.baseURL)\ncontrol: \(server.controlURL)")
        StandardStreams.finishOutput()
        await server.waitUntilStopped()
    }

    private var rules: [FaultRule] {
        get throws(StageError) {
            var rules = FaultRules()
            for order in fault { try rules.put(FaultRule(order: order)) }
            return rules.told
        }
    }

    private func start() async throws -> StageServer {
        let language = words.chosen(UserSettings.read(Places()))
        do {
            let sources = try folder ?? AssetFolder.locate(environment: Places.variable("FOYER_ASSETS")).path
            let platform = try StagePlatform(sources: sources, packing: folder == nil ? .quickest : .smallest)
            try platform.check(rules)
            let server = try await StageServer.start(
                platform: platform, port: port, controlPort: controlPort, serial: WallClock.now.seconds,
                network: network)
            try server.order(rules)
            return server
        } catch let StageError.sources(error) {
            throw Failure.said(error, in: language)
        } catch let error as LoopbackError {
            throw Failure.said(error.cause, in: language, .failure)
        } catch let error as StageError {
            throw Failure.said(error.cause, in: language, .failure)
        }
    }

    /// Checks the parent repeatedly, since the kernel's own signal (`PR_SET_PDEATHSIG`) comes when the *thread* that
    /// started us ends. A parent that ended before this call is noticed when the first line is written to it.
    ///
    /// - Parameter address: this platform's, which nobody will have again: what waits on the disk for it goes with it, also if
    ///   the parent had no time for that.
    private func endWithParent(as address: WebAddress?) {
        let parent = getppid()
        Task {
            while getppid() == parent { try? await Task.sleep(for: .milliseconds(250)) }
            if let address { WaitingEvents(Places()).forget(address) }
            _exit(0)
        }
    }
}
