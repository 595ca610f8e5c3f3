import FoyerCore

/// A program's output as it arrives, with the newest line at the bottom unless the reader has scrolled away from it.
package struct LogPage: StillWidget, Equatable, Sendable {
    package var title: SafeText
    /// The program's state, at the right of the title.
    package var state: SafeText
    /// The text shown while nothing has been written.
    package var placeholder: SafeText
    package var footer: Footer
    /// The oldest first.
    package private(set) var lines: [SafeText] = []
    /// The line that has not ended yet.
    package private(set) var unfinished: SafeText = ""
    /// The number of lines below the visible part; 0 follows the end.
    package private(set) var offset = 0

    /// The number of lines to keep; beyond it the oldest are dropped.
    package static let longest = 10_000

    package init(title: SafeText, state: SafeText = "", placeholder: SafeText = "", footer: Footer = Footer(keys: [])) {
        self.title = title
        self.state = state
        self.placeholder = placeholder
        self.footer = footer
    }

    /// Adds lines. If the reader has scrolled, the visible lines stay in place.
    package mutating func append(_ new: [SafeText], unfinished: SafeText = "") {
        lines += new
        self.unfinished = unfinished
        if offset > 0 { offset += new.count }
        if lines.count > Self.longest { lines.removeFirst(lines.count - Self.longest) }
        offset = min(offset, max(0, lines.count - 1))
    }

    /// Scrolls towards older lines for a positive count, towards newer ones for a negative count.
    package mutating func scroll(by count: Int) {
        offset = min(max(0, offset + count), max(0, lines.count - 1))
    }

    package var isFollowing: Bool { offset == 0 }

    /// The most lines that fit on a screen of this size.
    package static func pageRows(in size: CellSize) -> Int { max(1, LogLayout(size).log.rows) }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderPage(into: &$0) }
    }

    private func renderPage(into canvas: inout Canvas) {
        canvas.fill(.ground)
        let layout = LogLayout(canvas.size)
        let room = layout.title
        let width = min(Canvas.columns(of: state), room.columns / 2)
        canvas.text(title, in: room.splitRight(width + 2).rest, alignment: .leading, style: .strong)
        canvas.text(state, in: room.splitRight(width).right, alignment: .trailing, style: .quiet)
        if layout.rule >= 0 { canvas.rule(column: room.column, row: layout.rule, columns: room.columns) }
        footer.render(into: &canvas, in: layout.footer)
        if lines.isEmpty, unfinished.isEmpty {
            canvas.text(placeholder, in: layout.log, alignment: .leading, style: .quiet)
        }
        canvas.within(layout.log) { renderLines(into: &$0) }
    }

    /// From the bottom up, so that a long line is wrapped and the newest is complete. A short log begins at the top.
    private func renderLines(into canvas: inout Canvas) {
        var shown: [(text: SafeText, rows: Int)] = []
        var rows = 0
        var index = lines.count - offset
        if offset == 0, !unfinished.isEmpty {
            shown.append((unfinished, Canvas.rows(of: unfinished, columns: canvas.columns)))
            rows = shown[0].rows
        }
        while index > 0, rows < canvas.rows {
            index -= 1
            let needed = max(1, Canvas.rows(of: lines[index], columns: canvas.columns))
            shown.append((lines[index], needed))
            rows += needed
        }
        var row = min(rows, canvas.rows)
        for (text, needed) in shown {
            row -= needed
            canvas.paragraph(text, in: Rect(column: 0, row: row, columns: canvas.columns, rows: needed))
        }
    }
}

/// The places of the log's parts.
struct LogLayout {
    let title: Rect
    /// The row of the line below the title; −1 if there is no room for it.
    let rule: Int
    let log: Rect
    let footer: Rect

    init(_ size: CellSize) {
        let (body, footer) = PageLayout.split(size)
        self.footer = footer
        let margin = PageLayout.margin(columns: size.columns)
        let isRoomy = size.rows >= 12
        let inner = body.inset(columns: margin)
        let (head, rest) = inner.splitTop(size.rows >= 4 ? (isRoomy ? 3 : 1) : 0)
        title = isRoomy ? head.line(1) : head
        rule = isRoomy ? 2 : -1
        log = rest
    }
}
