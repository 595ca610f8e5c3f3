import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import FoyerTUI

/// The touch service and Foyer's own collector, started in the right order.
public final class BannerService: Sendable {
    /// The service behind it, which pop-ups and bindings share.
    public let touch: TouchService
    private let collector: AnalyticsCollector?
    /// Who is told.
    private let address: WebAddress
    /// How the user changes the answer later.
    private let change: Phrase?

    /// How long to spend on delivering the last events; the rest waits for the next start.
    package static let farewell = Duration.seconds(1)

    /// - Parameter server: the platform's base.
    public init(
        server: WebAddress, places: Places, configuration: TouchConfiguration = TouchConfiguration()
    ) throws(TouchStartError) {
        var delivery = AnalyticsCollector.Configuration()
        delivery.patience = configuration.eventPatience
        delivery.format = configuration.eventFormat
        delivery.address = configuration.eventAddress
        delivery.network = configuration.network
        delivery.log = configuration.note
        let answers = ConsentStore(places)
        delivery.gate = EventGate.make(
            off: configuration.eventsOff, host: configuration.consent, kept: answers.answer(for: server))
        delivery.whenKept = {
            do { try answers.remember(server) } catch {
                configuration.note("what waits for \(server.text) cannot be listed: \(error)")
            }
        }
        delivery.whenAnswered = { isAllowed in
            do { try answers.keep(isAllowed ? .granted : .denied, for: server) } catch {
                configuration.note("the answer about events is not kept: \(error)")
            }
        }
        let collector = AnalyticsCollector(server: server, places: places, configuration: delivery)
        collector.start()
        self.collector = collector
        address = configuration.eventAddress ?? server
        change = configuration.howToChangeConsent
        touch = try Self.start(server, places, configuration, collector)
    }

    /// The notice that asks before the first event is sent; `nil` if nothing is to be asked, or no card has been seen yet.
    /// Hand the user's answer to ``answerNotice(_:)``.
    public var notice: Phrase? {
        collector?.hasWaitingEvents == true ? .eventNotice(to: address.text, change: change) : nil
    }

    /// The user's answer to the notice, which is kept for this platform. Events that have waited for it are told after a
    /// yes, and forgotten after a no.
    public func answerNotice(_ isAllowed: Bool) { collector?.answer(isAllowed) }

    /// The screen with the notice at its foot, from the first event on until it is answered or set aside; the screen itself
    /// if nothing will be asked. The screen may be a ``RootHost``, or a screen that it shows.
    public func withNotice(_ screen: any Screen) -> any Screen {
        guard collector?.needsNotice == true else { return screen }
        return EventNoticeScreen(screen, notice: { self.notice }, answered: { self.answerNotice($0) })
    }

    /// The same with a collector of the host's, which the host closes itself.
    public init(
        server: WebAddress, places: Places, configuration: TouchConfiguration = TouchConfiguration(),
        collector: any EventCollector
    ) throws(TouchStartError) {
        self.collector = nil
        address = server
        change = nil
        touch = try Self.start(server, places, configuration, collector)
    }

    private static func start(
        _ server: WebAddress, _ places: Places, _ configuration: TouchConfiguration, _ collector: any EventCollector
    ) throws(TouchStartError) -> TouchService {
        let touch = TouchService(places: places, configuration: configuration)
        touch.setCollector(collector)
        touch.setServerHost(server)
        try touch.start()
        return touch
    }

    /// Delivers waiting events, for at most `farewell`, and closes the network.
    public func close() async {
        await collector?.flush(within: Self.farewell)
        await collector?.close()
        touch.close()
    }
}
