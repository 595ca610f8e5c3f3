import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// The demo: its own platform as a child process, and a host that launches mini programs from it.
public enum Demo {
    /// The scheme of the demo's links.
    static let scheme = "foyer"

    /// The pages that links lead to.
    public static func makeRouter() throws(RouterError) -> Router {
        try Router(
            scheme: scheme,
            patterns: HomeTab.allCases.map(\.path) + DemoView.all.map(\.path) + [MiniProgramLink.pattern],
            aliases: ProgramLink.aliases)
    }

    /// The defaults for values that the platform does not set.
    static let defaults: ConfigValues = {
        let values: JSON = ["version": "2", "bannerKey": "home", "greeting": "Welcome", "showInbox": true]
        return (try? ConfigValues(values)) ?? .none
    }()

    /// The desktop's view of the demo.
    public static func shortcuts(_ places: Places) -> DesktopShortcuts? {
        OwnProgram.path.map { DesktopShortcuts(places, scheme: scheme, hostName: "Foyer", program: [$0]) }
    }

    /// Replaces a banner that cannot be loaded; `nil` if the assets are not beside the program.
    static func errorImage(_ surroundings: PlatformSurroundings) -> Pixels? {
        guard let assets = try? AssetFolder.locate(environment: Places.variable("FOYER_ASSETS")),
            let bytes = try? assets.read("banners/away.jpg")
        else { return nil }
        return try? surroundings.pixels(of: bytes, targetPixels: errorImageSize)
    }

    /// Enough for a banner on any terminal.
    private static let errorImageSize = (width: 1_200, height: 400)

    /// The user's own platform, in place of the demo's stage.
    public struct Platform: Sendable {
        public var address: WebAddress
        /// How everything is fetched from it.
        public var network = HTTPTransport.Configuration()
        /// The Ed25519 keys for signatures of its documents and packages; none to trust the connection.
        public var publicKeys: [[UInt8]] = []
        /// The format of events, and their destination if it is not the platform.
        public var eventFormat = EventFormat.foyer
        public var eventAddress: WebAddress?

        public init(address: WebAddress) { self.address = address }
    }

    /// Runs until the user leaves.
    ///
    /// - Parameters:
    ///   - control: how it is shown, and what the settings page changes.
    ///   - platform: the platform for launches; the demo's own stage if `nil`.
    ///   - actions: where links arrive; some may have arrived already.
    ///   - report: receives what happens and when.
    /// - Throws: a sentence if there is no stage or no terminal.
    public static func run(
        _ control: DisplayControl, platform: Platform?, timeout: Duration, actions: RootActions,
        report: (@Sendable (HostMoment) -> Void)? = nil
    ) async throws(DemoFailure) {
        let presentation = control.presentation
        guard presentation.hasScreen else { throw .terminal(presentation.needsScreen) }
        let host = DemoHost(
            platform: platform, timeout: timeout, places: Places(), language: { control.presentation.language },
            control: control, actions: actions, report: report)
        do throws(LaunchEngineError) {
            try await presentation.show(control: control) {
                EventNoticeScreen(
                    RootHost(host.configuration, actions: actions), notice: { host.notice },
                    shown: { host.noticeShown() })
            }
        } catch {
            await host.close()
            throw .terminal(error.cause)
        }
        await host.close()
        if let failure = host.failure { throw failure }
    }
}

/// Why the demo does not run, in every language.
public enum DemoFailure: Error, Sendable, CustomStringConvertible {
    case noStage(Cause)
    case terminal(Cause)

    public var cause: Cause {
        switch self {
        case .noStage(let cause), .terminal(let cause): cause
        }
    }

    public var description: String { cause.english }
}
