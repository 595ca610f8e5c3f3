import Foyer

/// Screens in the order of time, each kept as what differs from the one before it: a second of a busy program takes
/// kilobytes.
///
///     var track = ScreenTrack()
///     track.take(screen, at: now)
///     for scene in track { search(scene.screen) }
package struct ScreenTrack: Sendable {
    /// What a terminal has beside its cells.
    package struct TerminalState: Equatable, Sendable {
        /// From 0; `nil` while it is hidden.
        package var cursor: CellPosition?
        /// The title that the program has given its window.
        package var title = ""
        /// What the program has switched on, as `modes` of a scenario names it.
        package var modes: [String] = []

        package init(cursor: CellPosition? = nil, title: String = "", modes: [String] = []) {
            (self.cursor, self.title, self.modes) = (cursor, title, modes)
        }
    }

    /// Cells side by side that differ from those before.
    struct Part: Sendable {
        let column: Int
        let row: Int
        let cells: [ScreenCell]
    }

    struct Frame: Sendable {
        let time: Instant
        let size: CellSize
        /// Whether its parts stand on an empty screen, rather than on the one before.
        let isWhole: Bool
        let parts: [Part]
        let theme: DisplayTheme
        let surroundings: TerminalState
    }

    /// A screen, and the time from which on it stood.
    package struct Scene: Sendable {
        package let time: Instant
        package let screen: Buffer
        package let theme: DisplayTheme
        package let surroundings: TerminalState
    }

    /// Equal cells between two changes that are kept with them rather than end a part.
    private static let smallestGap = 8

    private(set) var frames: [Frame] = []
    /// Where the last of them stands.
    private var last: Buffer?

    package init() {}

    package var count: Int { frames.count }
    package var isEmpty: Bool { frames.isEmpty }
    /// How many cells all frames keep together.
    private(set) var cells = 0

    /// Takes what stands on the screen from an instant on, which is not earlier than the last; what has not changed is not
    /// kept again.
    package mutating func take(
        _ screen: Buffer, _ surroundings: TerminalState = TerminalState(), theme: DisplayTheme = DisplayTheme(),
        at now: Instant
    ) {
        let before = frames.last
        let isWhole = before?.size != screen.size || before?.theme != theme
        if !isWhole, screen == last, before?.surroundings == surroundings { return }
        let ground = Buffer(size: screen.size)
        let parts = Self.parts(of: screen, over: isWhole ? ground : last ?? ground)
        frames.append(
            Frame(
                time: now, size: screen.size, isWhole: isWhole, parts: parts, theme: theme, surroundings: surroundings))
        cells += parts.reduce(1) { $0 + $1.cells.count }
        last = screen
    }

    /// What makes a screen of another one.
    static func parts(of screen: Buffer, over before: Buffer) -> [Part] {
        var parts: [Part] = []
        for row in 0..<screen.size.rows {
            let (cells, old) = (screen.row(row), before.row(row))
            if cells == old { continue }
            let start = cells.startIndex
            let changed = cells.indices.filter { cells[$0] != old[$0] }
            var first = changed.startIndex
            for index in changed.indices {
                let isLast = index + 1 == changed.endIndex
                guard isLast || changed[index + 1] - changed[index] > smallestGap else { continue }
                // A wide character is whole, or it is not there.
                let from = cells[changed[first]].width == 0 ? changed[first] - 1 : changed[first]
                parts.append(Part(column: from - start, row: row, cells: Array(cells[from...changed[index]])))
                first = index + 1
            }
        }
        return parts
    }
}

extension ScreenTrack: Sequence {
    /// Rebuilds one screen after the other.
    package struct Iterator: IteratorProtocol {
        fileprivate var frames: ArraySlice<Frame>
        fileprivate var screen = Buffer(size: CellSize(columns: 1, rows: 1))

        package mutating func next() -> Scene? {
            guard let frame = frames.popFirst() else { return nil }
            if frame.isWhole { screen = Buffer(size: frame.size) }
            for part in frame.parts {
                for (index, cell) in part.cells.enumerated() where cell.width > 0 {
                    screen[part.column + index, part.row] = cell
                }
            }
            return Scene(time: frame.time, screen: screen, theme: frame.theme, surroundings: frame.surroundings)
        }
    }

    package func makeIterator() -> Iterator { Iterator(frames: frames[...]) }

    /// What stood there at each of these times, which are in order; `nil` where nothing was shown yet.
    func screens(at times: [Instant]) -> [Buffer?] {
        var (screens, shown): ([Buffer?], Buffer?) = ([], nil)
        for scene in self {
            while screens.count < times.count, times[screens.count] < scene.time { screens.append(shown) }
            if screens.count == times.count { return screens }
            shown = scene.screen
        }
        return screens + Array(repeating: shown, count: times.count - screens.count)
    }
}
