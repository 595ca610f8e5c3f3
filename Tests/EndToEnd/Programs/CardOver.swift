import Foyer
import FoyerPlatform
import Glibc

/// A stranger's screen with a card of the platform's over it; neither says anything in lines itself.
final class CardOver: HostPage, PopupDelegate {
    let route: HostRoute? = nil
    private let screen: any Screen
    private let popup: TouchPopup
    private(set) var remainingWork: Task<Void, Never>?

    init(_ screen: any Screen) {
        self.screen = screen
        var configuration = TouchConfiguration()
        configuration.consent = .denied
        configuration.popupPatience = .seconds(60)
        do {
            let server = try WebAddress(getenv("CARD_SERVER").map { String(cString: $0) } ?? "")
            let places = try Places(host: "org.example.card")
            let service = try BannerService(server: server, places: places, configuration: configuration)
            popup = try TouchPopup(service.touch, popupKey: "always")
        } catch {
            print("no card: \(error)")
            exit(99)
        }
    }

    func appear(_ context: ScreenContext) {
        screen.appear(context)
        popup.ask(self, context)
    }

    func disappear() {
        screen.disappear()
        remainingWork = popup.close()
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        screen.draw(in: &canvas, context: context)
        popup.draw(in: &canvas, context: context)
    }

    func nextFrame(after now: Instant) -> Instant? {
        [screen.nextFrame(after: now), popup.nextFrame(after: now)].compactMap { $0 }.min()
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] { popup.isShown ? [] : screen.actions(context) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if popup.handle(event, context: context) { return .stay }
        return screen.handle(event, context: context)
    }

    func popup(_ popup: TouchPopup, didSelect button: Int, openURL: String) -> Bool { true }
}
