import FoyerCore
import FoyerTUI

/// The list of all keys over a page: it scrolls where it is longer than the screen, and any other key or click closes it.
public struct KeySheet {
    public private(set) var isOpen = false
    private var scroll = SheetScroll()

    public init() {}

    public mutating func open() {
        isOpen = true
        scroll = SheetScroll()
    }

    /// Answers whether the input was the sheet's: while it is open, all keys and the mouse are.
    public mutating func handle(_ input: InputEvent, size: CellSize) -> Bool {
        guard isOpen else { return false }
        switch input {
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.home), .key(.end):
            scroll.handle(input, size: size)
        case .key, .paste: isOpen = false
        case .mouse(let mouse):
            if mouse.kind == .click { isOpen = false } else { scroll.handle(input, size: size) }
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    public mutating func draw(in canvas: inout Canvas, _ language: Language) {
        guard isOpen else { return }
        var help = KeyHelp(title: language[.keys], keys: language.keyHelp.map { KeyHint($0.keys, $0.does) })
        help.offset = scroll.offset(atMost: help.maximumOffset(in: canvas.size))
        help.render(into: &canvas)
    }
}
