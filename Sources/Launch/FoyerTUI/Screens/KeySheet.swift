import FoyerCore

/// The list of all keys over a screen: scrolling keys scroll it, any other key and a click close it.
///
/// ```swift
/// private let keys = KeySheet([KeyHint("m", "opens message 7"), KeyHint("q", "leaves")])
/// var elements: [any ScreenElement] { [keys] }
/// ```
/// Open it at `?`, and draw it last.
public final class KeySheet: ScreenElement {
    /// Whether it covers the screen.
    public private(set) var isOpen = false
    private var scroll = SheetScroll()
    private let keys: [KeyHint]?

    /// A closed sheet of these keys and what they do, the most important first.
    public init(_ keys: [KeyHint]) { self.keys = keys }

    /// A closed sheet of the keys of Foyer's own pages: banners, lists, mini programs, the demo's tabs.
    public init() { keys = nil }

    /// Opens it, with the first keys in view.
    public func open() {
        isOpen = true
        scroll = SheetScroll()
    }

    /// Returns whether the sheet used the input. While it is open it uses all, except the end of a drag that began
    /// before, so that nothing beneath it can be pressed.
    public func handle(_ input: InputEvent, size: CellSize) -> Bool {
        guard isOpen else { return false }
        switch input {
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.home), .key(.end):
            scroll.handle(input, size: size)
        // It repaints, whatever is shown.
        case .key(.control("l")), .paste: break
        case .key: isOpen = false
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

    /// Uses all input while it is open.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        if case .input(let input) = event { handle(input, size: context.size) } else { false }
    }

    /// Whether it is open.
    public var coversScreen: Bool { isOpen }

    /// Draws it over the canvas; does nothing while it is closed.
    public func draw(in canvas: inout Canvas, language: Language) {
        guard isOpen else { return }
        let groups = keys.map { [KeyHelp.Group("", $0)] } ?? language.keyHelp
        scroll.drawKeys(groups, in: &canvas, language: language)
        let glyphs = canvas.glyphs
        var card = Spoken(language[.keys], groups.flatMap(\.keys).map { $0.text(glyphs) + " " + $0.label })
        card.answers = [.back(language)]
        canvas.speak(card)
    }
}

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
    package mutating func drawKeys(_ groups: [KeyHelp.Group], in canvas: inout Canvas, language: Language) {
        let close = KeyHint(.escape, language[.close])
        var help = KeyHelp(
            title: language[.keys], close: close.text(canvas.glyphs) + " " + close.label, groups: groups,
            glyphs: canvas.glyphs)
        help.offset = offset(atMost: help.maximumOffset(in: canvas.size))
        help.render(into: &canvas)
    }
}
