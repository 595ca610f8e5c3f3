import FoyerCore
import TestSupport
import Testing

@Suite("Page indicator")
struct PageIndicatorTests {
    /// `●` current, `o` regular, `.` small, `_` a cell without a dot.
    private func drawn(_ indicator: PageIndicator) -> String {
        var cells = [Character](repeating: "_", count: indicator.room)
        for dot in indicator.dots {
            let glyph: Character =
                switch dot.size {
                case .current: "●"
                case .regular: "o"
                case .small: "."
                }
            for column in dot.column..<(dot.column + dot.width) { cells[column] = glyph }
        }
        return String(cells)
    }

    @Test("None for fewer than two pages", arguments: [Int.min, -1, 0, 1])
    func none(count: Int) {
        let indicator = PageIndicator(count: count, current: 0, room: 20)
        #expect(indicator.dots.isEmpty && indicator.target(atColumn: 3) == nil)
    }

    @Test("All of them where they fit")
    func all() {
        #expect(drawn(PageIndicator(count: 4, current: 1, room: 7)) == "o_●_o_o")
        #expect(drawn(PageIndicator(count: 4, current: 1, room: 10, alignment: .left)) == "o_●_o_o___")
        #expect(drawn(PageIndicator(count: 4, current: 1, room: 10, alignment: .centre)) == "_o_●_o_o__")
        #expect(drawn(PageIndicator(count: 4, current: 1, room: 10, alignment: .right)) == "___o_●_o_o")
    }

    @Test(
        "Else a centred, clamped window, small where an edge hides more",
        arguments: [
            (0, "●_o_o_o_."), (1, "o_●_o_o_."), (2, "o_o_●_o_."), (3, "._o_●_o_."), (4, "._o_●_o_."), (5, "._o_●_o_o"),
            (6, "._o_o_●_o"), (7, "._o_o_o_●"),
        ])
    func window(current: Int, picture: String) {
        #expect(drawn(PageIndicator(count: 8, current: current, room: 9)) == picture)
    }

    @Test("The current one is never small, however narrow the room")
    func narrow() {
        #expect(drawn(PageIndicator(count: 9, current: 4, room: 1)) == "●")
        #expect(drawn(PageIndicator(count: 9, current: 4, room: 3)) == "●_.")
        #expect(drawn(PageIndicator(count: 9, current: 8, room: 3)) == "._●")
        #expect(PageIndicator(count: 9, current: 4, room: 0).dots.isEmpty)
        #expect(PageIndicator(count: 9, current: 4, room: .min).dots.isEmpty)
    }

    @Test("Wide glyphs count 2")
    func wide() {
        let metrics = PageIndicator.Metrics(currentWidth: 2, otherWidth: 1, spacing: 1)
        #expect(drawn(PageIndicator(count: 3, current: 1, room: 6, metrics: metrics)) == "o_●●_o")
        #expect(drawn(PageIndicator(count: 3, current: 1, room: 5, metrics: metrics)) == "●●_o_")
        #expect(PageIndicator(count: 3, current: 1, room: 1, metrics: metrics).dots.isEmpty)
    }

    @Test("A click on a dot goes there, beside the dots one page back or forward")
    func clicks() {
        let indicator = PageIndicator(count: 3, current: 0, room: 11, metrics: .init(spacing: 2))
        #expect(drawn(indicator) == "__●__o__o__")
        let targets = (0..<11).map { indicator.target(atColumn: $0) }
        #expect(
            targets == [
                .back, .back, .page(0), .page(0), .page(1), .page(1), .page(1), .page(2), .page(2), .forward, .forward,
            ])
        #expect(indicator.target(atColumn: -1) == nil && indicator.target(atColumn: 11) == nil)
        #expect(PageIndicator.Target.page(2).command == .goTo(2))
        #expect(PageIndicator.Target.back.command == .previous && PageIndicator.Target.forward.command == .next)
    }

    @Test("Never outside the room, current always there, as many as fit", arguments: 0..<300)
    func storm(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let metrics = PageIndicator.Metrics(
            currentWidth: random(0...3), otherWidth: random(0...3), spacing: random(-1...3))
        let count = seed % 10 == 0 ? Int.max : random(2...30)
        let room = random(0...60)
        let current = random(0...(count - 1))
        let alignment = PageIndicator.Alignment.allCases.randomElement(using: &generator) ?? .left
        let indicator = PageIndicator(
            count: count, current: current, room: room, metrics: metrics, alignment: alignment)
        let dots = indicator.dots
        guard room >= metrics.currentWidth else {
            #expect(dots.isEmpty)
            return
        }
        #expect(dots.filter { $0.size == .current }.map(\.page) == [current])
        #expect(dots.allSatisfy { $0.column >= 0 && $0.column + $0.width <= room })
        for (left, right) in zip(dots, dots.dropFirst()) {
            #expect(right.page == left.page + 1 && right.column == left.column + left.width + metrics.spacing)
        }
        let used = dots.reduce(0) { $0 + $1.width } + (dots.count - 1) * metrics.spacing
        #expect(dots.count == count || used + metrics.spacing + metrics.otherWidth > room)
        #expect(dots.dropFirst().dropLast().allSatisfy { $0.size != .small })
        for dot in dots where dot.size == .small { #expect(dot.page > 0 && dot.page < count - 1) }
    }
}
