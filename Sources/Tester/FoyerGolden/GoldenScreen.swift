import FoyerCore
import FoyerTUI

/// A terminal's screen as a golden file keeps it: cells with exact colours, cursor and title.
///
/// What nobody sees is not kept: the colour and weight that a blank would give to a letter are those of the text around it,
/// so that two terminals that show the same have the same bytes.
package struct GoldenScreen: Hashable, Sendable {
    /// Colours are `0xRRGGBB`; `nil` is the terminal's own.
    package struct Style: Hashable, Sendable {
        package var foreground: UInt32?
        package var background: UInt32?
        package var attributes: ScreenCell.Attributes = []
    }

    package struct Place: Hashable, Sendable {
        package var glyph = Glyph.space
        /// 0 for the right half of a wide character.
        package var width: UInt8 = 1
        package var style = Style()
        /// An address, or empty.
        package var link = ""

        private static let seenOnBlanks: ScreenCell.Attributes = [.underline, .overlined, .struckOut, .reverse]

        /// Nothing but its ground is seen.
        var isBlank: Bool {
            glyph == .space && link.isEmpty && style.attributes.isDisjoint(with: Self.seenOnBlanks)
        }

        /// Whether both look the same.
        func looks(like other: Place) -> Bool {
            isBlank && other.isBlank ? style.background == other.style.background : self == other
        }
    }

    package let size: CellSize
    /// Row by row from the top.
    package var places: [Place]
    /// From 0; `nil` while it is hidden.
    package var cursor: CellPosition?
    /// As `cursor: { shape }` names it; a block by default.
    package var cursorShape = GoldenScreen.block
    package var title = ""

    package static let block = "block"
    /// The size limit of an address, in characters; the rest is left out. One of a megabyte held a review for 17 s.
    package static let longestLink = 4096

    package init(size: CellSize) {
        self.size = size
        places = Array(repeating: Place(), count: size.columns * size.rows)
    }

    /// - Parameter places: row by row, `size.columns * size.rows` of them.
    init(size: CellSize, places: [Place]) {
        self.init(size: size)
        self.places = places
        settleBlanks()
    }

    /// - Parameters:
    ///   - theme: what resolves the colours of a screen of ours; `nil` for another program's, whose default colours are
    ///     its terminal's.
    package init(
        _ screen: Buffer, theme: DisplayTheme? = nil, links: [FrameLink] = [], cursor: CellPosition? = nil,
        title: String = "",
        shape: String = GoldenScreen.block
    ) {
        self.init(size: screen.size)
        (self.cursor, self.title, cursorShape) = (cursor, title, shape)
        // Most cells look as the one before.
        var last: (cell: ScreenCell, style: Style)?
        for (index, cell) in screen.cells.enumerated() {
            let style = last.flatMap { $0.cell.hasStyle(of: cell) ? $0.style : nil } ?? Self.style(cell, theme)
            last = (cell, style)
            places[index] = Place(glyph: cell.glyph, width: cell.width, style: style)
            // The right half is as the left one is.
            if cell.width == 0, index > 0 { places[index].style = places[index - 1].style }
        }
        for link in links where (0..<size.rows).contains(link.row) {
            let address = SafeText(String(link.address.prefix(Self.longestLink))).string
            for column in link.columns.clamped(to: 0..<size.columns) {
                places[link.row * size.columns + column].link = address
            }
        }
        settleBlanks()
    }

    private static func style(_ cell: ScreenCell, _ theme: DisplayTheme?) -> Style {
        guard let theme else {
            func own(_ color: CellColor) -> UInt32? { color.role == nil ? color.bits : nil }
            return Style(
                foreground: own(cell.foreground), background: own(cell.background), attributes: cell.attributes)
        }
        func exact(_ color: TerminalColor) -> UInt32? {
            switch color {
            case .default: nil
            case .indexed(let index): TerminalPalette.exact(index)
            case .direct(let value): value
            }
        }
        let style = theme.resolve(cell)
        return Style(
            foreground: exact(style.foreground), background: exact(style.background), attributes: style.attributes)
    }

    subscript(column: Int, row: Int) -> Place {
        get { places[row * size.columns + column] }
        set { places[row * size.columns + column] = newValue }
    }

    /// The cells of a row, and where they begin.
    func row(_ row: Int) -> ArraySlice<Place> { places[row * size.columns..<(row + 1) * size.columns] }

    /// A row as text, without trailing blanks, and for each byte of it the column it belongs to.
    package func text(_ row: Int) -> (line: String, columns: [Int]) {
        var (line, columns) = (String.UnicodeScalarView(), [Int]())
        let cells = self.row(row)
        let end = cells.lastIndex { $0.width > 0 && $0.glyph != .space }.map { $0 + 1 } ?? cells.startIndex
        for index in cells.startIndex..<end where cells[index].width > 0 {
            for scalar in cells[index].glyph.scalars {
                line.append(scalar)
                columns += repeatElement(index - cells.startIndex, count: UTF8.width(scalar))
            }
        }
        return (String(line), columns)
    }

    /// The screen as cells of its own colours; its terminal's own ones are the roles `text` and `ground`.
    package var buffer: Buffer {
        var buffer = Buffer(size: size)
        for (index, place) in places.enumerated() where place.width > 0 {
            buffer[index % size.columns, index / size.columns] = ScreenCell(
                place.glyph, foreground: place.style.foreground.map { .hex($0) } ?? .text,
                background: place.style.background.map { .hex($0) } ?? .ground, attributes: place.style.attributes,
                width: place.width)
        }
        return buffer
    }

    // MARK: - What is not seen

    /// The style that most cells have; of several, always the same one.
    var plain: Style { Self.commonest(places.lazy.map(\.style)) ?? Style() }

    static func commonest(_ styles: some Sequence<Style>) -> Style? {
        var counts: [Style: Int] = [:]
        // Equal ones side by side are counted at once.
        var run: (style: Style, count: Int)?
        for style in styles {
            if run?.style != style {
                if let run { counts[run.style, default: 0] += run.count }
                run = (style, 0)
            }
            run?.count += 1
        }
        if let run { counts[run.style, default: 0] += run.count }
        return counts.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }?.key
    }

    private mutating func settleBlanks() {
        let ground = Self.commonest(places.lazy.map { Style(background: $0.style.background) })?.background
        let texts = places.lazy.filter { !$0.isBlank && $0.style.background == ground }
        let color = Self.commonest(texts.map { Style(foreground: $0.style.foreground) })?.foreground
        for row in 0..<size.rows {
            var last: Int?
            for index in row * size.columns...(row + 1) * size.columns {
                let isEnd = index == (row + 1) * size.columns
                guard isEnd || !places[index].isBlank else { continue }
                let start = last.map { $0 + 1 } ?? row * size.columns
                for blank in start..<index {
                    let ground = places[blank].style.background
                    let around = last.map { Self.faced(places[$0].style) }
                    let isWithin = !isEnd && around == Self.faced(places[index].style) && around?.background == ground
                    places[blank].style = Style(
                        foreground: isWithin ? around?.foreground : color, background: ground,
                        attributes: isWithin ? around?.attributes ?? [] : [])
                }
                last = index
            }
        }
    }

    /// What a blank can take over.
    private static func faced(_ style: Style) -> Style {
        var style = style
        style.attributes.formIntersection([.bold, .faint, .italic, .blink, .concealed])
        return style
    }
}

extension ScreenCell {
    fileprivate func hasStyle(of other: ScreenCell) -> Bool {
        foreground == other.foreground && background == other.background && attributes == other.attributes
    }
}

extension GoldenScreen.Style {
    fileprivate var order: [UInt64] {
        [foreground, background].map { $0.map { UInt64($0) + 1 } ?? 0 } + [UInt64(attributes.rawValue)]
    }
}

private func < (left: (Int, [UInt64]), right: (Int, [UInt64])) -> Bool {
    left.0 == right.0 ? left.1.lexicographicallyPrecedes(right.1) : left.0 < right.0
}
