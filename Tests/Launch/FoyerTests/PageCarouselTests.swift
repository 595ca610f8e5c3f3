import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

/// A carousel of a host's own pages, on a screen of a host of `Foyer` alone.
@Suite struct PageCarouselTests {
    private final class Tips: Screen {
        let carousel: PageCarousel
        let keys = KeySheet()
        var shown: [Int] = []
        var chosen: [Int] = []
        /// How many drawings of pages were made.
        var drawn = 0
        private var context: ScreenContext?

        init(_ titles: [String] = ["One", "Two", "Three"], loops: Bool = true) {
            carousel = PageCarousel([], look: BannerStyle(loops: loops))
            carousel.pages = titles.map(page)
            carousel.whenShown = { [unowned self] in shown.append($0) }
            carousel.whenChosen = { [unowned self] page, context in
                chosen.append(page)
                if page == 2 { context.request(.push(BlankPage())) }
            }
        }

        func page(_ title: String) -> PageCarousel.Page {
            .init(SafeText(title)) { [unowned self] canvas in
                drawn += 1
                canvas.text(SafeText("page " + title), in: canvas.bounds.line(0), alignment: .leading)
            }
        }

        var elements: [any ScreenElement] { [keys, carousel] }

        /// Gives an answer in lines; returns whether the carousel took it.
        func choose(_ answer: SpokenAnswer) -> Bool {
            guard case .choose(let number) = answer.act, let context else { return false }
            return carousel.handle(.chosen(number), context: context)
        }

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            self.context = context
            let rows = carousel.rows(columns: canvas.columns, atMost: 8)
            carousel.draw(in: &canvas, rect: canvas.bounds.splitTop(rows).top, context: context)
            keys.draw(in: &canvas, language: context.language)
        }
        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            if event.key == .character("f") { carousel.setFocus(true, context) }
            if event.key == .character("?") { keys.open() }
            return event.key == .character("q") ? .leave : .stay
        }
    }

    private final class BlankPage: Screen {
        func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }
        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .leave }
    }

    private func test(_ tips: Tips, theme: DisplayTheme = DisplayTheme()) -> TestScreen {
        TestScreen(tips, size: CellSize(columns: 40, rows: 10), theme: theme)
    }

    @Test func itTurnsByItselfAndTellsOfEachPageThatWasSeen() {
        let tips = Tips()
        let test = test(tips)
        #expect(test.text.contains("page One"))
        test.advance(by: .milliseconds(3_500))
        #expect(test.text.contains("page Two") && tips.carousel.page == 1)
        test.advance(by: .seconds(3))
        #expect(tips.shown == [0, 1, 2])
    }

    @Test func withTheFocusKeysTurnAndChoose() {
        let tips = Tips()
        let test = test(tips)
        test.press(.right)
        #expect(tips.carousel.page == 0, "an arrow is the screen's without the focus")
        test.press(.character("f"), .right, .enter, .character("3"))
        #expect(tips.carousel.page == 2 && tips.chosen == [1])
        test.advance(by: .seconds(10))
        #expect(tips.carousel.page == 2, "it rests while it has the focus")
    }

    @Test func underAnElementOrAnotherScreenNoPageTurns() {
        let tips = Tips()
        let test = test(tips)
        test.press(.character("?"))
        test.advance(by: .seconds(10))
        #expect(tips.carousel.page == 0 && tips.shown == [0])
        test.press(.escape)
        test.press(.character("f"), .character("3"), .enter)
        #expect(tips.chosen == [2] && !test.text.contains("page"), "the chosen page has opened a screen")
        test.advance(by: .seconds(10))
        #expect(tips.carousel.page == 2)
    }

    @Test func whatOneCarouselSaysIsNoAnswerOfAnother() {
        let carousels = (0..<2).map { _ in PageCarousel([.init("One") { _ in }, .init("Two") { _ in }]) }
        let acts = carousels.map { Set($0.spoken(.english).answers.map(\.act)) }
        #expect(acts[0].count == 2 && acts[0].isDisjoint(with: acts[1]))
    }

    @Test func aPageIsDrawnOnceForEachSize() {
        let tips = Tips()
        let test = test(tips)
        test.advance(by: .seconds(10))
        #expect(tips.drawn == 3)
        test.resize(to: CellSize(columns: 60, rows: 12))
        test.advance(by: .seconds(10))
        #expect(tips.drawn == 6)
    }

    @Test func newPagesTakeThePlaceOfTheOld() {
        let tips = Tips()
        let test = test(tips)
        test.advance(by: .seconds(4))
        tips.carousel.pages = [tips.page("Only")]
        test.press(.character("x"))
        #expect(tips.carousel.page == 0 && test.text.contains("page Only"))
        tips.carousel.pages = []
        test.press(.character("x"))
        #expect(tips.carousel.page == nil && !test.text.contains("page"))
    }

    @Test func aPictureComesOnceItIsDrawn() async throws {
        let tips = Tips([])
        let red = try #require(Pixels(width: 1, height: 1, bytes: [255, 0, 0, 255]))
        tips.carousel.pages = [.init("Red", picture: red)]
        let test = test(tips)
        #expect(await test.wait { _ in test.styledText.lowercased().contains("#ff0000") }, "\(test.styledText)")
    }

    @Test func withReducedMotionItStandsStillUntilItIsStarted() {
        let tips = Tips()
        let test = test(tips, theme: DisplayTheme(reducesMotion: true))
        test.advance(by: .seconds(10))
        #expect(tips.carousel.page == 0)
        test.press(.character("f"), .character(" "))
        test.advance(by: .milliseconds(3_500))
        #expect(tips.carousel.page == 1)
    }

    @Test func inLinesAnotherPageIsANumber() throws {
        let tips = Tips(["One", "", "Three"])
        let test = test(tips)
        let spoken = tips.carousel.spoken(.english)
        #expect(spoken.title == "3 pages" && spoken.text == ["1: One"])
        #expect(spoken.answers.map(\.label) == ["One", "Page 2", "Three", "Open"] && spoken.usual == 3)
        #expect(tips.choose(spoken.answers[1]))
        #expect(tips.carousel.page == 1 && tips.carousel.spoken(.english).text == ["Page 2"])
        #expect(tips.choose(spoken.answers[3]) && tips.chosen == [1])
        #expect(!tips.choose(SpokenAnswer("Other", choose: 7)))
        #expect(!test.isOver)
    }
}
