import FoyerCore

/// The list of all keys over a screen: what scrolls scrolls it, any other key and a click close it.
package struct KeySheet {
    /// Whether it lies over the screen.
    package private(set) var isOpen = false
    private var scroll = SheetScroll()

    package init() {}

    /// Lays it over the screen, with its first keys in sight.
    package mutating func open() {
        isOpen = true
        scroll = SheetScroll()
    }

    /// Tells whether the input was the sheet's. While it is open all are, save the end of a drag that began before it:
    /// nobody presses what it covers.
    package mutating func handle(_ input: InputEvent, size: CellSize) -> Bool {
        guard isOpen else { return false }
        switch input {
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.home), .key(.end):
            scroll.handle(input, size: size)
        // It repaints, whatever is shown.
        case .key(.control("l")): break
        case .key, .paste: isOpen = false
        case .mouse(let mouse):
            switch mouse.kind {
            case .wheelUp, .wheelDown: scroll.handle(input, size: size)
            case .click: isOpen = false
            case .press, .move: break
            case .drag, .release: return false
            }
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    /// Draws it over what is on the canvas; nothing where it is closed.
    package mutating func draw(in canvas: inout Canvas, language: Language) {
        if isOpen { scroll.drawKeys(in: &canvas, language: language) }
    }
}
