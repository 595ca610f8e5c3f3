import TestSupport
import Testing

@testable import FoyerCore
@testable import FoyerTUI

/// Pictures that move, and pictures of a fade, in a terminal with kitty's protocol.
@Suite struct PixelSlideTests {
    private static let screen = CellSize(columns: 60, rows: 16)
    private static let cell = TerminalAnswers.PixelSize(width: 4, height: 8)
    private static let frame = Duration.milliseconds(20)

    private static func picture(_ seed: Int, size: CellSize) throws -> CellPicture {
        var bytes: [UInt8] = []
        for index in 0..<64 * 16 {
            let (red, green): (Int, Int) = (index * 37 + seed * 91, index * 11 + seed)
            bytes += [UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green)]
            bytes += [UInt8(truncatingIfNeeded: index), 255]
        }
        return PictureMapping.cells(
            for: try #require(Pixels(width: 64, height: 16, bytes: bytes)), size: size, contentMode: .scaleToFill,
            palette: .direct, background: .rgb(0, 0, 0), pixelCell: cell)
    }

    /// A banner on a screen, before a terminal whose encoding takes no time.
    private struct Rig {
        var banner: BannerStage
        let place: Rect
        var layer: PixelLayer
        var kitty = KittyReader()
        /// The cells beneath the pixels.
        var cells: [ScreenCell] = []
        private(set) var frame = Frame(size: PixelSlideTests.screen, cells: [])
        private(set) var lastBytes: [UInt8] = []
        /// Kitty's numbers of the pages' pictures.
        private(set) var pages: [Int: Int] = [:]
        let output: PixelOutput
        var text: SafeText = ""
        var hasSheet = false
        var panel: Rect?

        init(
            _ count: Int = 3, style: BannerStyle = BannerStyle(), isRecorded: Bool = false,
            form: PixelOutput.Form = .kitty
        ) throws {
            output = try #require(PixelOutput(form, cell: PixelSlideTests.cell))
            layer = PixelLayer(output: output, isRecorded: isRecorded)
            banner = BannerStage(count, style: style, columns: 40, rows: 9)
            place = Rect(column: 7, row: 3, columns: 40, rows: 9)
            let size = banner.view.layout(in: place.size).pictureSize
            banner.view.content = .pages(
                try (0..<count).map { page in
                    BannerPage(
                        title: ["Autumn", "夜市 Night Market", "", "Clouds"][page % 4], picture: .ready,
                        cells: try PixelSlideTests.picture(page, size: size))
                })
        }

        var picture: Rect {
            banner.view.layout(in: place.size).picture.moved(columns: place.column, rows: place.row)
        }

        private func draw() -> Frame {
            var canvas = Canvas(size: PixelSlideTests.screen, theme: banner.theme)
            canvas.fill(.ground)
            canvas.text(text, column: 1, row: 1)
            banner.view.render(into: &canvas, in: place, at: banner.now)
            if let panel { canvas.fill(.raised, in: panel) }
            if hasSheet { canvas.scrim(0.5) }
            var frame = Frame(size: canvas.size, cells: canvas.buffer.cells, pictures: canvas.pictures)
            frame.expected = canvas.expected
            return frame
        }

        mutating func show(after pause: Duration = .zero) {
            banner.send(.deadlineReached, after: pause)
            show(draw())
        }

        mutating func show(_ frame: Frame) {
            let change = layer.show(frame, size: frame.size, at: banner.now)
            lastBytes = change.bytes
            if output.form == .kitty { kitty.feed(change.bytes) }
            cells = change.cells ?? frame.cells
            self.frame = frame
        }

        /// Lets time pass in which nothing is drawn, and sends at most so many pieces.
        mutating func rest(_ time: Duration = .milliseconds(200), pieces: Int = .max) {
            banner.now += time
            for job in layer.due(at: banner.now) {
                let encoded = EncodedPicture(job.picture, output: output, image: job.image, compress: { $0 })
                layer.take(encoded, of: job.picture, image: job.image)
            }
            var left = pieces
            while layer.hasPieces, left > 0 {
                kitty.feed(layer.nextPiece { ([], CellPosition(column: 0, row: 0)) })
                left -= 1
            }
        }

        /// The first page and its neighbours at rest, all of them sent.
        mutating func begin() {
            show()
            rest()
        }

        /// Goes on until the slide is over; calls `look` after each frame.
        mutating func slide(_ command: CarouselCommand, look: (Rig, _ frame: Int) throws -> Void) rethrows {
            banner.send(.command(command))
            var frame = 0
            while banner.carousel.isSliding {
                show(after: PixelSlideTests.frame)
                try look(self, frame)
                frame += 1
            }
        }

        // MARK: What is seen

        struct Place {
            let image: Int
            /// On the screen.
            let rect: Rect
            /// The part's place in its picture, in cells.
            let column: Int
            let row: Int
        }

        var places: [Place] {
            kitty.placements.map { key, placement in
                func number(_ name: String) -> Int { Int(placement.keys[name] ?? "") ?? 0 }
                let cell = PixelSlideTests.cell
                return Place(
                    image: key[0],
                    rect: Rect(
                        column: placement.column, row: placement.row, columns: number("c"), rows: number("r")),
                    column: number("x") / cell.width, row: number("y") / cell.height)
            }
        }

        /// Cells under pixels.
        var sharp: Set<CellPosition> { Set(places.flatMap { PixelSlideTests.cells($0.rect) }) }
        var isMoving: Bool { !banner.carousel.isAtRest }

        /// The faults of the terminal's screen; empty if there are none.
        func faults() -> [String] {
            var faults = kitty.faults
            let sharp = sharp
            for (index, cell) in frame.cells.enumerated() {
                let place = CellPosition(
                    column: index % frame.size.columns, row: index / frame.size.columns)
                if !sharp.contains(place), cells[index] != cell { faults.append("cell \(place) is an older one") }
                if cells[index].width == 0, index == 0 || cells[index - 1].width != 2 {
                    faults.append("half a character at \(place)")
                }
                if cells[index].width == 2, cells[index + 1].width != 0 {
                    faults.append("half a character at \(place)")
                }
            }
            return faults
        }

        /// The cells of the picture that are not under pixels.
        var coarse: Set<CellPosition> { PixelSlideTests.cells(picture).subtracting(sharp) }

        /// Those that text of the present page covers.
        var covered: Set<CellPosition> {
            let layout = banner.view.layout(in: place.size)
            let page = banner.carousel.page.map { banner.view.content.pages[$0] }
            let title = layout.title.splitLeft(page?.title.columns ?? 0).left
            return PixelSlideTests.cells(title.moved(columns: place.column, rows: place.row))
        }

        mutating func learnPage() {
            if let page = banner.carousel.page, let image = places.first?.image { pages[image] = page }
        }

        /// Every placement shows its page where the carousel has it.
        var showsPagesInPlace: Bool {
            let visible = banner.carousel.visiblePages(at: banner.now)
            return places.allSatisfy { place in
                visible.contains { page in
                    pages[place.image] == page.page && place.rect.column == picture.column + page.offset + place.column
                        && place.rect.row == picture.row + place.row
                }
            }
        }
    }

    static func cells(_ rect: Rect) -> Set<CellPosition> {
        Set(
            (rect.row..<rect.endRow).flatMap { row in
                (rect.column..<rect.endColumn).map { CellPosition(column: $0, row: row) }
            })
    }

    // MARK: Slides

    @Test(arguments: [2, 3]) func noFrameOfASlideIsCoarse(count: Int) throws {
        var rig = try Rig(count)
        rig.begin()
        #expect(rig.coarse == rig.covered)
        // Once round, so that each page's number is known.
        for _ in 0..<count {
            rig.learnPage()
            rig.slide(.next) { _, _ in }
            rig.rest()
        }
        #expect(rig.pages.count == count)
        for command in [CarouselCommand.next, .next, .previous, .goTo(0), .previous] {
            let images = rig.kitty.images.count
            try rig.slide(command) { rig, frame in
                try #require(rig.coarse == rig.covered, "\(command), frame \(frame)")
                try #require(rig.showsPagesInPlace, "\(command), frame \(frame)")
                try #require(rig.faults() == [], "\(command), frame \(frame)")
            }
            #expect(rig.kitty.images.count == images, "nothing is sent again")
            rig.rest()
        }
    }

    @Test func theFirstSlideIsSharpToo() throws {
        var rig = try Rig()
        rig.begin()
        #expect(rig.kitty.images.count == 3)
        try rig.slide(.next) { rig, frame in try #require(rig.coarse == rig.covered, "frame \(frame)") }
        #expect(rig.faults() == [])
    }

    @Test func aDraggedPageIsSharp() throws {
        var rig = try Rig()
        rig.begin()
        rig.banner.send(.pressed(column: 20, row: 2))
        for column in [17, 12, 3, 25, 39] {
            rig.banner.send(.dragged(column: column, row: 2), after: Self.frame)
            rig.show()
            #expect(rig.coarse == rig.covered && rig.faults() == [], "\(column)")
        }
    }

    @Test func aFocusedBannerIsSharpInsideItsRing() throws {
        var rig = try Rig()
        rig.banner.focus()
        rig.begin()
        try rig.slide(.next) { rig, frame in
            let ring = Self.cells(rig.picture).subtracting(Self.cells(rig.picture.inset(columns: 1, rows: 1)))
            try #require(rig.coarse.isSubset(of: rig.covered.union(ring)) && rig.faults() == [], "frame \(frame)")
        }
    }

    @Test func aSlideSendsNoCellsBeneathItsPixels() throws {
        var rig = try Rig()
        rig.begin()
        let before = rig.cells
        let picture = Self.cells(rig.picture)
        try rig.slide(.next) { rig, frame in
            let sharp = rig.sharp
            for place in picture where sharp.contains(place) {
                let index = place.row * Self.screen.columns + place.column
                guard rig.cells[index] != before[index] else { continue }
                // Where the former title was.
                try #require(place.row == rig.picture.row + rig.banner.view.layout(in: rig.place.size).title.row)
            }
            try #require(rig.lastBytes.count < 900, "frame \(frame): \(rig.lastBytes.count) bytes")
        }
    }

    @Test func atRestAfterASlideItIsAsIfItHadNeverMoved() throws {
        func places(_ rig: Rig) -> [String] {
            rig.places.map { "\($0.rect) \($0.column) \($0.row)" }.sorted()
        }
        var moved = try Rig()
        moved.begin()
        moved.slide(.next) { _, _ in }
        moved.rest()
        var fresh = try Rig()
        fresh.banner.send(.command(.goTo(1)))
        fresh.show(after: .seconds(1))
        fresh.rest()
        #expect(places(moved) == places(fresh))
        #expect(moved.frame.cells == fresh.frame.cells)
    }

    @Test func aFrameOfASlideCutsAPictureThatIsBeingSent() throws {
        var rig = try Rig()
        rig.show()
        rig.rest(pieces: 3)
        #expect(rig.layer.isSending)
        rig.slide(.next) { rig, _ in #expect(rig.faults() == []) }
        rig.rest()
        #expect(rig.coarse == rig.covered && rig.kitty.images.count == 3)
    }

    @Test func aSheetInTheMiddleOfASlideRemovesThePixels() throws {
        var rig = try Rig()
        rig.begin()
        rig.slide(.next) { rig, frame in
            guard frame == 6 else { return }
            var covered = rig
            covered.hasSheet = true
            covered.show()
            #expect(covered.sharp.isEmpty && covered.cells == covered.frame.cells && covered.faults() == [])
            covered.hasSheet = false
            covered.show()
            #expect(covered.coarse == covered.covered && covered.faults() == [])
        }
    }

    @Test func aPageInTheMiddleOfASlideRemovesThePixels() throws {
        var rig = try Rig()
        rig.begin()
        rig.slide(.next) { rig, frame in
            guard frame == 6 else { return }
            var covered = rig
            covered.show(Frame(size: Self.screen, cells: Canvas(size: Self.screen).buffer.cells))
            #expect(covered.sharp.isEmpty && covered.cells == covered.frame.cells && covered.faults() == [])
        }
    }

    @Test func aResizeInTheMiddleOfASlideRemovesThePixels() throws {
        var rig = try Rig()
        rig.begin()
        rig.slide(.next) { rig, frame in
            guard frame == 6 else { return }
            var resized = rig
            resized.layer.invalidate(at: resized.banner.now)
            resized.banner.resize(columns: 30, rows: 9)
            resized.show()
            #expect(resized.sharp.isEmpty && resized.kitty.images.isEmpty && resized.cells == resized.frame.cells)
            resized.banner.resize(columns: 40, rows: 9)
            resized.show()
            resized.rest()
            #expect(resized.coarse == resized.covered && resized.faults() == [])
        }
    }

    /// Asciicast players know no pixels.
    @Test func aRecordedSlideMovesInCells() throws {
        var rig = try Rig(isRecorded: true)
        rig.begin()
        #expect(rig.coarse == rig.covered && rig.kitty.images.count == 1)
        rig.slide(.next) { rig, _ in #expect(rig.cells == rig.frame.cells && (rig.sharp.isEmpty || !rig.isMoving)) }
    }

    @Test func sixelMovesInCells() throws {
        var rig = try Rig(form: .sixel(.init(registers: 64)))
        rig.show()
        rig.slide(.next) { rig, _ in #expect(rig.cells == rig.frame.cells) }
        #expect(rig.layer.due(at: rig.banner.now + .seconds(1)).count == 1)
    }

    @Test(arguments: 1...8) func nothingIsEverLeftBehind(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var rig = try Rig(1 + seed % 4)
        for step in 0..<200 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: rig.banner.send(.command(.next))
            case 1: rig.banner.send(.command(.previous))
            case 2: rig.banner.send(.command(.goTo(Int.random(in: 0..<4, using: &random))))
            case 3: rig.hasSheet.toggle()
            case 4: rig.text = ["夜市", "a", "Night Market 夜市夜市夜市"][step % 3]
            case 5:
                rig.panel =
                    rig.panel == nil
                    ? Rect(
                        column: Int.random(in: 0..<50, using: &random), row: Int.random(in: 0..<12, using: &random),
                        columns: Int.random(in: 1..<30, using: &random), rows: 3) : nil
            case 6 where seed % 2 == 0: rig.layer.invalidate(at: rig.banner.now)
            case 7:
                rig.banner.send(.pressed(column: 20, row: 2))
                rig.banner.send(.dragged(column: Int.random(in: 0..<40, using: &random), row: 2))
            case 8: rig.banner.send(.released(column: 3, row: 2))
            case 9: rig.banner.focus(!rig.banner.view.isFocused)
            default: break
            }
            rig.show(after: .milliseconds(Int.random(in: 0..<60, using: &random)))
            try #require(rig.faults() == [], "step \(step)")
            try #require(rig.sharp.isSubset(of: Self.cells(rig.picture)), "step \(step)")
            rig.rest(
                .milliseconds(Int.random(in: 0..<200, using: &random)), pieces: Int.random(in: 0..<9, using: &random))
            try #require(rig.faults() == [], "step \(step), pixels")
        }
    }

    // MARK: Fades

    private static func canvas(_ picture: CellPicture, column: Int, text: SafeText) -> Canvas {
        var canvas = Canvas(size: screen)
        canvas.fill(.ground)
        canvas.picture(picture, column: column, row: 2)
        canvas.text(text, column: 1, row: 12)
        return canvas
    }

    private static func frame(_ canvas: Canvas) -> Frame {
        var frame = Frame(size: canvas.size, cells: canvas.buffer.cells, pictures: canvas.pictures)
        frame.expected = canvas.expected
        return frame
    }

    @Test func theFirstAndTheLastFrameOfAFadeAreSharp() throws {
        var rig = try Rig()
        let size = CellSize(columns: 12, rows: 6)
        let splash = Self.canvas(try Self.picture(1, size: size), column: 3, text: "夜市夜市夜市夜市夜市夜市")
        let root = Self.canvas(try Self.picture(2, size: size), column: 20, text: "Tea House")
        let (old, new) = (Rect(column: 3, row: 2, columns: 12, rows: 6), Rect(column: 20, row: 2, columns: 12, rows: 6))
        rig.show(Self.frame(splash))
        rig.rest()
        #expect(rig.sharp == Self.cells(old))
        let start = rig.banner.now
        let fade = ScreenFade(from: splash, since: start, until: start + Motion.fade)
        var mixed = 0
        while true {
            var canvas = root
            fade.render(over: &canvas, at: rig.banner.now)
            rig.show(Self.frame(canvas))
            try #require(rig.faults() == [])
            if canvas.buffer == splash.buffer {
                #expect(mixed == 0 && rig.sharp == Self.cells(old))
            } else if canvas.buffer == root.buffer {
                #expect(rig.sharp == Self.cells(new))
                break
            } else {
                #expect(rig.sharp.isEmpty)
                mixed += 1
            }
            rig.rest(Motion.frame)
        }
        #expect(mixed > 20)
        // And it stays.
        rig.rest()
        rig.show(Self.frame(root))
        #expect(rig.sharp == Self.cells(new) && rig.lastBytes.isEmpty)
    }
}
