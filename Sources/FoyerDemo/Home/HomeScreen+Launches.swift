import Foyer
import FoyerPlatform
import FoyerSystem

extension HomeScreen {
    /// What all launches of this host share.
    struct DisplayContext: Sendable {
        var places: Places
        var timeout: Duration
        /// The address of the stage's control, if it differs from the platform's.
        var control: WebAddress?
        /// Receives what happens, for an observer.
        var record: FlowRecord?
        /// Replaces a banner, or one of its pages, that cannot be loaded.
        var errorImage: Pixels?
        /// Changes how the program is shown; without it there is no settings page.
        var settings: DisplayControl?
        /// Called with each launch, and with its outcome.
        var report: (@Sendable (HostMoment) -> Void)?
        /// How everything is fetched.
        var network = HTTPTransport.Configuration()
        /// The keys for signatures of documents and packages.
        var publicKeys: [[UInt8]] = []
        /// The programs on the tiles.
        var known = KnownPrograms()

        /// One launch, with nothing installed if it has places of its own.
        func makeScreen(
            _ request: MiniProgramRequest, _ theme: Theme, in other: Places? = nil
        ) -> (any Screen)? {
            var request = request
            request.timeout = timeout
            request.extraCertificates = network.extraCertificates
            request.publicKeys = publicKeys
            let places = other ?? places
            let known = known[request.appID]
            if let record {
                return try? record.launch.makeScreen(
                    request, known: known, places: places, theme: theme, in: network.surroundings)
            }
            let (appID, report, clock) = (request.appID, report, network.surroundings.system.clock)
            report?(HostMoment("launch of \(appID)", .happened, at: clock()))
            var launch = MiniProgramLaunch(
                request, places: places,
                splash: { DefaultSplashViewDelegate(errorStyle: Demo.errorStyle(of: appID)) },
                in: network.surroundings)
            launch.known = known
            return try? launch.makeScreen(theme: theme) { outcome in
                report?(HostMoment("\(appID): \(outcome.label)", .happened, at: clock()))
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
