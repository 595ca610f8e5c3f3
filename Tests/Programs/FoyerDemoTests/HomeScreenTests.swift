import Foyer
import TestSupport
import Testing

@testable import FoyerDemo
@testable import FoyerPlatform

@Suite struct HomeScreenTests {
    private let folder = TemporaryFolder()

    private func context(at seconds: Double, _ language: Language = .english) -> ScreenContext {
        ScreenContext(
            now: .zero + .seconds(seconds), size: CellSize(columns: 80, rows: 24), theme: DisplayTheme(),
            language: language
        ) { _ in }
    }

    /// Of a platform that does not answer.
    private func home(warning: SafeText? = nil) throws -> HomeScreen {
        let path = folder.path
        let places = try Places(host: "org.example.home") { $0 == "HOME" ? path : nil }
        let address = try WebAddress("http://127.0.0.1:1")
        let service = try BannerService(server: address, places: places)
        var display = HomeScreen.DisplayContext(Demo.Platform(address: address), places: places)
        display.warning = warning
        return HomeScreen(
            display, service: service,
            banner: try TouchBanner(service.touch, key: HomeScreen.bannerKey, style: HomeScreen.bannerStyle))
    }

    /// The page has seen no time pass while the other was on top.
    @Test func aCardThatAPageAboveAsksForHasItsWholeTime() async throws {
        let home = try home()
        home.appear(context(at: 0))
        _ = home.handle(.covered, context: context(at: 1))
        home.showPopup("always")
        _ = home.handle(.uncovered, context: context(at: 60))
        _ = home.handle(.deadline, context: context(at: 61))
        #expect(home.popup?.popupKey == "always")
        #expect(home.popup?.isAwaited == true)
        home.disappear()
        await home.remainingWork?.value
    }

    @Test func aWarningIsSaidUntilAKey() async throws {
        let home = try home(warning: "config.yaml:3:7: This is not valid YAML.")
        let child = ScreenChild(home)
        child.appear(context(at: 0))
        #expect(child.spoken(context(at: 1))?.news == ["config.yaml:3:7: This is not valid YAML."])
        _ = child.handle(.input(.key(.down)), context: context(at: 2))
        #expect(child.spoken(context(at: 2))?.news == [])
        child.disappear()
        await child.remainingWork?.value
    }

    private func press(_ key: KeyEvent, on home: ScreenChild, at seconds: Double) -> Bool {
        if case .leave = home.handle(.input(.key(key)), context: context(at: seconds)) { true } else { false }
    }

    @Test func `the demo ends with a second q within two seconds of the first`() async throws {
        let home = try home()
        let child = ScreenChild(home)
        child.appear(context(at: 0))
        #expect(!press(.character("q"), on: child, at: 1))
        #expect(child.nextFrame(after: .zero + .seconds(1)) == .zero + .seconds(3))
        #expect(press(.character("q"), on: child, at: 2.9))
        child.disappear()
        await child.remainingWork?.value
    }

    @Test func `a second q after two seconds or another key asks again`() async throws {
        let home = try home()
        let child = ScreenChild(home)
        child.appear(context(at: 0))
        let question: [SafeText] = ["Press q again to leave."]
        _ = child.handle(.input(.key(.character("q"))), context: context(at: 1))
        #expect(child.spoken(context(at: 1))?.news == question)
        _ = child.handle(.deadline, context: context(at: 3))
        #expect(child.spoken(context(at: 3))?.news == [])
        #expect(!press(.character("q"), on: child, at: 3))
        #expect(!press(.down, on: child, at: 3.5))
        #expect(!press(.character("q"), on: child, at: 4))
        child.disappear()
        await child.remainingWork?.value
    }

    /// Only the one that was asked for: nobody misses a card that comes by itself.
    @Test(
        arguments: [
            ("always", Language.english, ["The pop-up did not come: it came too late."]),
            ("always", .simplifiedChinese, ["弹窗未能显示：来得太晚。"]),
            ("always", .traditionalChinese, ["彈窗未能顯示：來得太晚。"]), (nil, .english, []),
        ] as [(String?, Language, [String])])
    func whyACardDoesNotComeIsSaid(_ row: (String?, Language, [String])) async throws {
        let (key, language, news) = row
        let home = try home()
        let child = ScreenChild(home)
        child.appear(context(at: 0, language))
        _ = child.handle(.covered, context: context(at: 1, language))
        if let key { home.showPopup(key) }
        _ = child.handle(.uncovered, context: context(at: 2, language))
        _ = child.handle(.deadline, context: context(at: 60, language))
        #expect(home.popup?.popupKey == key ?? HomeScreen.bannerKey)
        #expect(child.spoken(context(at: 60, language))?.news.map(\.string) == news)
        child.disappear()
        await child.remainingWork?.value
    }
}
