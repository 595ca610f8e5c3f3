import Foyer
import FoyerPlatform
import FoyerSystem

extension HomeScreen {
    /// What the launches of this host have in common.
    struct DisplayContext: Sendable {
        var places: Places
        var timeout: Duration
        /// Where the stage takes orders, where that is another place than the platform's.
        var control: WebAddress?
        /// Notes what happens, for whoever looks on.
        var record: FlowRecord?
        /// Stands for the banner, or a page of it, that cannot be had.
        var errorImage: Pixels?
        /// What changes how the program is shown; without it there is no page of settings.
        var settings: DisplayControl?
        /// Told what is launched, and how that ends.
        var note: (@Sendable (HostMoment) -> Void)?
        /// How all that is fetched is fetched.
        var network = HTTPTransport.Configuration()
        /// The keys that documents and packages must be signed with.
        var publicKeys: [[UInt8]] = []
        /// What the tiles show.
        var known = KnownPrograms()

        /// One launch, with nothing installed before where it has places of its own.
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
            let (appID, note, clock) = (request.appID, note, network.surroundings.system.clock)
            note?(HostMoment("launch of \(appID)", .noted, at: clock()))
            var launch = MiniProgramLaunch(request, places: places, in: network.surroundings)
            launch.known = known
            return try? launch.makeScreen(theme: theme) { outcome in
                note?(HostMoment("\(appID): \(outcome.label)", .noted, at: clock()))
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
