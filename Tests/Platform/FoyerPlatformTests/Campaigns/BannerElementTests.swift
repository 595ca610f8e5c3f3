import FoyerCore
import FoyerPlatformCore
import Testing

@testable import FoyerPlatform
@testable import FoyerTUI

/// A banner that its screen only lists and draws.
@Suite struct BannerElementTests {
    private final class Home: Screen, BannerViewDelegate {
        let banner: TouchBanner
        let keys = KeySheet()
        var told: [String] = []
        var elements: [any ScreenElement] { [keys, banner] }

        init(_ banner: TouchBanner) { self.banner = banner }

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            banner.draw(in: &canvas, rect: canvas.bounds, context: context)
            keys.draw(in: &canvas, language: context.language)
        }

        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            if event.key == .character("?") { keys.open() }
            if event.key == .tab { banner.setFocus(true, context) }
            return .stay
        }

        func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) { told.append("loaded") }

        func banner(_ banner: TouchBanner, didSelect index: Int, openURL: String) -> Bool {
            banner.context?.request(.leave)
            return true
        }
    }

    private let rig = TouchBannerRig()
    private let home: Home
    private let child: ScreenChild

    init() {
        home = Home(rig.banner)
        child = ScreenChild(home)
        child.appear(rig.context)
        rig.answer(.data(TouchBannerRig.data(3)))
        rig.finishPictures()
    }

    private func press(_ key: KeyEvent) -> ScreenCommand {
        defer { rig.draw() }
        return child.handle(.input(.key(key)), context: rig.context)
    }

    @Test func itLoadsByItselfAndTellsItsScreen() {
        #expect(home.told == ["loaded"] && rig.told.isEmpty && rig.banner.page == 0)
    }

    @Test func noPageTurnsBeneathAListOfKeys() {
        rig.advance(.seconds(1))
        #expect(rig.impressions == [0])
        _ = press(.character("?"))
        rig.advance(.seconds(60))
        #expect(rig.impressions == [0])
        _ = press(.character("x"))
        rig.advance(.seconds(60))
        #expect(rig.impressions.count > 2)
    }

    @Test func itsKeysAreItsOwnAndAChoiceMayLeadOn() {
        _ = press(.tab)
        _ = press(.right)
        #expect(rig.banner.page == 1)
        guard case .leave = press(.enter) else {
            Issue.record("what its delegate asked for is lost")
            return
        }
    }
}
