import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A mini program's own screen: one page to read, with links to follow.
package struct MarkdownPage: StillWidget, Equatable, Sendable {
    package var title: SafeText
    /// The program's name.
    package var program: SafeText
    package let document: MarkdownDocument
    /// Pictures by their source as written in the document.
    package var pictures: [String: MarkdownPicture] {
        didSet { layOut() }
    }
    /// The first visible line. `scroll` keeps it in range; drawing does not go beyond the end either.
    package private(set) var offset = 0
    /// The link that Enter follows.
    package private(set) var focusedLink: Int?
    package var footer: Footer
    package private(set) var layout: MarkdownLayout
    private var size: CellSize
    private let theme: DisplayTheme

    package init(
        title: SafeText, program: SafeText, document: MarkdownDocument, pictures: [String: MarkdownPicture] = [:],
        footer: Footer = Footer(keys: []), size: CellSize, theme: DisplayTheme = DisplayTheme()
    ) {
        self.title = title
        self.program = program
        self.document = document
        self.pictures = pictures
        self.footer = footer
        self.size = size
        self.theme = theme
        layout = MarkdownLayout(
            document, width: Self.textRect(in: size).columns, pictures: pictures, theme: theme)
    }

    /// Lays the page out for another screen and keeps about the same place in the text.
    package mutating func resize(to size: CellSize) {
        guard size != self.size else { return }
        let place = layout.lineCount > 0 ? Double(offset) / Double(layout.lineCount) : 0
        self.size = size
        layOut()
        offset = min(Int((place * Double(layout.lineCount)).rounded()), maximumOffset)
    }

    /// The place of the text on a screen of this size: in the middle, in lines of comfortable length.
    package static func textRect(in size: CellSize) -> Rect {
        let body = bodyRect(in: size)
        let room = body.inset(columns: size.columns >= 12 ? 2 : 0)
        return room.centered(CellSize(columns: MarkdownLayout.measure, rows: room.rows))
    }

    /// The columns a picture may take on a screen of this size.
    package static func pictureColumns(in size: CellSize) -> Int { textRect(in: size).columns }

    /// The rows that a picture may take on a screen of this size, so that text is visible beside even the largest.
    package static func pictureRows(in size: CellSize) -> Int {
        min(20, max(3, textRect(in: size).rows * 3 / 5))
    }

    /// The largest offset: the last line is at the bottom.
    package var maximumOffset: Int { max(0, layout.lineCount - visibleRows) }

    package var visibleRows: Int { Self.textRect(in: size).rows }

    /// Scrolls by lines, down if positive, as far as there is text.
    package mutating func scroll(by lines: Int) {
        offset = min(max(0, offset.addingReportingOverflow(lines).partialValue), maximumOffset)
    }

    /// Scrolls to a line, or as near as there is text.
    package mutating func scroll(to line: Int) {
        offset = min(max(0, line), maximumOffset)
    }

    /// Focuses a link and scrolls as little as possible to show it.
    package mutating func focus(_ link: Int?) {
        guard let link, layout.links.indices.contains(link) else {
            focusedLink = nil
            return
        }
        focusedLink = link
        guard let lines = layout.lines(ofLink: link) else { return }
        if lines.upperBound > offset + visibleRows { offset = lines.upperBound - visibleRows }
        if lines.lowerBound < offset { offset = lines.lowerBound }
        scroll(by: 0)
    }

    /// The index of the link at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Int? {
        let text = Self.textRect(in: size).moved(columns: rect.column, rows: rect.row)
        guard text.contains(place) else { return nil }
        return layout.link(atColumn: place.column - text.column, line: offset + place.row - text.row)
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderPage(into: &$0) }
    }

    private func renderPage(into canvas: inout Canvas) {
        canvas.fill(.ground)
        var page = self
        page.resize(to: canvas.size)
        page.renderHeader(into: &canvas)
        let text = Self.textRect(in: canvas.size)
        page.layout.render(into: &canvas, in: text, offset: page.offset, focusedLink: focusedLink)
        let edge = Self.bodyRect(in: canvas.size).splitRight(canvas.columns >= 12 ? 1 : 0).right
        ScrollIndicator(first: page.offset, visible: text.rows, total: page.layout.lineCount)
            .render(into: &canvas, in: edge)
        footer.render(into: &canvas, in: PageLayout.split(canvas.size).footer)
    }

    /// The program at the left, the page's title at the right, unless the text below already shows it.
    private func renderHeader(into canvas: inout Canvas) {
        guard let row = Self.headerRow(in: canvas.size) else { return }
        let line = canvas.bounds.line(row).inset(columns: PageLayout.margin(columns: canvas.columns))
        let isTitleSeen = layout.titleLine.map { (offset..<offset + visibleRows).contains($0) } ?? false
        let words = isTitleSeen && title == program ? "" : program
        let used = canvas.text(words, in: line, alignment: .leading, style: .quiet)
        let width = title.columns(atMost: line.columns)
        guard !isTitleSeen, title != program, used + 3 + width <= line.columns else { return }
        canvas.text(title, in: line, alignment: .trailing, style: .strong)
    }

    private static func headerRow(in size: CellSize) -> Int? {
        size.rows >= 16 ? 1 : size.rows >= 8 ? 0 : nil
    }

    private static func bodyRect(in size: CellSize) -> Rect {
        let body = PageLayout.split(size).body
        return body.splitTop(headerRow(in: size).map { $0 + 2 } ?? 0).rest
    }

    private mutating func layOut() {
        layout = MarkdownLayout(
            document, width: Self.textRect(in: size).columns, pictures: pictures, theme: theme)
        if let focusedLink, !layout.links.indices.contains(focusedLink) { self.focusedLink = nil }
        offset = min(offset, maximumOffset)
    }
}
