import FoyerCore
import FoyerTUI
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

@Suite struct TouchBannerTests {
    @Test func itLoadsAndShowsAndTellsInOrder() {
        let rig = TouchBannerRig()
        rig.load()
        #expect(rig.told == ["loaded from server"], "nothing is seen before it is drawn")
        rig.advance(.zero)
        #expect(rig.told == ["loaded from server", "shown 0"])
        rig.advance(.seconds(2))
        rig.draw()
        #expect(rig.impressions == [0], "repaints are no impressions")
    }

    @Test func itMovesByItselfAndTellsOfEachPageOnce() {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.seconds(16))
        #expect(rig.impressions == [0, 1, 2, 3, 4, 0])
        #expect(rig.told.filter { $0.hasPrefix("shown") } == [0, 1, 2, 3, 4, 0].map { "shown \($0)" })
    }

    @Test func atRestItWakesForItsTickAlone() {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.zero)
        #expect(rig.advance(.milliseconds(2_999)) == 0)
        // A tick, 24 frames of a slide, and its end.
        #expect((24...27).contains(rig.advance(.milliseconds(2_999))))
    }

    @Test func whatNobodySeesIsNotShownAndDoesNotMove() {
        let rig = TouchBannerRig()
        rig.load()
        rig.advance(.zero)
        rig.room = Rect(CellSize(columns: 0, rows: 0))
        rig.draw()
        #expect(rig.banner.nextFrame(after: rig.now) == nil)
        rig.advance(.seconds(30))
        #expect(rig.impressions == [0])
        rig.room = nil
        rig.draw()
        rig.advance(.seconds(1))
        #expect(rig.impressions == [0, 0], "a new showing")
    }

    @Test func aSheetOfTheScreensOwnHidesIt() {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.seconds(1))
        rig.banner.setObscured(true, rig.context)
        rig.draw()
        #expect(rig.advance(.seconds(10)) == 0 && rig.impressions == [0])
        // Another screen comes and goes above the sheet.
        rig.handle(.covered)
        rig.handle(.uncovered)
        #expect(rig.advance(.seconds(10)) == 0 && rig.impressions == [0])
        rig.banner.setObscured(false, rig.context)
        rig.draw()
        rig.advance(.seconds(2))
        #expect(rig.impressions == [0, 0], "a new showing")
    }

    @Test func aClickOnItsSignMaySlipByACell() throws {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.seconds(1))
        let sign = BannerView().layout(in: rig.size).sign
        #expect(rig.banner.movement == .moving)
        rig.mouse(.press, sign.column, sign.row)
        rig.mouse(.release, sign.column - 1, sign.row)
        #expect(rig.banner.movement == .stopped)
        #expect(!rig.told.contains { $0.hasPrefix("selected") }, "it is no click on the page")
    }

    @Test func aScreenOnTopHidesIt() {
        let rig = TouchBannerRig()
        rig.load()
        rig.advance(.zero)
        rig.handle(.covered)
        #expect(rig.banner.nextFrame(after: rig.now) == nil)
        rig.advance(.seconds(30))
        rig.handle(.uncovered)
        rig.draw()
        rig.advance(.seconds(1))
        #expect(rig.impressions == [0, 0])
    }

    @Test func reducedMotionStartsPausedAndPagesWithoutASlide() {
        let rig = TouchBannerRig(theme: DisplayTheme(reducesMotion: true))
        rig.load()
        rig.finishPictures()
        rig.advance(.seconds(60))
        #expect(rig.impressions == [0])
        rig.press(.character("l"))
        rig.advance(.zero)
        #expect(rig.impressions == [0, 1])
        rig.press(.character(" "))
        rig.advance(.milliseconds(3_100))
        #expect(rig.impressions == [0, 1, 2], "play moves it all the same")
    }

    @Test func withoutACampaignItTakesNoRoomAndComesBackWithData() {
        let rig = TouchBannerRig()
        rig.banner.load(rig, rig.context)
        #expect(rig.banner.rows(columns: 40, atMost: 9) == 8)
        rig.answer(.noCampaign)
        #expect(rig.told == ["hidden true", "failed -994"])
        #expect(rig.banner.rows(columns: 40, atMost: 9) == 0)
        #expect(rig.banner.status == .hidden && rig.banner.nextFrame(after: rig.now) == nil)
        #expect(!rig.press(.character("l")), "its keys are nobody's")
        rig.load()
        rig.advance(.zero)
        #expect(Array(rig.told.dropFirst(2)) == ["hidden false", "loaded from server", "shown 0"])
    }

    @Test func aDeadServerBringsWhatTheDiskHasAndThenNothing() {
        let rig = TouchBannerRig()
        rig.banner.load(rig, rig.context)
        rig.answer(.failed(Phrase(asIs: "dead")))
        #expect(rig.effects.last == .readCache(key: "home", load: 1))
        rig.readCache(TouchBannerRig.data(2))
        #expect(rig.told == ["loaded from cache"])
        #expect(rig.banner.status == .cached)
        rig.banner.load(rig, rig.context)
        rig.answer(.failed(Phrase(asIs: "dead")))
        #expect(rig.told.contains("loaded from shown"))
        #expect(rig.banner.status == .cached, "still what the cache had")

        let empty = TouchBannerRig()
        empty.banner.load(empty, empty.context)
        empty.answer(.failed(Phrase(asIs: "dead")))
        empty.readCache(nil)
        empty.draw()
        #expect(empty.told == ["failed -994"] && empty.banner.status == .blank)
        #expect(!empty.text.contains { !$0.isWhitespace })
        #expect(empty.banner.rows(columns: 40, atMost: 9) == 8, "the room stays")
    }

    @Test func theErrorImageIsChosenByClickAndByEnter() throws {
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [9, 9, 9, 255]))
        let rig = TouchBannerRig(errorImage: pixels)
        rig.banner.load(rig, rig.context)
        rig.answer(.failed(Phrase(asIs: "dead")))
        rig.readCache(nil)
        rig.draw()
        #expect(rig.banner.status == .errorImage && rig.banner.showsErrorImage)
        #expect(rig.text.contains("The banner could not be loaded."), "a picture alone does not say it")
        rig.mouse(.click, 3, 3)
        rig.banner.setFocus(true, rig.context)
        rig.press(.enter)
        rig.banner.perform(.choose, rig.context)
        #expect(rig.told == ["failed -994", "error image", "error image", "error image"])
    }

    @Test func picturesOfTheHostsOwnMayComeLaterAndGoAgain() throws {
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [9, 9, 9, 255]))
        let rig = TouchBannerRig()
        rig.banner.errorImage = pixels
        #expect(!rig.banner.showsErrorImage && rig.banner.errorImage == pixels, "nothing has failed yet")
        rig.banner.errorImage = nil
        rig.banner.placeholder = pixels
        #expect(rig.banner.placeholder == pixels)
        rig.banner.placeholder = nil
        #expect(rig.banner.placeholder == nil)
        rig.banner.load(rig, rig.context)
        rig.answer(.failed(Phrase(asIs: "dead")))
        rig.readCache(nil)
        rig.advance(TouchBanner.leastSign)
        #expect(rig.banner.status == .blank && !rig.text.contains("could not be loaded"))

        rig.banner.errorImage = pixels
        rig.draw()
        #expect(rig.banner.status == .errorImage && rig.text.contains("could not be loaded"))
        rig.banner.perform(.choose, rig.context)
        #expect(rig.told == ["failed -994", "error image"])
        rig.banner.errorImage = nil
        rig.draw()
        #expect(rig.banner.status == .blank && !rig.text.contains("could not be loaded"))

        rig.load()
        rig.banner.errorImage = pixels
        rig.banner.style.scrollInterval = 7
        rig.finishPictures()
        #expect(rig.banner.status == .ok && !rig.banner.showsErrorImage && rig.banner.data?.items.count == 5)
        rig.advance(.seconds(6))
        #expect(rig.banner.page == 0)
        rig.advance(.seconds(2))
        #expect(rig.banner.page == 1, "the new interval counts")
    }

    @Test func aReloadIsSeenAtOnceAndAQuickAnswerDoesNotFlash() throws {
        let pixels = try #require(Pixels(width: 1, height: 1, bytes: [9, 9, 9, 255]))
        for rig in [TouchBannerRig(errorImage: pixels), TouchBannerRig()] {
            let words = "The banner could not be loaded."
            func fail() {
                rig.answer(.failed(Phrase(asIs: "dead")))
                rig.readCache(nil)
                rig.draw()
            }
            rig.banner.load(rig, rig.context)
            fail()
            let failed = rig.text
            #expect(failed.contains(words) == (rig.banner.status == .errorImage))
            rig.advance(.seconds(60))
            rig.banner.load(rig, rig.context)
            rig.draw()
            #expect(rig.text.contains("●") && !rig.text.contains(words), "as calm as the first time")
            rig.press(.enter)
            #expect(!rig.told.contains("error image"), "there is none to be chosen now")
            fail()
            #expect(rig.text.contains("●"), "the answer has come at once")
            rig.advance(TouchBanner.leastSign)
            #expect(rig.text == failed)
            // The rig's error image is never mapped, so that dots go on in its place.
            if rig.banner.status == .blank { #expect(rig.advance(.seconds(60)) == 0) }
            // An answer that takes its time is there when it comes, be it the wrong one or the right.
            rig.banner.load(rig, rig.context)
            rig.advance(.seconds(2))
            fail()
            #expect(rig.text == failed)
            rig.load()
            #expect(rig.text.contains("Page 0"))
        }
    }

    @Test func theDelegateIsAskedBeforeALinkIsOpened() {
        let rig = TouchBannerRig()
        rig.load()
        rig.advance(.zero)
        rig.told = []
        rig.mouse(.press, 5, 2)
        rig.mouse(.release, 5, 2)
        #expect(
            rig.told == [
                "selected 0 https://a.example/0", "open https://a.example/0 false",
                "opened opened(\"https://a.example/0\")",
            ])
        rig.told = []
        rig.consumes = true
        rig.banner.perform(.choose, rig.context)
        #expect(rig.told == ["selected 0 https://a.example/0", "open https://a.example/0 true"])
    }

    @Test func thePointerPausesItWhileItIsThere() {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.zero)
        rig.mouse(.move, 5, 2)
        rig.advance(.seconds(8))
        rig.mouse(.move, 6, 2)
        rig.advance(.seconds(8))
        #expect(rig.banner.page == 0 && rig.banner.movement == .stopped)
        rig.mouse(.move, 6, 20)
        rig.advance(.milliseconds(3_100))
        #expect(rig.banner.page == 1)
        rig.mouse(.move, 6, 2)
        #expect(rig.advance(.milliseconds(9_900)) <= 27, "the slide, and then nothing")
        #expect(rig.banner.page == 1)
        rig.advance(.milliseconds(3_200))
        #expect(rig.banner.page == 2, "it may have left the window: terminals do not tell")
    }

    @Test func aTouchpadPagesOnceASlide() {
        let rig = TouchBannerRig()
        rig.load()
        rig.advance(.zero)
        for _ in 0..<30 {
            rig.mouse(.wheelDown, 5, 2)
            rig.advance(.milliseconds(10))
        }
        #expect(rig.banner.page == 1)
        rig.advance(.milliseconds(200))
        rig.mouse(.wheelDown, 5, 2)
        #expect(rig.banner.page == 2)
    }

    @Test func picturesAreAskedForAroundThePageInTheSizeShown() throws {
        let rig = TouchBannerRig()
        rig.load(9)
        let first = try #require(rig.prepared.last)
        #expect(first.imageURLs == [0, 1, 8, 2, 7].map { "/\($0).png" })
        #expect(rig.preferred.last == first.imageURLs)
        #expect(first.style.size == CellSize(columns: 40, rows: 8))
        rig.finishPictures()
        #expect(rig.text.contains("AAAA"))
        rig.press(.character("l"))
        #expect(rig.prepared.last?.imageURLs == ["/3.png"], "only what is missing")
        #expect(rig.preferred.last == [1, 2, 0, 3, 8].map { "/\($0).png" })
        rig.size = CellSize(columns: 60, rows: 12)
        rig.draw()
        #expect(rig.prepared.last?.style.size == CellSize(columns: 60, rows: 11))
        #expect(rig.text.contains("BBBB"), "the old picture until the new one is there")
    }

    @Test func aResizeInTheMiddleOfASlideChangesNoPage() {
        let rig = TouchBannerRig()
        rig.load()
        rig.finishPictures()
        rig.advance(.milliseconds(3_200))
        #expect(rig.banner.page == 1)
        rig.size = CellSize(columns: 70, rows: 15)
        rig.draw()
        rig.advance(.milliseconds(10))
        #expect(rig.impressions == [0, 1], "settled by the resize")
        rig.advance(.milliseconds(2_700))
        #expect(rig.banner.page == 1)
        rig.advance(.milliseconds(200))
        #expect(rig.banner.page == 2, "and no deadline moved")
    }

    @Test func aPageThatIsOvertakenBeforeAFrameShowsItWasNotShown() {
        let rig = TouchBannerRig(theme: DisplayTheme(reducesMotion: true))
        rig.load()
        rig.advance(.zero)
        for _ in 0..<3 { rig.handle(.input(.key(.character("l")))) }
        rig.draw()
        rig.advance(.zero)
        #expect(rig.impressions == [0, 3])
    }

    @Test func viewableImpressionsNeedTheirPictureDrawnForASecond() {
        let rig = TouchBannerRig(policy: .viewable)
        rig.load()
        rig.advance(.seconds(2))
        #expect(rig.impressions == [])
        rig.finishPictures()
        rig.advance(.milliseconds(900))
        #expect(rig.impressions == [])
        rig.advance(.milliseconds(150))
        #expect(rig.impressions == [0])
    }

    @Test func inAnyStormNothingIsToldWhileDrawingAndThePageIsOneOfThem() {
        var random = SplitMix64(seed: 0xBA77)
        let rig = TouchBannerRig()
        rig.banner.load(rig, rig.context)
        for _ in 0..<2_000 {
            storm(rig, &random)
            let count = rig.banner.data?.items.count ?? 0
            #expect(rig.banner.page.map { (0..<count).contains($0) } ?? (count == 0))
        }
        #expect(!rig.told.contains { $0.hasPrefix("while drawing") })
        #expect(rig.impressions.count == rig.told.count { $0.hasPrefix("shown") })
    }

    private func storm(_ rig: TouchBannerRig, _ random: inout SplitMix64) {
        switch Int.random(in: 0..<14, using: &random) {
        case 0:
            rig.banner.load(rig, rig.context)
            rig.answer(.data(TouchBannerRig.data(Int.random(in: 1...6, using: &random))))
        case 1 where Bool.random(using: &random): rig.answer(.noCampaign)
        case 2: rig.post(.pictureFailed(imageURL: "/1.png"))
        case 3: rig.finishPictures()
        case 4: rig.handle(.covered)
        case 5: rig.handle(.uncovered)
        case 6:
            rig.size = CellSize(
                columns: Int.random(in: 0...90, using: &random), rows: Int.random(in: 0...30, using: &random))
            rig.draw()
        case 7: rig.press(.character(["l", "h", " ", "3", "9"].randomElement(using: &random) ?? "l"))
        case 8:
            let kinds: [MouseEvent.Kind] = [.press, .drag, .release, .click, .wheelDown, .move]
            rig.mouse(
                kinds.randomElement(using: &random) ?? .press, Int.random(in: -2...90, using: &random),
                Int.random(in: -2...30, using: &random))
        case 9: rig.banner.setFocus(Bool.random(using: &random), rig.context)
        default: rig.advance(.milliseconds(Int.random(in: 0...1_500, using: &random)))
        }
    }
}
