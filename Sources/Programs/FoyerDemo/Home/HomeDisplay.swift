import Foyer
import FoyerPlatform

extension HomeScreen {
    /// What all launches of this host share.
    public struct DisplayContext: Sendable {
        public let platform: Demo.Platform
        public let places: Places
        /// How long a launch may take.
        public var timeout = Duration.seconds(30)
        /// Replaces a banner, or one of its pages, that cannot be loaded.
        public var errorImage: Pixels?
        /// Said at first, such as a mistake in the user's settings.
        public var warning: SafeText?
        /// Changes how the program is shown; without it there is no settings page.
        public var control: DisplayControl?
        /// Called with each launch, and with its outcome.
        public var report: (@Sendable (HostMoment) -> Void)?
        /// What others add to the demo.
        public var additions = Demo.Additions()
        /// The programs on the tiles.
        var known = KnownPrograms()

        public init(_ platform: Demo.Platform, places: Places) {
            self.platform = platform
            self.places = places
        }

        /// One launch.
        ///
        /// - Parameter other: places without installed programs; the host's own if `nil`.
        public func makeScreen(
            _ request: MiniProgramRequest, _ theme: DisplayTheme, in other: Places? = nil
        ) -> (any Screen)? {
            var request = request
            request.timeout = timeout
            request.network = platform.network
            let order = Demo.LaunchOrder(
                request: request, known: known[request.appID], places: other ?? places, theme: theme)
            return if let makeLaunch = additions.makeLaunch { try? makeLaunch(order) } else { makeLaunch(order) }
        }

        private func makeLaunch(_ order: Demo.LaunchOrder) -> (any Screen)? {
            let (appID, report) = (order.request.appID, report)
            let surroundings = platform.network.surroundings
            report?(HostMoment("launch of \(appID)", .happened, at: surroundings.now))
            var launch = MiniProgramLaunch(
                order.request, places: order.places,
                splash: { DefaultSplashViewDelegate(errorStyle: Demo.errorStyle(of: appID)) })
            launch.known = order.known
            return try? launch.makeScreen(theme: order.theme, presentation: control?.presentation) { outcome in
                report?(HostMoment("\(appID): \(outcome.label)", .happened, at: surroundings.now))
            }
        }
    }
}

extension LaunchOutcome {
    fileprivate var label: String {
        switch self {
        case .completed: "ready"
        case .closed: "closed"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        }
    }
}
