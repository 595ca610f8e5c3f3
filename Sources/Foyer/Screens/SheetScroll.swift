import FoyerCore
import FoyerTUI

/// How far the sheet that lies over a page is scrolled, in lines.
struct SheetScroll {
    private var offset = 0

    /// Keys and the wheel that scroll; all others change nothing.
    mutating func handle(_ input: InputEvent, size: CellSize) {
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
    mutating func offset(atMost maximum: Int) -> Int {
        offset = min(offset, maximum)
        return offset
    }
}
