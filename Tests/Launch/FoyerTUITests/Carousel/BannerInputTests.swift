import FoyerCore
import Testing

@testable import FoyerTUI

@Suite("Banner: what keys and the mouse mean")
struct BannerInputTests {
    /// Five pages in 40 × 9: the picture takes rows 0…7; in the last row the dots stand at 13, 16, 19, 22, 25 and the
    /// sign from 32 on.
    private func stage(_ count: Int = 5, style: BannerStyle = BannerStyle()) -> BannerStage {
        BannerStage(count, style: style, titles: [])
    }

    @Test("Without the focus all keys are the screen's, and the sign names none")
    func unfocused() {
        var stage = stage()
        stage.view.takesKeysUnfocused = false
        let keys: [KeyEvent] =
            "123456789hl ".unicodeScalars.map { .character($0) } + [.left, .right, .enter, .home, .end]
        for key in keys { #expect(stage.key(key) == nil, "\(key)") }
        #expect(stage.carousel.page == 0 && stage.carousel.movement == .moving)
        #expect(!stage.buffer.text.contains("space"))
        stage.focus()
        #expect(stage.buffer.text.contains("space"))
        stage.key(.character("3"))
        #expect(stage.carousel.page == 2)
    }

    @Test("h and l page wherever the focus is, where the screen lets them; arrows and Enter want it")
    func keys() {
        var stage = stage()
        stage.key(.character("l"))
        #expect(stage.carousel.page == 1)
        stage.key(.character("h"))
        stage.key(.character("h"))
        #expect(stage.carousel.page == 4)
        #expect(stage.key(.left) == nil && stage.key(.right) == nil && stage.key(.enter) == nil)
        stage.focus()
        stage.key(.right)
        #expect(stage.carousel.page == 0)
        stage.key(.left)
        #expect(stage.carousel.page == 4)
        #expect(stage.key(.enter) == [.reportSelected(page: 4, openURL: "foyer://a/4")])
    }

    @Test("Digits, Home and End go to a page; a digit without one is nobody's")
    func jumps() {
        var stage = stage()
        stage.key(.character("3"))
        #expect(stage.carousel.page == 2)
        stage.key(.end)
        #expect(stage.carousel.page == 4)
        stage.key(.home)
        #expect(stage.carousel.page == 0)
        #expect(stage.key(.character("6")) == nil && stage.key(.character("0")) == nil)
        #expect(stage.carousel.page == 0)
    }

    @Test("Space stops and resumes, and is left alone where nothing moves")
    func space() {
        var stage = stage()
        stage.key(.character(" "))
        #expect(stage.carousel.movement == .stopped)
        stage.key(.character(" "))
        #expect(stage.carousel.movement == .moving)
        var still = self.stage(style: BannerStyle(isAutoScrolling: false))
        #expect(still.key(.character(" ")) == nil && still.carousel.pauseReasons.isEmpty)
        var single = self.stage(1)
        #expect(single.key(.character(" ")) == nil)
    }

    @Test("Focus stops the movement, leaving resumes it")
    func focus() {
        var stage = stage()
        stage.focus()
        #expect(stage.carousel.pauseReasons == [.focus] && stage.view.isFocused)
        #expect(stage.view.setFocus(true).isEmpty)
        stage.focus(false)
        #expect(stage.carousel.isTickDue)
    }

    @Test("A click on the picture chooses the page; one on a dot goes there; one beside the dots pages")
    func clicks() {
        var stage = stage()
        #expect(stage.click(20, 3) == [.reportSelected(page: 0, openURL: "foyer://a/0")])
        #expect(stage.click(22, 8).isEmpty)
        #expect(stage.carousel.page == 3)
        stage.rest()
        stage.click(11, 8)
        #expect(stage.carousel.page == 2)
        stage.rest()
        stage.click(28, 8)
        #expect(stage.carousel.page == 3)
        stage.click(33, 8)
        #expect(stage.carousel.movement == .stopped)
    }

    @Test("Over the picture, the indicator's row is not the page's")
    func clicksInside() {
        var stage = stage(style: BannerStyle(indicator: IndicatorStyle(place: .inside)))
        let controls = stage.layout.controls
        #expect(stage.click(controls.column, controls.row).isEmpty)
        #expect(stage.carousel.page == 4)
        stage.rest()
        let selected: [CarouselEffect] = [.reportSelected(page: 4, openURL: "foyer://a/4")]
        #expect(stage.click(controls.column, controls.row - 1) == selected)
        #expect(stage.click(0, controls.row) == selected)
        // Without an indicator the row is the page's, the sign's part alone is not.
        var plain = self.stage(style: BannerStyle(indicator: IndicatorStyle(.none, place: .inside)))
        let sign = plain.layout.sign
        #expect(plain.click(sign.column - 1, sign.row) == [.reportSelected(page: 0, openURL: "foyer://a/0")])
        #expect(plain.click(sign.column, sign.row).isEmpty)
        #expect(plain.carousel.movement == .stopped)
        var single = self.stage(1, style: BannerStyle(indicator: IndicatorStyle(place: .inside)))
        #expect(single.click(20, controls.row) == [.reportSelected(page: 0, openURL: "foyer://a/0")])
    }

    @Test("A fraction pages by its halves")
    func fraction() {
        var stage = stage(style: BannerStyle(indicator: IndicatorStyle(.fraction)))
        stage.click(25, 8)
        #expect(stage.carousel.page == 1)
        stage.click(12, 8)
        #expect(stage.carousel.page == 0)
    }

    @Test("The wheel pages, over the banner alone")
    func wheel() {
        var stage = stage()
        stage.mouse(.wheelDown, 5, 5)
        #expect(stage.carousel.page == 1)
        stage.mouse(.wheelUp, 5, 8)
        #expect(stage.carousel.page == 0)
        #expect(stage.mouse(.wheelDown, 5, 9) == nil)
    }

    @Test("A drag takes the picture along, also when the pointer leaves the banner")
    func drag() {
        var stage = stage()
        stage.mouse(.press, 30, 3)
        stage.mouse(.drag, 22, 12)
        #expect(stage.pictureRow() == String(repeating: "A", count: 32) + String(repeating: "B", count: 8))
        stage.now += .milliseconds(400)
        stage.mouse(.drag, 5, 12)
        #expect(stage.pictureRow() == String(repeating: "A", count: 15) + String(repeating: "B", count: 25))
        stage.mouse(.release, 5, 12)
        #expect(stage.carousel.page == 1)
        // Nothing is held any more.
        #expect(stage.mouse(.drag, 20, 12) == nil && stage.mouse(.release, 20, 12) == nil)
    }

    @Test("A drag that ends where it began is no click")
    func returningDrag() {
        var stage = stage()
        stage.mouse(.press, 30, 3)
        stage.mouse(.drag, 28, 3)
        stage.mouse(.drag, 30, 3)
        #expect(stage.mouse(.release, 30, 3) == [])
        #expect(stage.mouse(.click, 30, 3) == [])
    }

    @Test("The pointer over the banner stops it, where the terminal tells")
    func hover() {
        var stage = stage()
        #expect(stage.mouse(.move, 3, 20) == nil)
        stage.mouse(.move, 3, 3)
        #expect(stage.carousel.pauseReasons == [.hover])
        #expect(stage.mouse(.move, 4, 3) == [])
        stage.mouse(.move, 4, 20)
        #expect(stage.carousel.pauseReasons.isEmpty)
    }

    @Test("The error image is chosen by Enter and by a click; blank and hidden banners take nothing")
    func errorImage() {
        var stage = stage(0)
        func actions(_ input: InputEvent) -> [BannerAction]? {
            stage.view.actions(for: input, in: stage.rect)
        }
        let click = InputEvent.mouse(MouseEvent(.click, column: 1, row: 1))
        stage.view.content = .errorImage
        #expect(actions(click) == [.errorImageChosen])
        #expect(actions(.key(.enter)) == nil)
        stage.focus()
        #expect(actions(.key(.enter)) == [.errorImageChosen])
        for content in [BannerContent.blank, .hidden, .waiting] {
            stage.view.content = content
            #expect(actions(click) == nil && actions(.key(.enter)) == nil && actions(.key(.character("l"))) == nil)
        }
    }

    @Test("The room may lie anywhere")
    func elsewhere() {
        let stage = stage()
        let rect = Rect(column: 10, row: 4, columns: 40, rows: 9)
        let press = InputEvent.mouse(MouseEvent(.press, column: 12, row: 5))
        #expect(
            stage.view.actions(for: press, in: rect) == [
                .carousel(.pressed(column: 2, row: 1))
            ])
        let click = InputEvent.mouse(MouseEvent(.click, column: 32, row: 12))
        #expect(
            stage.view.actions(for: click, in: rect) == [.carousel(.command(.goTo(3)))])
    }
}

@Suite struct ClickSlipTests {
    private func click(_ actions: [(MouseEvent.Kind, Int, Int)]) -> MouseEvent? {
        var slip = ClickSlip()
        return actions.compactMap { slip.click(after: MouseEvent($0.0, column: $0.1, row: $0.2)) }.first
    }

    @Test func aReleaseOneCellBesideThePressIsAClickThere() {
        for (column, row) in [(4, 2), (6, 2), (5, 1), (6, 3)] {
            #expect(click([(.press, 5, 2), (.release, column, row)]) == MouseEvent(.click, column: 5, row: 2))
        }
    }

    @Test func othersAreNone() {
        // In the same cell the terminal reports the click itself.
        #expect(click([(.press, 5, 2), (.release, 5, 2)]) == nil)
        #expect(click([(.press, 5, 2), (.release, 7, 2)]) == nil)
        #expect(click([(.press, 5, 2), (.drag, 8, 2), (.drag, 6, 2), (.release, 6, 2)]) == nil)
        #expect(click([(.release, 6, 2)]) == nil)
    }
}
