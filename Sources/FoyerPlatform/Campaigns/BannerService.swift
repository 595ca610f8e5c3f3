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
            do throws(DiskError) { try answers.remember(server) } catch {
                configuration.note("what waits for \(server.text) cannot be listed: \(error)")
            }
        }
        delivery.whenAllowed = {
            do throws(DiskError) { try answers.keep(.granted, for: server) } catch {
                configuration.note("the answer about events is not kept: \(error)")
            }
        }
        let collector = AnalyticsCollector(server: server, places: places, configuration: delivery)
        collector.start()
        self.collector = collector
        address = configuration.eventAddress ?? server
        touch = try Self.start(server, places, configuration, collector)
    }

    /// The notice to show before the first event is told; `nil` if none is needed. Call ``noticeShown()`` once it has
    /// been on the screen.
    public var notice: Phrase? { collector?.needsNotice == true ? .eventNotice(to: address.text) : nil }

    /// The notice has been on the screen, or is printed; this allows events, and the answer is kept.
    public func noticeShown() { collector?.noticeShown() }

    /// The screen with the notice at its foot until the next key; the screen itself if no notice is needed.
    public func withNotice(_ screen: any Screen) -> any Screen {
        notice == nil ? screen : EventNoticeScreen(screen, notice: { self.notice }, shown: { self.noticeShown() })
    }

    /// The same for a host that pins keys: only documents signed by one of them are accepted. Empty if it pins none.
    package convenience init(
        server: WebAddress, places: Places, configuration: TouchConfiguration, publicKeys: [[UInt8]]
    ) throws(TouchStartError) {
        var configuration = configuration
        configuration.trust = DocumentTrust(publicKeys, places: places)
        try self.init(server: server, places: places, configuration: configuration)
    }

    /// The same with a collector of the host's, which the host closes itself.
    public init(
        server: WebAddress, places: Places, configuration: TouchConfiguration = TouchConfiguration(),
        collector: any EventCollector
    ) throws(TouchStartError) {
        self.collector = nil
        address = server
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
