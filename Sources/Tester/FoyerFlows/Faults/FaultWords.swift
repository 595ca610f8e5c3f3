import Foyer
import FoyerPlatformCore

/// The words of the demo's faults panel.
extension Phrase {
    package static let heal = Phrase("Heal")
    package static let healed = Phrase("The network is back to normal.")
    static let banner = Phrase("Banner")
    static let choose = Phrase("Choose")
    package static let popup = Phrase("Pop-up")
    package static let faultsTitle = Phrase("What may go wrong")
    package static let errorCodes = Phrase("Errors")
    package static let alertOverLoading = Phrase("An alert with OK in place of the page")
    package static let firstScreen = Phrase("First screen")
    package static let rootV1 = Phrase("V1: two tabs")
    package static let rootV2 = Phrase("V2: an inbox, and a rail")
    package static let network = Phrase("Network")
    package static let networkSlow = Phrase("Slow")
    package static let networkStall = Phrase("Stalls after 20 kB")
    package static let networkCut = Phrase("Is cut after 20 kB")
    package static let networkCorrupt = Phrase("Damages packages")
    package static let networkRefuse = Phrase("Refuses every request")
    package static let networkOff = Phrase("Is off")
    package static let networkImitated = Phrase("Speed")
    package static let networkHome = Phrase("Home")
    package static let networkMobile = Phrase("Mobile")
    package static let networkWeak = Phrase("Slow")
    package static let networkNone = Phrase("No delay")
    static let networkDetail = Phrase(
        """
        How fast the demo's own platform answers: Home is 40 ms and 1 MB/s, Mobile 150 ms and 200 kB/s, Slow 300 ms \
        and 88 kB/s.
        """)
    static let networkAtOnce = Phrase("The platform answers at once.")
    package static let bannerHome = Phrase("Five pictures")
    package static let bannerPair = Phrase("Two pictures")
    package static let bannerSingle = Phrase("One picture")
    package static let bannerThirty = Phrase("Thirty pictures")
    package static let bannerEmpty = Phrase("No campaign")
    package static let bannerSlow = Phrase("Slow pictures")
    package static let bannerBroken = Phrase("A broken picture")
    package static let bannerDown = Phrase("The server fails")
    package static let networkFaulty = Phrase("The network stays as it is until you heal it.")
    package static let stageSilent = Phrase("The platform does not take orders.")
    package static let popupEvening = Phrase("A card over the home screen")
}

extension StageNetwork {
    /// Its name.
    package var word: Phrase {
        switch self {
        case .home: .networkHome
        case .mobile: .networkMobile
        case .slow: .networkWeak
        case .loopback: .networkNone
        }
    }

    /// Its figures: "40 ms a request, 1.0 MB/s."
    func sentence(_ language: Language) -> SafeText {
        guard let bytesPerSecond else { return language[.networkAtOnce] }
        let (delay, rate) = (language.took(delay), language.rate(Double(bytesPerSecond)).string.drop { $0 == " " })
        return language[
            Phrase("\(delay) a request, \(rate).")]
    }
}
