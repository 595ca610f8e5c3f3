import Foyer

/// A line of text being edited: letters are text here, whatever they mean elsewhere.
struct NoteField: Equatable {
    private(set) var characters: [Character]
    /// The index at which the next character is inserted.
    private(set) var cursor: Int

    /// The most characters.
    static let longest = 1000

    init(_ text: String = "") {
        characters = Array(SafeText(text).string.prefix(Self.longest))
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// - Returns: whether the field used the key.
    mutating func handle(_ input: InputEvent) -> Bool {
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
        let head = Array(before)
        guard head.count + after.count <= Self.longest else { return }
        characters = Array(before + after)
        cursor = min(head.count, characters.count)
    }

    /// Draws it into the first row of a rectangle, with the cursor in view.
    func render(into canvas: inout Canvas, in rect: Rect, hasCursor: Bool) {
        canvas.within(rect.line(0)) { part in
            part.fill(.raised)
            let room = max(1, part.columns - 3)
            var first = 0
            while first < cursor, columns(first..<cursor) > room { first += 1 }
            let style = TextStyle(.text)
            let width = part.text(
                SafeText(String(characters[first..<cursor])), column: 1, row: 0, style: style, columns: room)
            guard hasCursor else {
                part.text(SafeText(String(characters[cursor...])), column: 1 + width, row: 0, style: style)
                return
            }
            part.markFocus(column: 1 + width, row: 0)
            let under = SafeText(cursor < characters.count ? String(characters[cursor]) : " ")
            let used = part.text(under, column: 1 + width, row: 0, style: .focused)
            if cursor + 1 < characters.count {
                part.text(
                    SafeText(String(characters[(cursor + 1)...])), column: 1 + width + used, row: 0, style: style)
            }
        }
    }

    private func columns(_ range: Range<Int>) -> Int {
        Canvas.columns(of: SafeText(String(characters[range])))
    }
}
