import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A picture of a page. Its room is reserved before it arrives, so that the text below it never jumps.
package enum MarkdownPicture: Equatable, Sendable {
    case ready(CellPicture)
    case reserved(CellSize)

    var size: CellSize {
        switch self {
        case .ready(let picture): picture.size
        case .reserved(let size): size
        }
    }
}

/// A link of a page; its id is its index in `MarkdownLayout.links`.
package struct MarkdownLink: Equatable, Sendable {
    /// As written in the document.
    package let destination: String
    /// The lines it is on.
    package fileprivate(set) var lines: Range<Int>
}

/// A document set in lines of a given width.
package struct MarkdownLayout: Equatable, Sendable {
    /// The columns for lines.
    package let width: Int
    /// In reading order.
    package private(set) var links: [MarkdownLink] = []
    private(set) var lines: [MarkdownLine] = []
    /// The line of the first heading; `nil` if there is none.
    let titleLine: Int?

    /// The widest comfortable line.
    package static let measure = 76

    /// - Parameters:
    ///   - pictures: Pictures by their source as written; a missing one shows its alternative text.
    package init(
        _ document: MarkdownDocument, width: Int, pictures: [String: MarkdownPicture] = [:],
        theme: DisplayTheme = DisplayTheme()
    ) {
        self.width = max(1, width)
        var setter = MarkdownSetter(width: self.width, pictures: pictures, theme: theme)
        setter.set(document.blocks)
        titleLine = setter.titleLine
        lines = setter.lines
        links = setter.destinations.map { MarkdownLink(destination: $0, lines: 0..<0) }
        for (number, line) in lines.enumerated() {
            for id in Set(line.glyphs.compactMap(\.link)) where links.indices.contains(id) {
                let first = links[id].lines.isEmpty ? number : links[id].lines.lowerBound
                links[id].lines = first..<number + 1
            }
        }
    }

    package var lineCount: Int { lines.count }

    /// The lines of a link; `nil` if there is no such link or it has no text.
    package func lines(ofLink id: Int) -> Range<Int>? {
        guard links.indices.contains(id), !links[id].lines.isEmpty else { return nil }
        return links[id].lines
    }

    /// The link at a column of a line.
    package func link(atColumn column: Int, line: Int) -> Int? {
        guard lines.indices.contains(line), column >= 0 else { return nil }
        var position = lines[line].indent
        for glyph in lines[line].glyphs {
            if column >= position, column < position + glyph.width { return glyph.link }
            position += glyph.width
        }
        return nil
    }

    /// The cells for a picture of this many pixels in a column of text: its own size at eight by sixteen pixels a cell,
    /// shrunk to the width and to `rows`. One that would end a column or two before the text is as wide as the text.
    package static func pictureSize(pixelWidth: Int, pixelHeight: Int, width: Int, rows: Int = 20) -> CellSize {
        guard pixelWidth > 0, pixelHeight > 0, width > 0, rows > 0 else { return CellSize(columns: 0, rows: 0) }
        let wanted = (columns: Double(pixelWidth) / 8, rows: Double(pixelHeight) / 16)
        let scale = min(1, Double(width) / wanted.columns, Double(rows) / wanted.rows)
        let columns = min(width, max(1, Int((wanted.columns * scale).rounded())))
        let isNearlyAsWide = scale < 1 && columns >= width - width / 36
        return CellSize(
            columns: isNearlyAsWide ? width : columns,
            rows: min(rows, max(1, Int((wanted.rows * scale).rounded()))))
    }

    /// Draws lines from `offset` on into a rectangle.
    package func render(into canvas: inout Canvas, in rect: Rect, offset: Int, focusedLink: Int? = nil) {
        let column = Rect(column: rect.column, row: rect.row, columns: min(rect.columns, width), rows: rect.rows)
        canvas.within(column) { part in
            for (row, line) in lines.dropFirst(max(0, offset)).prefix(rect.rows).enumerated() {
                line.render(into: &part, row: row, width: width, focusedLink: focusedLink)
            }
        }
    }
}

/// One line of a page: indented text with a mark before it, on a background, or one row of a picture.
struct MarkdownLine: Equatable, Sendable {
    var indent = 0
    var glyphs: [StyledGlyph] = []
    /// Bullets, numbers and the bars of quotes; line breaks do not move them.
    var marks: [Mark] = []
    /// From the indent to the end of the measure.
    var background: CellColor?
    var isRule = false
    var picture: PictureRow?

    struct Mark: Equatable, Sendable {
        var column: Int
        var glyphs: [StyledGlyph]
    }

    struct PictureRow: Equatable, Sendable {
        let picture: MarkdownPicture
        let row: Int
    }

    func render(into canvas: inout Canvas, row: Int, width: Int, focusedLink: Int?) {
        if let background {
            let edge = max(0, indent - MarkdownSetter.codePadding)
            canvas.fill(background, in: Rect(column: edge, row: row, columns: width - edge, rows: 1))
        }
        if isRule { canvas.rule(column: indent, row: row, columns: width - indent) }
        for mark in marks { canvas.line(mark.glyphs, column: mark.column, row: row) }
        if let picture { render(picture, into: &canvas, row: row, width: width) }
        let focused = glyphs.map { glyph in
            var glyph = glyph
            if glyph.link != nil, glyph.link == focusedLink {
                glyph.style = TextStyle(.ground, on: .link, attributes: .bold)
            }
            return glyph
        }
        canvas.line(focused, column: indent, row: row)
        // The first line of a link that is broken over several.
        if let focusedLink, canvas.focus == nil, let first = glyphs.firstIndex(where: { $0.link == focusedLink }) {
            canvas.markFocus(column: indent + glyphs[..<first].reduce(0) { $0 + $1.width }, row: row)
        }
    }

    private func render(_ picture: PictureRow, into canvas: inout Canvas, row: Int, width: Int) {
        let size = picture.picture.size
        let column = indent + max(0, (width - indent - size.columns) / 2)
        switch picture.picture {
        case .reserved:
            let place = Rect(column: column, row: row, columns: size.columns, rows: 1)
            canvas.fill(canvas.theme.blend(.raised, .faint, 0.2), in: place)
        // The first row holds the whole picture, so that it can be shown in pixels.
        case .ready(let cells) where picture.row == 0: canvas.picture(cells, column: column, row: row)
        case .ready(let cells):
            canvas.within(Rect(column: column, row: row, columns: size.columns, rows: 1)) { part in
                part.picture(cells, column: 0, row: -picture.row)
            }
        }
    }
}
