import FoyerCore

/// The scroll offset of the sheet over a page, in lines.
package struct SheetScroll {
    private var offset = 0

    package init() {}

    /// Keys and the wheel scroll; other input changes nothing.
    package mutating func handle(_ input: InputEvent, size: CellSize) {
        switch input {
        case .key(.up): offset -= 1
        case .key(.down): offset += 1
        case .key(.pageUp): offset -= DetailsPage.pageRows(in: size)
        case .key(.pageDown): offset += DetailsPage.pageRows(in: size)
        case .key(.home): offset = 0
        // Only drawing knows where the end is.
        case .key(.end): offset = .max / 2
        case .mouse(let mouse) where mouse.kind == .wheelUp: offset -= 3
        case .mouse(let mouse) where mouse.kind == .wheelDown: offset += 3
        default: break
        }
        offset = max(0, offset)
    }

    /// The offset to draw with, no further than the sheet's end.
    package mutating func offset(atMost maximum: Int) -> Int {
        offset = min(offset, maximum)
        return offset
    }

    /// Draws a list of keys at this offset.
    package mutating func drawKeys(_ keys: [KeyHint], in canvas: inout Canvas, language: Language) {
        var help = KeyHelp(title: language[.keys], keys: keys)
        help.offset = offset(atMost: help.maximumOffset(in: canvas.size))
        help.render(into: &canvas)
    }
}
