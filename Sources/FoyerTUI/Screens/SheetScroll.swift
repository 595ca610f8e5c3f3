import FoyerCore

/// How far the sheet that lies over a page is scrolled, in lines.
package struct SheetScroll {
    private var offset = 0

    package init() {}

    /// Keys and the wheel that scroll; all others change nothing.
    package mutating func handle(_ input: InputEvent, size: CellSize) {
        switch input {
        case .key(.up): offset -= 1
        case .key(.down): offset += 1
        case .key(.pageUp): offset -= DetailsPage.pageRows(in: size)
        case .key(.pageDown): offset += DetailsPage.pageRows(in: size)
        case .key(.home): offset = 0
        // Where the end is, only drawing knows.
        case .key(.end): offset = .max / 2
        case .mouse(let mouse) where mouse.kind == .wheelUp: offset -= 3
        case .mouse(let mouse) where mouse.kind == .wheelDown: offset += 3
        default: break
        }
        offset = max(0, offset)
    }

    /// The offset to draw with, no further than the sheet goes.
    package mutating func offset(atMost maximum: Int) -> Int {
        offset = min(offset, maximum)
        return offset
    }

    /// Draws the list of all keys, scrolled as far.
    package mutating func drawKeys(in canvas: inout Canvas, language: Language) {
        var help = KeyHelp(title: language[.keys], keys: language.keyHelp.map { KeyHint($0.keys, $0.does) })
        help.offset = offset(atMost: help.maximumOffset(in: canvas.size))
        help.render(into: &canvas)
    }
}
