import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite struct MiniProgramBrowserTests {
    private typealias Link = MiniProgramBrowser.Link

    private static func page(_ text: String) throws -> PagePath { try #require(PagePath(text)) }

    private static func manifest() throws -> Manifest {
        let app = try #require(AppID("tea"))
        let text = #"{"app_id":"tea","name":"T","pages":["p/a","p/b","p/c"],"version":{"code":1,"name":"1"}}"#
        return try Manifest.validate(Array(text.utf8), of: app)
    }

    /// A browser with the start page on screen: 30 lines, 10 rows, links to b (line 2), outside (line 20), nowhere (25).
    private func opened() throws -> MiniProgramBrowser {
        var browser = MiniProgramBrowser(manifest: try Self.manifest(), rows: 10)
        #expect(browser.begin() == [.load(try Self.page("p/a"), id: 1)])
        let links = [
            Link("b", lines: 2..<3), Link("https://example.com/", lines: 20..<22), Link("javascript:x", lines: 25..<26),
            Link("zzz", lines: 27..<28),
        ]
        #expect(browser.handle(.pageLoaded(id: 1, lineCount: 30, links: links)) == [])
        return browser
    }

    @Test func scrollingStaysOnThePage() throws {
        var browser = try opened()
        let transcript: [(MiniProgramBrowser.Command, Int)] = [
            (.scrollUp, 0), (.scrollDown, 1), (.pageDown, 10), (.pageDown, 19), (.pageDown, 20), (.scrollDown, 20),
            (.pageUp, 11),
            (.home, 0), (.end, 20), (.end, 20), (.home, 0),
        ]
        for (command, offset) in transcript {
            #expect(browser.handle(.command(command)) == [])
            #expect(browser.offset == offset)
        }
        _ = browser.handle(.wheeled(lines: 3))
        #expect(browser.offset == 3)
        _ = browser.handle(.wheeled(lines: .min))
        #expect(browser.offset == 0)
        _ = browser.handle(.wheeled(lines: .max))
        #expect(browser.percent == 100)
    }

    @Test func tabWalksLinksAndBringsThemIntoSight() throws {
        var browser = try opened()
        for (command, focus, offset) in [
            (MiniProgramBrowser.Command.nextLink, 0, 0), (.nextLink, 1, 12), (.nextLink, 2, 16), (.nextLink, 3, 18),
            (.nextLink, 0, 2),
            (.previousLink, 3, 18),
        ] {
            _ = browser.handle(.command(command))
            #expect(browser.focusedLink == focus)
            #expect(browser.offset == offset)
        }
    }

    @Test func theFirstTabEntersWhereTheReaderIs() throws {
        var browser = try opened()
        _ = browser.handle(.command(.end))
        _ = browser.handle(.command(.nextLink))
        #expect(browser.focusedLink == 1)
    }

    @Test func backRestoresPlaceAndFocus() throws {
        var browser = try opened()
        _ = browser.handle(.command(.nextLink))
        _ = browser.handle(.command(.scrollDown))
        #expect(browser.handle(.command(.activate)) == [.load(try Self.page("p/b"), id: 2)])
        #expect(browser.isLoading && browser.canGoBack && browser.offset == 0 && browser.focusedLink == nil)
        #expect(browser.handle(.pageLoaded(id: 1, lineCount: 500, links: [])) == [])
        #expect(browser.isLoading)
        _ = browser.handle(.pageLoaded(id: 2, lineCount: 5, links: []))
        #expect(browser.handle(.command(.back)) == [.load(try Self.page("p/a"), id: 3)])
        _ = browser.handle(.command(.scrollDown))
        _ = browser.handle(.pageLoaded(id: 3, lineCount: 30, links: [Link("b", lines: 2..<3)]))
        #expect(browser.offset == 1 && browser.focusedLink == 0)
        #expect(browser.handle(.command(.back)) == [.leave])
        #expect(browser.handle(.command(.back)) == [])
    }

    @Test func anAddressIsShownBeforeItIsOpened() throws {
        var browser = try opened()
        _ = browser.handle(.command(.nextLink))
        _ = browser.handle(.command(.nextLink))
        #expect(browser.handle(.command(.activate)) == [])
        #expect(browser.notice == .external("https://example.com/"))
        #expect(browser.handle(.command(.activate)) == [.openExternal("https://example.com/")])
        #expect(browser.notice == nil)
        #expect(browser.handle(.command(.activate)) == [])
        _ = browser.handle(.command(.scrollUp))
        #expect(browser.notice == nil)
        #expect(browser.handle(.linkClicked(2)) == [])
        #expect(browser.notice == .linkRefused(.scheme))
        #expect(browser.handle(.linkClicked(1)) == [])
        #expect(browser.handle(.linkClicked(1)) == [.openExternal("https://example.com/")])
        #expect(browser.handle(.linkClicked(99)) == [])
    }

    @Test func aMissingPageIsTheStartPageWithANotice() throws {
        var asked = MiniProgramBrowser(manifest: try Self.manifest(), requested: try Self.page("p/x"), rows: 10)
        #expect(asked.begin() == [.load(try Self.page("p/a"), id: 1)])
        #expect(asked.notice == .pageMissing(try Self.page("p/x")))

        var linked = try opened()
        #expect(linked.handle(.linkClicked(3)) == [])
        #expect(linked.notice == .pageMissing(try Self.page("p/zzz")))

        var failing = MiniProgramBrowser(manifest: try Self.manifest(), requested: try Self.page("p/b"), rows: 10)
        #expect(failing.begin() == [.load(try Self.page("p/b"), id: 1)])
        #expect(failing.handle(.pageFailed(id: 1)) == [.load(try Self.page("p/a"), id: 2)])
        #expect(failing.notice == .pageMissing(try Self.page("p/b")))
        #expect(failing.handle(.pageFailed(id: 2)) == [])
        #expect(failing.notice == .unreadable(try Self.page("p/a")))
        #expect(failing.handle(.command(.close)) == [.leave])
    }

    @Test func aNewSizeKeepsTheReadersPlace() throws {
        var browser = try opened()
        _ = browser.handle(.wheeled(lines: 15))
        _ = browser.handle(.resized(rows: 5, lineCount: 60, links: []))
        #expect(browser.offset == 30)
        _ = browser.handle(.resized(rows: 100, lineCount: 10, links: []))
        #expect(browser.offset == 0)
        _ = browser.handle(.resized(rows: -3, lineCount: -1, links: []))
        #expect(browser.offset == 0)
    }

    @Test(arguments: UInt64(1)...8) func stormsKeepTheInvariants(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var browser = MiniProgramBrowser(manifest: try Self.manifest(), requested: try Self.page("p/c"), rows: 3)
        var effects = browser.begin()
        var newest = 1
        let targets = ["a", "b", "c", "x", "../q", "https://e.com", "javascript:", "/p/b", "#z"]
        for _ in 0..<3_000 {
            for case .load(_, let id) in effects { newest = id }
            if effects == [.leave] {
                #expect(browser.handle(.command(.scrollDown)) == [])
                browser = MiniProgramBrowser(manifest: try Self.manifest(), rows: 3)
                effects = browser.begin()
                newest = 1
            }
            let lines = Int.random(in: 0...40, using: &random)
            let links = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let line = Int.random(in: 0...40, using: &random)
                return Link(targets.randomElement(using: &random) ?? "a", lines: line..<(line + 2))
            }
            let id = Int.random(in: max(0, newest - 1)...newest, using: &random)
            switch Int.random(in: 0...9, using: &random) {
            case 0, 1: effects = browser.handle(.pageLoaded(id: id, lineCount: lines, links: links))
            case 2: effects = browser.handle(.pageFailed(id: id))
            case 3: effects = browser.handle(.resized(rows: lines - 3, lineCount: lines, links: links))
            case 4: effects = browser.handle(.wheeled(lines: Int.random(in: -9...9, using: &random)))
            case 5: effects = browser.handle(.linkClicked(Int.random(in: -1...6, using: &random)))
            default:
                let command = MiniProgramBrowser.Command.allCases.randomElement(using: &random) ?? .back
                effects = browser.handle(.command(command))
            }
            #expect(browser.isLoading || (0...browser.maxOffset).contains(browser.offset))
            #expect((0...100).contains(browser.percent))
            #expect(effects.count <= 1)
        }
    }
}
