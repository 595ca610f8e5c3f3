import Foyer

/// Screens in the order of time, in exact colours. Rows that do not change are kept once, and long tracks are compressed:
/// ten seconds of a busy program take tens of kilobytes.
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

    /// A screen, and the time from which on it stood.
    package struct Scene: Sendable {
        package let time: Instant
        package let screen: Buffer
        package let surroundings: TerminalState
        /// An empty cell.
        let ground: ScreenCell
    }

    private(set) var blocks: [FrameBlock] = []
    private(set) var glyphs = GlyphNumbers()
    /// The number of cells that differ from the frame before, in all frames.
    package private(set) var cells = 0
    package private(set) var count = 0
    /// The screen that was taken last.
    private var last: (screen: Buffer, theme: DisplayTheme)?
    /// Its rows in exact colours.
    private var rows: [[ScreenCell]] = []

    package init() {}

    /// Frames that were read from a file.
    init(blocks: [FrameBlock], _ glyphs: GlyphNumbers) {
        (self.blocks, self.glyphs) = (blocks, glyphs)
        count = blocks.reduce(0) { $0 + $1.frames.count }
    }

    package var isEmpty: Bool { count == 0 }
    package var frames: some BidirectionalCollection<FrameBlock.Frame> { blocks.lazy.flatMap(\.frames) }
    /// The sizes that the screens had one after the other.
    package var sizes: [CellSize] {
        blocks.reduce(into: []) { sizes, block in
            if sizes.last != block.size { sizes.append(block.size) }
        }
    }

    /// Takes what stands on the screen from an instant on, which is not earlier than the last; what has not changed is not
    /// kept again.
    ///
    /// - Parameter ground: an empty cell; `nil` for the theme's.
    package mutating func take(
        _ screen: Buffer, _ surroundings: TerminalState = TerminalState(), theme: DisplayTheme = DisplayTheme(),
        ground: ScreenCell? = nil, at now: Instant
    ) {
        let ground = ground ?? ScreenCell().exact(in: theme)
        var known = last?.theme == theme ? last?.screen : nil
        if known == screen, let block = blocks.last, block.ground == ground,
            block.frames.last?.surroundings == surroundings
        {
            return
        }
        if blocks.last?.goesOn(screen.size, ground) != true {
            if !blocks.isEmpty { blocks[blocks.count - 1].pack() }
            blocks.append(FrameBlock(size: screen.size, ground: ground))
            rows = Array(repeating: Array(repeating: ground, count: screen.size.columns), count: screen.size.rows)
            known = nil
        }
        var changed: [Int] = []
        for row in rows.indices where known?.row(row) != screen.row(row) {
            let exact = screen.row(row).exact(in: theme)
            let count = zip(exact, rows[row]).count { $0 != $1 }
            if count == 0 { continue }
            cells += count
            rows[row] = exact
            changed.append(row)
            blocks[blocks.count - 1].append(exact, &glyphs)
        }
        blocks[blocks.count - 1].frames.append(.init(time: now, surroundings: surroundings, rows: changed))
        (count, cells) = (count + 1, cells + 1)
        last = (screen, theme)
    }
}

extension ScreenTrack: Sequence {
    /// Rebuilds one screen after the other.
    package struct Iterator: IteratorProtocol {
        fileprivate var blocks: ArraySlice<FrameBlock>
        fileprivate let glyphs: GlyphNumbers
        private var reader: FrameBlock.Reader?

        fileprivate init(_ track: ScreenTrack) { (blocks, glyphs) = (track.blocks[...], track.glyphs) }

        package mutating func next() -> Scene? {
            while true {
                if let scene = reader?.next() { return scene }
                guard let block = blocks.popFirst() else { return nil }
                reader = FrameBlock.Reader(block, glyphs)
            }
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    /// The screens at these times, which are in order; `nil` where nothing was shown yet. Also the sizes that the screens
    /// had up to the last of them.
    package func screens(at times: [Instant]) -> (screens: [Buffer?], sizes: [CellSize]) {
        var (screens, sizes, shown): ([Buffer?], [CellSize], Buffer?) = ([], [], nil)
        for scene in self {
            while screens.count < times.count, times[screens.count] < scene.time { screens.append(shown) }
            if screens.count == times.count { return (screens, sizes) }
            shown = scene.screen
            if sizes.last != scene.screen.size { sizes.append(scene.screen.size) }
        }
        return (screens + Array(repeating: shown, count: times.count - screens.count), sizes)
    }
}

extension ArraySlice<ScreenCell> {
    /// In the colours that the theme gives them.
    fileprivate func exact(in theme: DisplayTheme) -> [ScreenCell] {
        // Neighbours mostly look alike.
        var (last, shown) = (ScreenCell(), ScreenCell().exact(in: theme))
        return map { cell in
            var (look, exact) = (cell, cell)
            (look.glyph, look.width) = (.space, 1)
            if look != last { (last, shown) = (look, look.exact(in: theme)) }
            exact.foreground = shown.foreground
            exact.background = shown.background
            exact.attributes = shown.attributes
            return exact
        }
    }
}

extension ScreenCell {
    fileprivate func exact(in theme: DisplayTheme) -> ScreenCell {
        let shown = theme.resolve(self)
        return ScreenCell(
            glyph, foreground: .hex(TerminalPalette.exact(shown.foreground, else: theme.palette[.text])),
            background: .hex(TerminalPalette.exact(shown.background, else: theme.palette[.ground])),
            attributes: shown.attributes, width: width)
    }
}

extension TerminalPalette {
    package static func exact(_ color: TerminalColor, else fallback: UInt32) -> UInt32 {
        switch color {
        case .default: fallback
        case .direct(let value): value
        case .indexed(let index): exact(index)
        }
    }
}
