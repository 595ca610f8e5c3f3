import Foyer
import FoyerTUI

/// A sequence of frames, the same for Foyer and (through a file) for its peers.
protocol Film {
    var count: Int { get }
    /// Whether a key instead of time shows the next frame; the first then follows the last.
    var isTurnedByKeys: Bool { get }
    func draw(_ index: Int, in canvas: inout Canvas)
}

extension Film {
    var isTurnedByKeys: Bool { false }
}

/// Shows a film frame by frame, without waiting for any clock.
struct FilmProgram<Shown: Film>: LoopProgram {
    let film: Shown
    let theme: DisplayTheme
    let leaves: Bool
    private var index = 0
    private var hasLeft = false
    /// Every frame is drawn: time waits while the terminal is busy.
    private var isDrawn = false
    /// Shows the last frame once more, after it has been sent.
    private var isRepeated = false
    private var drawn: Frame?

    init(film: Shown, theme: DisplayTheme, leaves: Bool) {
        self.film = film
        self.theme = theme
        self.leaves = leaves
    }

    private var isAtEnd: Bool { index + 1 >= film.count }

    mutating func handle(_ event: LoopEvent<Never>, at now: Instant) {
        switch event {
        case .started, .posted, .frameTaken: break
        case .input(.key(.character("q"))), .input(.endOfInput): hasLeft = true
        case .input(.key): if film.isTurnedByKeys { index = (index + 1) % film.count }
        case .input: break
        case .deadline:
            if !isAtEnd {
                (index, isDrawn) = (index + 1, false)
            } else if !isRepeated {
                (isRepeated, isDrawn) = (true, false)
            } else {
                hasLeft = leaves
            }
        }
    }

    mutating func render(size: CellSize, at now: Instant) -> Frame {
        isDrawn = true
        if isRepeated, let drawn { return drawn }
        var canvas = Canvas(size: size, theme: theme)
        film.draw(index, in: &canvas)
        let frame = Frame(size: size, cells: canvas.buffer.cells)
        drawn = frame
        return frame
    }

    var nextDeadline: Instant? { film.isTurnedByKeys || !isDrawn || (isAtEnd && !leaves) ? nil : .zero }
    var outcome: Bool? { hasLeft ? true : nil }
}

/// The loading page from 0 on, a per cent a step.
struct LoadingFilm: Film {
    let steps: Int
    var count: Int { steps + 1 }

    func draw(_ index: Int, in canvas: inout Canvas) {
        LoadingPage(
            name: "Tea House", slogan: "A cup in five minutes", step: "Downloading",
            progress: Glide(Double(index) / 100), percent: index,
            footer: Footer(keys: [KeyHint("q", "Close"), KeyHint("d", "Details")], note: "com.example.tea")
        ).render(into: &canvas, at: .zero)
    }
}

/// The cells that a banner takes.
let slideSize = CellSize(columns: 100, rows: 20)

/// A banner's slide from one picture to the next, eased as the carousel eases it.
struct SlideFilm: Film {
    let count: Int
    private let from: CellPicture
    private let to: CellPicture

    init(count: Int, from: String, to: String) {
        self.count = count
        func cells(_ path: String) -> CellPicture {
            PictureMapping.cells(
                for: PixelFile.read(path), size: slideSize, contentMode: .scaleToFill, palette: .direct,
                background: .hex(0x14110F))
        }
        self.from = cells(from)
        self.to = cells(to)
    }

    func draw(_ index: Int, in canvas: inout Canvas) {
        let fraction = Easing.out(Double(index) / Double(max(1, count - 1)))
        let moved = Int((fraction * Double(slideSize.columns)).rounded())
        canvas.picture(from, column: -moved, row: 0)
        canvas.picture(to, column: slideSize.columns - moved, row: 0)
    }
}

/// The loading page becoming a page of text.
struct FadeFilm: Film {
    let count: Int
    var steps = 40.0

    func draw(_ index: Int, in canvas: inout Canvas) {
        var (from, to) = (canvas, canvas)
        LoadingFilm(steps: 100).draw(100, in: &from)
        TextPage(seed: 1).draw(in: &to)
        let fraction = Double(index) / Double(max(1, count - 1))
        let theme = canvas.theme
        canvas = Canvas(
            Transition.render(from: from.buffer, to: to.buffer, fraction: fraction, theme: theme, steps: steps),
            theme: theme)
    }
}

/// Two pages of text that take turns.
struct KeysFilm: Film {
    var count: Int { 2 }
    var isTurnedByKeys: Bool { true }

    func draw(_ index: Int, in canvas: inout Canvas) {
        TextPage(seed: UInt64(index + 1)).draw(in: &canvas)
    }
}

/// A title, lines of words, and a mark in the last row that shares no letter with another page's.
struct TextPage {
    let seed: UInt64

    func draw(in canvas: inout Canvas) {
        var state = seed
        func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let words = ["tea", "harbour", "lantern", "of", "seven", "rain", "market", "and", "slow", "window", "a", "red"]
        canvas.fill(.ground)
        canvas.text(SafeText("Page \(seed)"), in: canvas.bounds.line(1), alignment: .center, style: .strong)
        for row in 3..<max(3, canvas.rows - 3) where next(6) > 0 {
            var line = ""
            for _ in 0..<(2 + next(UInt64(max(1, canvas.columns / 10)))) { line += words[Int(next(12))] + " " }
            canvas.text(
                SafeText(line), in: canvas.bounds.line(row), alignment: .leading, style: row % 5 == 0 ? .accent : .text)
        }
        canvas.text(
            seed % 2 == 0 ? "omega" : "ALPHA", in: canvas.bounds.line(canvas.rows - 1), alignment: .leading,
            style: .quiet)
    }
}
