import FoyerCore

/// A line of text that is typed: letters are text here, whatever they mean elsewhere.
///
/// ```swift
/// private var search = TextField("Search")
///
/// func draw(in canvas: inout Canvas, context: ScreenContext) {
///     search.render(into: &canvas, in: canvas.bounds.line(1))
/// }
/// func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
///     if event.key == .enter { find(search.text) }
///     if case .input(let input) = event, search.handle(input) { return .stay }
///     …
/// }
/// ```
/// In accessible lines the focused field is a question: the line that is typed takes the place of the text, and Enter
/// follows; `q` or `close` presses Esc.
public struct TextField: StillWidget, Equatable, Sendable {
    /// What the field is for; said in accessible lines, and drawn by whoever draws the field.
    public var label: SafeText
    /// Whether it has the focus, and shows its cursor.
    public var isFocused = true
    private(set) var characters: [Character]
    /// The index at which the next character is inserted.
    package private(set) var cursor: Int

    /// The most characters.
    package static let longest = 1_000

    /// A field with the focus, and the cursor behind its text; control characters are left out.
    public init(_ label: SafeText, text: String = "") {
        self.label = label
        characters = Array(SafeText(text).string.prefix(Self.longest))
        cursor = characters.count
    }

    /// What has been typed, at most 1,000 characters.
    public var text: String { String(characters) }

    /// Edits the text: letters, pasted text, ← → Home End, Backspace, Del and Ctrl-U, which deletes what is before the
    /// cursor.
    ///
    /// - Returns: whether the field has used the input; it uses none without the focus.
    public mutating func handle(_ input: InputEvent) -> Bool {
        guard isFocused else { return false }
        switch input {
        case .paste(let text): insert(text)
        case .key(.character(let scalar)): insert(String(Character(scalar)))
        case .key(.backspace):
            guard cursor > 0 else { break }
            cursor -= 1
            characters.remove(at: cursor)
        case .key(.delete): if cursor < characters.count { characters.remove(at: cursor) }
        case .key(.left): cursor = max(0, cursor - 1)
        case .key(.right): cursor = min(characters.count, cursor + 1)
        case .key(.home), .key(.control("a")): cursor = 0
        case .key(.end), .key(.control("e")): cursor = characters.count
        case .key(.control("u")):
            characters.removeFirst(cursor)
            cursor = 0
        default: return false
        }
        return true
    }

    /// Marks combine with the character before them, so the whole text is rebuilt.
    private mutating func insert(_ text: String) {
        let before = SafeText(String(characters[..<cursor]) + SafeText(text).string).string
        let after = String(characters[cursor...])
        // Of what is too long, the beginning is taken.
        let head = Array(before.prefix(max(0, Self.longest - after.count)))
        characters = Array(String(head) + after)
        cursor = min(head.count, characters.count)
    }

    /// Draws the text into the first row of a rectangle, with the cursor in view; without the focus, from its beginning. What
    /// does not fit is cut with `…`.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect.line(0)) { part in draw(in: &part) }
        if isFocused { canvas.speak(fieldOf: label, holding: SafeText(text), in: rect.line(0)) }
    }

    private func draw(in part: inout Canvas) {
        part.fill(.raised)
        let style = TextStyle(.text)
        guard isFocused else {
            part.text(SafeText(text), column: 1, row: 0, style: style, columns: part.columns - 2)
            return
        }
        let room = max(1, part.columns - 3)
        var first = 0
        while first < cursor, columns(first..<cursor) > room { first += 1 }
        if first > 0 { part.put(part.glyphs.ellipsis, column: 0, row: 0, style: .quiet) }
        let width = part.text(
            SafeText(String(characters[first..<cursor])), column: 1, row: 0, style: style, columns: room)
        part.markFocus(column: 1 + width, row: 0)
        let under = SafeText(cursor < characters.count ? String(characters[cursor]) : " ")
        let used = part.text(under, column: 1 + width, row: 0, style: .focused)
        if cursor + 1 < characters.count {
            part.text(
                SafeText(String(characters[(cursor + 1)...])), column: 1 + width + used, row: 0, style: style)
        }
    }

    private func columns(_ range: Range<Int>) -> Int {
        Canvas.columns(of: SafeText(String(characters[range])))
    }
}
