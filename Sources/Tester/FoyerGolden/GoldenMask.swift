import FoyerCore
import FoyerSystem
import FoyerTUI

/// What a golden screen does not compare: a clock, a version, a port, a spinner. It is shown as `░`.
package enum GoldenMask: Hashable, Sendable {
    /// A regular expression; it covers what it matches in each line.
    case pattern(String)
    /// Counted from 0.
    case area(Rect)

    static let glyph = Glyph("░")
}

/// A screen with its masks laid on.
package struct MaskedScreen {
    package private(set) var screen: GoldenScreen
    /// The places that are covered.
    private(set) var covered: Set<Int> = []
    /// The patterns that match nothing there.
    private(set) var idle: [String] = []

    /// - Parameters:
    ///   - masks: of this screen.
    ///   - others: of all screens of its flow, some of which may have nothing for them to cover.
    package init(_ screen: GoldenScreen, _ masks: [GoldenMask], others: [GoldenMask] = []) {
        self.screen = screen
        for mask in others { _ = lay(mask) }
        for mask in masks where !lay(mask) {
            if case .pattern(let pattern) = mask { idle.append(pattern) }
        }
        guard !covered.isEmpty else { return }
        let style = GoldenScreen.commonest(
            screen.places.indices.filter { !covered.contains($0) }.map { screen.places[$0].style })
        let mask = GoldenScreen.Place(glyph: GoldenMask.glyph, style: style ?? GoldenScreen.Style())
        for index in covered { self.screen.places[index] = mask }
    }

    /// - Returns: whether the screen has what it covers.
    private mutating func lay(_ mask: GoldenMask) -> Bool {
        switch mask {
        case .area(let area):
            let area = area.intersection(Rect(screen.size))
            for row in area.row..<area.endRow { cover(area.column..<area.endColumn, row) }
            return !area.isEmpty
        case .pattern(let pattern):
            guard let expression = try? LineExpression(pattern, findsPlaces: true) else { return false }
            var isFound = false
            for row in 0..<screen.size.rows {
                let (line, columns) = screen.text(row)
                for place in expression.places(in: line) {
                    let last = columns[place.upperBound - 1]
                    let isWide = last + 1 < screen.size.columns && screen[last + 1, row].width == 0
                    cover(columns[place.lowerBound]..<last + (isWide ? 2 : 1), row)
                    isFound = true
                }
            }
            return isFound
        }
    }

    /// A wide character is covered whole.
    private mutating func cover(_ columns: Range<Int>, _ row: Int) {
        guard !columns.isEmpty else { return }
        let start = row * screen.size.columns
        let first = screen[columns.lowerBound, row].width == 0 ? columns.lowerBound - 1 : columns.lowerBound
        let end = columns.upperBound
        let isCut = end < screen.size.columns && screen[end, row].width == 0
        covered.formUnion(start + max(0, first)..<start + end + (isCut ? 1 : 0))
    }

    /// Whether a place of a golden file is covered there: by what is covered here, or where that was longer then.
    func covers(_ index: Int, of file: GoldenScreen) -> Bool {
        if covered.contains(index) { return true }
        guard file.places[index].glyph == GoldenMask.glyph, screen.places[index].isBlank, !covered.isEmpty else {
            return false
        }
        let row = index / screen.size.columns * screen.size.columns
        var place = index
        // To the left, over more of the same, to what is covered here as well.
        while place > row {
            place -= 1
            if covered.contains(place) { return true }
            guard file.places[place].glyph == GoldenMask.glyph, screen.places[place].isBlank else { return false }
        }
        return false
    }
}
