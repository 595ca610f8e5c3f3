import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// Sets blocks into lines, one after the other. One empty line separates blocks, except inside tight lists.
struct MarkdownSetter {
    let width: Int
    let pictures: [String: MarkdownPicture]
    let theme: DisplayTheme
    private(set) var lines: [MarkdownLine] = []
    private(set) var destinations: [String] = []
    /// The line that the document's first heading begins on.
    private(set) var titleLine: Int?
    private var indent = 0
    private var listDepth = 0
    private var quoteBars: [Int] = []
    /// A bullet or number that the next line of text gets.
    private var pendingMark: MarkdownLine.Mark?

    /// The columns between a code block's edge and its text.
    static let codePadding = 2
    /// Text keeps at least this many columns, however deeply it is nested.
    private static let narrowest = 12

    init(width: Int, pictures: [String: MarkdownPicture], theme: DisplayTheme) {
        self.width = width
        self.pictures = pictures
        self.theme = theme
    }

    mutating func set(_ blocks: [MarkdownBlock], isTight: Bool = false) {
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight { space() }
            set(block)
        }
    }

    private var textStyle: TextStyle { quoteBars.isEmpty ? .text : .quiet }

    private mutating func set(_ block: MarkdownBlock) {
        switch block {
        case .heading(let level, let inlines): heading(level, inlines)
        case .paragraph(let inlines): text(inlines, style: textStyle)
        case .list(let start, let isTight, let items): list(start, isTight, items)
        case .quote(let blocks): quote(blocks)
        case .code(let code): self.code(code)
        case .rule: append(MarkdownLine(indent: indent, isRule: true))
        }
    }

    private mutating func heading(_ level: Int, _ inlines: [MarkdownInline]) {
        let style: TextStyle =
            switch level {
            case 1: .accent
            case 2: .strong
            default: TextStyle(.quiet, attributes: .bold)
            }
        if titleLine == nil, listDepth == 0, quoteBars.isEmpty { titleLine = lines.count }
        text(inlines, style: style)
        if level == 1 { append(MarkdownLine(indent: indent, isRule: true)) }
    }

    private mutating func quote(_ blocks: [MarkdownBlock]) {
        let step = nestingStep(2)
        if step > 0 { quoteBars.append(indent) }
        indent += step
        set(blocks)
        indent -= step
        if step > 0 { quoteBars.removeLast() }
    }

    private mutating func list(_ start: Int?, _ isTight: Bool, _ items: [[MarkdownBlock]]) {
        let last = start.map { $0.addingReportingOverflow(max(0, items.count - 1)).partialValue }
        let digits = last.map { "\($0).".count } ?? 1
        let bullets = theme.glyphs.bullets
        let step = nestingStep(digits + 1)
        for (index, item) in items.enumerated() {
            if index > 0, !isTight { space() }
            let bullet = String(Character(bullets[min(listDepth, bullets.count - 1)]))
            let number = start.map { "\($0.addingReportingOverflow(index).partialValue)." }
            let mark = number ?? bullet
            let padding = String(repeating: " ", count: max(0, digits - mark.count))
            let style = number == nil ? TextStyle(.accent) : TextStyle.quiet
            let glyphs = step > 0 ? TextWrap.styled(SafeText(padding + mark), style) : []
            pendingMark = .init(column: indent, glyphs: glyphs)
            indent += step
            listDepth += 1
            set(item, isTight: isTight)
            if pendingMark != nil { append(MarkdownLine(indent: indent)) }
            listDepth -= 1
            indent -= step
        }
    }

    /// The indent of a nested block: none once the text has become narrow.
    private func nestingStep(_ columns: Int) -> Int {
        width - indent - columns >= min(Self.narrowest, width / 2 + 1) ? columns : 0
    }

    private mutating func code(_ code: String) {
        let room = max(1, width - indent - 2 * Self.codePadding)
        let padding = width - indent >= Self.narrowest ? Self.codePadding : 0
        var raw = code.split(separator: "\n", omittingEmptySubsequences: false)
        if raw.last?.isEmpty == true { raw.removeLast() }
        for line in raw {
            let text = SafeText(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
            var rest = TextWrap.styled(text, TextStyle(.text))[...]
            repeat {
                var taken = 0
                var columns = 0
                while taken < rest.count, columns + rest[rest.startIndex + taken].width <= room {
                    columns += rest[rest.startIndex + taken].width
                    taken += 1
                }
                taken = max(taken, min(1, rest.count))
                append(
                    MarkdownLine(indent: indent + padding, glyphs: Array(rest.prefix(taken)), background: .raised))
                rest = rest.dropFirst(taken)
            } while !rest.isEmpty
        }
    }

    // MARK: Text

    private mutating func text(_ inlines: [MarkdownInline], style: TextStyle) {
        var run: [StyledGlyph] = []
        for piece in flatten(inlines, style: style, link: nil) {
            switch piece {
            case .glyphs(let glyphs): run += glyphs
            case .picture(let picture):
                flush(&run)
                self.picture(picture)
            }
        }
        flush(&run)
    }

    private mutating func flush(_ run: inout [StyledGlyph]) {
        while run.first?.isSpace == true { run.removeFirst() }
        for line in TextWrap.lines(run, width: max(1, width - indent)) {
            append(MarkdownLine(indent: indent, glyphs: line))
        }
        run = []
    }

    private mutating func picture(_ picture: MarkdownPicture) {
        for row in 0..<picture.size.rows {
            append(MarkdownLine(indent: indent, picture: .init(picture: picture, row: row)))
        }
    }

    private enum Piece {
        case glyphs([StyledGlyph])
        case picture(MarkdownPicture)
    }

    private mutating func flatten(_ inlines: [MarkdownInline], style: TextStyle, link: Int?) -> [Piece] {
        inlines.flatMap { flatten($0, style: style, link: link) }
    }

    private mutating func flatten(_ inline: MarkdownInline, style: TextStyle, link: Int?) -> [Piece] {
        var style = style
        switch inline {
        case .text(let text): return [words(text, style, link)]
        case .code(let code): return [self.inlineCode(code, style, link)]
        case .emphasis(let inner):
            style.attributes.insert(.italic)
            return flatten(inner, style: style, link: link)
        case .strong(let inner):
            style.attributes.insert(.bold)
            if style.foreground == .quiet { style.foreground = .text }
            return flatten(inner, style: style, link: link)
        case .link(let destination, let inner):
            destinations.append(destination)
            let linked = TextStyle(.link, attributes: style.attributes.union(.underline))
            return flatten(inner, style: linked, link: destinations.count - 1)
        case .image(let source, let alternative):
            if let picture = pictures[source] { return [.picture(picture)] }
            style.attributes.insert(.italic)
            return [words("[\(alternative.isEmpty ? source : alternative)]", style, link)]
        case .softBreak: return [words(" ", style, link)]
        case .lineBreak: return [.glyphs([.newline])]
        }
    }

    private func words(_ text: String, _ style: TextStyle, _ link: Int?) -> Piece {
        .glyphs(TextWrap.styled(SafeText(text), style, link: link))
    }

    /// On a raised ground; between backquotes if such a ground is not visible.
    private func inlineCode(_ code: String, _ style: TextStyle, _ link: Int?) -> Piece {
        guard theme.canBlend else { return words("`\(code)`", style, link) }
        return words(code, style.on(theme.blend(.raised, .faint, 0.35)), link)
    }

    // MARK: Lines

    private mutating func space() {
        append(MarkdownLine(indent: indent))
    }

    private mutating func append(_ line: MarkdownLine) {
        var line = line
        for column in quoteBars {
            let bar = StyledGlyph(
                glyph: Glyph(theme.glyphs.quote), width: 1, style: TextStyle(.accentDeep), link: nil)
            line.marks.append(.init(column: column, glyphs: [bar]))
        }
        if let mark = pendingMark {
            line.marks.append(mark)
            pendingMark = nil
        }
        lines.append(line)
    }
}
