import Foyer
import FoyerStage

/// A failure on demand, with its key.
struct FaultEntry: Sendable {
    enum Kind: Equatable, Sendable {
        /// A launch that ends with the code.
        case code(LaunchCode)
        /// A launch whose failure is an alert over the loading page.
        case alert
        /// The config's version, which picks the first screen.
        case root(String)
        case banner(String)
        /// The pop-up of a key appears over the home screen.
        case popup(String)
        case network
        /// The network that the stage imitates becomes the next one.
        case imitated
    }

    let key: Unicode.Scalar
    let kind: Kind
    let word: Phrase
    /// The rules for the stage.
    var rules: [FaultRule] = []
    /// The program that shows it.
    var app = "com.example.tea"

    /// The codes in the catalogue's order, then the first screens, the pop-up, the banner's states, then network
    /// faults.
    ///
    /// - Parameters:
    ///   - canGoOff: whether the stage can still be controlled once its listener is closed.
    ///   - imitates: whether it can imitate a network.
    static func all(canGoOff: Bool, imitates: Bool = false) -> [FaultEntry] {
        codes + alerts + roots + popups + banners
            + networks.filter { canGoOff || !$0.rules.contains(where: \.refusesConnections) }
            + (imitates ? [FaultEntry(key: "n", kind: .imitated, word: .networkImitated)] : [])
    }

    // MARK: - What there is

    private static let codes: [FaultEntry] = LaunchCode.allCases.map { code in
        let (app, rules) = trigger(of: code)
        return FaultEntry(key: code.key, kind: .code(code), word: .message(code), rules: rules, app: app)
    }

    /// How to provoke a code: a program that fails by itself, or a healthy one and a fault.
    private static func trigger(of code: LaunchCode) -> (app: String, rules: [FaultRule]) {
        let tea = "com.example.tea"
        return switch code {
        case .removed: ("com.example.gone", [])
        case .suspended: ("com.example.kiosk", [])
        case .unknown: ("com.example.tomorrow", [])
        case .notFound: ("com.example.nowhere", [])
        case .unzipFailed: ("com.example.box", [])
        case .fetchFailed: (tea, [FaultRule(route: .metadata, fault: .status(503, retryAfter: nil))])
        case .downloadFailed: (tea, [FaultRule(route: .package, fault: .reset(at: 40_000))])
        case .timedOut: (tea, [FaultRule(route: .package, fault: .hang)])
        case .resourcesFailed: (tea, [FaultRule(route: .resource, fault: .status(404, retryAfter: nil))])
        }
    }

    private static let alerts = [FaultEntry(key: "o", kind: .alert, word: .alertOverLoading, app: "com.example.desk")]

    private static let roots = [
        FaultEntry(key: "i", kind: .root("1"), word: .rootV1), FaultEntry(key: "j", kind: .root("2"), word: .rootV2),
    ]

    private static let popups = [FaultEntry(key: "p", kind: .popup("always"), word: .popupEvening)]

    private static let banners: [FaultEntry] = {
        let states: [(String, Phrase)] = [
            ("home", .bannerHome), ("pair", .bannerPair), ("single", .bannerSingle), ("thirty", .bannerThirty),
            ("empty", .bannerEmpty), ("slow", .bannerSlow), ("broken", .bannerBroken), ("down", .bannerDown),
        ]
        return zip("abcdekgh".unicodeScalars, states).map { key, state in
            FaultEntry(key: key, kind: .banner(state.0), word: state.1)
        }
    }()

    private static let networks: [FaultEntry] = {
        /// The number of bytes after which a download stops, as the labels say: more than a program's metadata.
        let place = 20_000
        let states: [(Phrase, [FaultRule])] = [
            (
                .networkSlow,
                [
                    FaultRule(route: .any, fault: .delay(seconds: 0.8)),
                    FaultRule(route: .package, fault: .rate(bytesPerSecond: 80_000)),
                ]
            ),
            (.networkStall, [FaultRule(route: .any, fault: .stall(at: place))]),
            (.networkCut, [FaultRule(route: .any, fault: .cut(at: place))]),
            (.networkCorrupt, [FaultRule(route: .package, fault: .corrupt(at: nil))]),
            (
                .networkRefuse,
                [StageRoute.metadata, .package, .resource, .icon, .banner, .popup, .picture, .config].map {
                    FaultRule(route: $0, fault: .refuse)
                }
            ),
            (.networkOff, [FaultRule(route: .any, fault: .refuse)]),
        ]
        return zip("uvwxyz".unicodeScalars, states).map { key, state in
            FaultEntry(key: key, kind: .network, word: state.0, rules: state.1)
        }
    }()
}
