import Foyer

/// What of a screen tells it from the one before, for the waits of a recorded flow.
enum RecordedNews {
    /// Words that stand together.
    private struct Piece {
        var text: String
        /// Nothing of its sentence is cut off.
        var isWhole: Bool
    }

    /// The text by which the screen is best told from the one before; `nil` if it has none that is new.
    ///
    /// - Parameter volatile: whether a text changes by itself.
    static func best(on screen: Buffer, since before: Buffer?, volatile: (String) -> Bool = { _ in false }) -> String? {
        let found = all(on: screen, since: before).filter { !volatile($0.text) }
        for isOfKind in kinds {
            if let longest = found.filter(isOfKind).max(by: { $0.text.count < $1.text.count }) { return longest.text }
        }
        return nil
    }

    /// The last texts that are new, at most three, in the order of the screen: a program's last words.
    static func last(on screen: Buffer, since before: Buffer?, volatile: (String) -> Bool = { _ in false }) -> [String]
    {
        let found = all(on: screen, since: before).filter { !volatile($0.text) }
        let stable = found.filter { $0.isWhole && !$0.text.contains(where: \.isNumber) }
        return (stable.isEmpty ? found : stable).suffix(3).map(\.text)
    }

    /// Words last; what counts, draws a bar, or tells the time or a path, is another the next time. Whole sentences come
    /// before parts of some.
    private static let kinds: [@Sendable (Piece) -> Bool] = [
        { $0.isWhole && isWords($0) }, { $0.isWhole && !hasNumber($0) }, { isWords($0) }, { !hasNumber($0) },
        { $0.isWhole && !$0.text.contains(":") }, { !$0.text.contains(":") },
    ]

    private static func isWords(_ piece: Piece) -> Bool {
        piece.text.allSatisfy { $0.isLetter || " ,.;:!?'-…".contains($0) }
    }

    private static func hasNumber(_ piece: Piece) -> Bool { piece.text.contains(where: \.isNumber) }

    private static func all(on screen: Buffer, since before: Buffer?) -> [Piece] {
        guard screen != before else { return [] }
        let old = before.map { ScreenText($0) }
        let lines = screen.textLines
        return lines.indices.flatMap { row in
            pieces(
                of: lines[row],
                isContinued: row > 0 && screen.isFull(row - 1) && lines[row].first?.isUppercase == false,
                continues: screen.isFull(row))
        }.filter { old?.contains($0.text) != true }
    }

    private static let longest = 40

    /// The words of a line that stand together: two spaces part them, and what is drawn.
    ///
    /// - Parameters:
    ///   - isContinued: whether the line above may go on in this one.
    ///   - continues: whether this one may go on below.
    private static func pieces(of line: String, isContinued: Bool = false, continues: Bool = false) -> [Piece] {
        var (pieces, piece, gap) = ([Piece](), "", "")
        var isStart = !isContinued
        func isText(_ character: Character) -> Bool { character.isASCII || character.isLetter || character.isNumber }
        for character in line + "  \u{2502}" {
            if character == " " {
                gap += " "
                continue
            }
            let isTooLong = gap.count == 1 && isText(character) && piece.count >= longest
            if gap.count > 1 || !isText(character) || isTooLong {
                let isOpen = isTooLong || character == "…" || piece.last.map { ",;:(".contains($0) } ?? true
                pieces.append(Piece(text: piece, isWhole: isStart && !isOpen))
                isStart = !isTooLong
                piece = ""
            }
            if isText(character) { piece += (piece.isEmpty ? "" : gap) + String(character) }
            gap = ""
        }
        if continues, let last = pieces.lastIndex(where: { !$0.text.isEmpty }) { pieces[last].isWhole = false }
        return pieces.filter { $0.text.count <= 2 * longest && $0.text.filter(\.isLetter).count >= 3 }
    }

    /// Whether the screen has changed as it does when a text is typed into it: in one line, by no more than that text.
    static func isEcho(of typed: String, on screen: Buffer, since before: Buffer?) -> Bool {
        guard let before, screen.size == before.size else { return false }
        let rows = (0..<screen.size.rows).filter { row in
            let (new, old) = (screen.row(row), before.row(row))
            guard new != old else { return false }
            // A counter of lines and columns.
            let (text, former) = (VolatileText.shape(text(new)), VolatileText.shape(text(old)))
            return text == nil || text != former
        }
        guard let row = rows.first, rows.count == 1 else { return rows.isEmpty }
        let changed = zip(screen.row(row), before.row(row)).count { $0 != $1 }
        return changed <= 2 * typed.unicodeScalars.count + 1
    }

    private static func text(_ cells: ArraySlice<ScreenCell>) -> String {
        String(String.UnicodeScalarView(cells.filter { $0.width > 0 }.flatMap { $0.glyph.scalars }))
    }
}

/// Finds the texts that change although nobody does anything: counters, clocks, loads. Each is proposed as a mask.
struct VolatileText {
    /// Changes that come that soon after a key are its consequences.
    private static let consequence = Duration.milliseconds(400)
    /// How often a text must have changed.
    private static let fewest = 2

    /// How often each has changed by itself, and what the screen before showed of it.
    private var changes: [String: Int] = [:]
    private var last: [String: Set<String>] = [:]
    private var shapes: [String] = []
    private var lastInput: Instant?

    mutating func hear(at now: Instant) { lastInput = now }

    /// - Returns: whether another text is now known to change.
    mutating func see(_ screen: Buffer, at now: Instant) -> Bool {
        var shown: [String: Set<String>] = [:]
        for text in screen.textLines.flatMap(Self.parts) {
            if let shape = Self.shape(text), !shapes.contains(shape) { shown[shape, default: []].insert(text) }
        }
        defer { last = shown }
        if let lastInput, now - lastInput < Self.consequence { return false }
        let known = shapes.count
        for (shape, texts) in shown.sorted(by: { $0.key < $1.key }) {
            guard let before = last[shape], !texts.isSubset(of: before) else { continue }
            changes[shape, default: 0] += 1
            if changes[shape, default: 0] >= Self.fewest { shapes.append(shape) }
        }
        // Long texts that scroll by are no counters.
        if changes.count > 1000 { changes = [:] }
        return shapes.count > known
    }

    func covers(_ text: String) -> Bool {
        Self.parts(of: text).contains { part in Self.shape(part).map(shapes.contains) ?? false }
    }

    /// Regular expressions that cover them.
    var masks: [String] {
        shapes.map { shape in
            shape.map { character in
                character == "0" ? "[0-9]+" : "\\.[]{}()*+?^$|".contains(character) ? "\\\(character)" : "\(character)"
            }.joined()
        }
    }

    private static func parts(of line: String) -> [String] {
        line.split(separator: "  ").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// The text with one `0` for each of its numbers; `nil` if it has none.
    static func shape(_ text: String) -> String? {
        var (shape, isNumber, hasNumber) = ("", false, false)
        for character in text {
            let isDigit = character.isASCII && character.isNumber
            if !isDigit { shape.append(character) } else if !isNumber { shape.append("0") }
            (isNumber, hasNumber) = (isDigit, hasNumber || isDigit)
        }
        return hasNumber ? shape : nil
    }
}
