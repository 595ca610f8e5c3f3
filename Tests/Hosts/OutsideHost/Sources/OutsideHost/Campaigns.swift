import Foyer
import FoyerPlatform
import Synchronization

/// A collector of the host's own.
final class Ledger: EventCollector {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var version: CollectorVersion { CollectorVersion(1, 2, 3) }
    var isStarted: Bool { true }

    func record(_ kind: CampaignEvent.Kind, key: String, index: Int?) {
        lines.withLock { $0.append("\(kind.rawValue) \(key)" + (index.map { " \($0)" } ?? "")) }
    }
}

/// A screen with a banner and a card.
final class Square: Screen, BannerViewDelegate, PopupDelegate {
    let banner: TouchBanner
    let popup: TouchPopup
    private(set) var heard: [String] = []
    var elements: [any ScreenElement] { [popup, banner] }

    /// - Parameter event: what brings the card; `nil` to ask for it by its key.
    init(_ touch: TouchService, placeholder: Pixels?, event: String? = nil) throws {
        banner = try TouchBanner(
            touch, key: "home", style: BannerStyle(indicator: IndicatorStyle(.fraction)), placeholder: placeholder)
        popup = try event.map { TouchPopup(try touch.trackEvent($0)) } ?? TouchPopup(touch, popupKey: "home")
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let rows = banner.rows(columns: canvas.columns, atMost: 12)
        banner.draw(in: &canvas, rect: canvas.bounds.splitTop(rows).top, context: context)
        popup.draw(in: &canvas, context: context)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        event.key == .character("q") ? .leave : .stay
    }

    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {
        heard.append("loaded from \(source.rawValue)")
    }
    func banner(_ banner: TouchBanner, didFail failure: BannerFailure) { heard.append("\(failure.code.rawValue)") }
    func popupDidShow(_ popup: TouchPopup) { heard.append("card shown") }
    func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) { heard.append("no card: \(why.name)") }
    func popupDidClose(_ popup: TouchPopup) { heard.append("card closed") }
}

extension MailHost {
    private func configuration() -> TouchConfiguration {
        var configuration = TouchConfiguration()
        configuration.timeout = .seconds(10)
        configuration.hostScheme = "foyer"
        configuration.eventAddress = try? collector.resolve("/v1/events")
        configuration.eventFormat = .foyer
        configuration.eventPatience.impression = .zero
        configuration.consent = .granted
        configuration.reportsLoads = true
        configuration.openExternal = { _ in true }
        return configuration
    }

    /// Each thing that is missing has a name; then it starts, and stops.
    func touch() async throws -> [String] {
        let service = TouchService(places: places, configuration: configuration())
        var missing: [String] = []
        func start() {
            do throws(TouchStartError) { try service.start() } catch { missing.append("\(error)") }
        }
        start()
        service.setCollector(Ledger())
        start()
        service.setServerHost(server)
        start()
        try require(missing.count == 2 && service.isStarted, "\(missing)")
        service.close()
        return missing
    }

    /// Data by key, items bound by both calls, clicks, and the codes as values.
    func selfRendering() async throws -> [String] {
        let ledger = Ledger()
        let service = try BannerService(
            server: server, places: places, configuration: configuration(), collector: ledger)
        let data = try await service.touch.bannerData(forKey: "home")
        let opened = Mutex<[String]>([])
        let heard: BannerSelection = { selection in
            opened.withLock { $0.append((try? selection.get()) ?? "nothing") }
        }
        service.touch.addView("hero")
        try service.touch.bindBanner(key: "home", view: "hero", item: data.items.first, selected: heard)
        try service.touch.shown(onView: "hero")
        try service.touch.click(onView: "hero")
        try service.touch.bindItemData(data.items.first, toClickView: "hero", selected: heard)
        var codes: [BannerError] = []
        func fail(_ body: () throws(BannerFailure) -> Void) {
            do throws(BannerFailure) { try body() } catch { codes.append(error.code) }
        }
        fail { () throws(BannerFailure) in
            try service.touch.bindBanner(key: nil, view: "hero", item: data.items.first, selected: heard)
        }
        fail { () throws(BannerFailure) in
            try service.touch.bindBanner(key: "home", view: "hero", item: nil, selected: heard)
        }
        fail { () throws(BannerFailure) in
            try service.touch.bindBanner(key: "home", view: "nowhere", item: data.items.first, selected: heard)
        }
        fail { () throws(BannerFailure) in
            let stranger = BannerItem(index: 9, title: "", imageURL: "", openURL: "")
            try service.touch.bindBanner(key: "home", view: "hero", item: stranger, selected: heard)
        }
        fail { () throws(BannerFailure) in
            try service.touch.bindBanner(key: "other", view: "hero", item: data.items.first, selected: heard)
        }
        do throws(BannerFailure) { _ = try await service.touch.bannerData(forKey: "nobody") } catch {
            codes.append(error.code)
        }
        await service.close()
        return [
            data.items.map(\.title).joined(separator: ", "), opened.withLock { $0 }.joined(separator: ", "),
            ledger.all.joined(separator: ", "), codes.map { "\($0) \($0.rawValue)" }.joined(separator: ", "),
        ]
    }

    /// The native template, with Foyer's own collector.
    func banner() async throws -> [String] {
        let service = try BannerService(server: server, places: places, configuration: configuration())
        service.touch.allowsPopups = false
        let square = try Square(service.touch, placeholder: Pixels(contentsOf: site + "/images/hello.png"))
        let test = TestScreen(square)
        let isLoaded = await test.wait { _ in !square.heard.isEmpty && square.banner.data != nil }
        try require(isLoaded, test.text)
        test.advance(by: .seconds(4))
        try require(!service.touch.isShowingPopup, "a card came although all are off")
        test.press(.character("q"))
        await test.close()
        await service.close()
        return square.heard
    }

    /// A card of the platform's, closed by a key.
    func popups() async throws -> [String] {
        var configuration = configuration()
        configuration.popupPatience = .seconds(5)
        let service = try BannerService(server: server, places: places, configuration: configuration)
        let square = try Square(service.touch, placeholder: nil)
        let test = TestScreen(square)
        let isThere = await test.wait { $0.contains("platform of your own") }
        try require(isThere && service.touch.isShowingPopup, test.text)
        test.advance(by: .seconds(1))
        test.press(.escape)
        try require(!service.touch.isShowingPopup, test.text)
        test.press(.character("q"))
        await test.close()
        await service.close()
        return square.heard
    }

    /// What the platform lists, and what an event of the host's brings: each time the one that is due.
    func events() async throws -> [String] {
        let service = try BannerService(server: server, places: places, configuration: configuration())
        let listed = try await service.touch.popups()
        var said = [listed.map { "\($0.popupKey) \($0.trigger) \($0.priority)" }.joined(separator: ", ")]
        for event in ["checkout", "checkout", "checkout", "nothing"] {
            let square = try Square(service.touch, placeholder: nil, event: event)
            let test = TestScreen(square)
            let isOver = await test.wait { _ in
                square.heard.contains { $0.hasPrefix("card") || $0.hasPrefix("no card") }
            }
            try require(isOver, test.text)
            said.append("\(event): \(square.popup.popupKey) \(square.heard.last { $0.contains("card") } ?? "")")
            test.advance(by: .seconds(1))
            if square.popup.isShown { test.press(.escape) }
            test.press(.character("q"))
            await test.close()
        }
        await service.close()
        return said
    }
}
