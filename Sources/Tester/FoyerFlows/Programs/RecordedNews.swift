import Foyer

/// What of a screen tells it from the one before, for the waits of a recorded flow.
enum RecordedNews {
    /// Words that stand together.
    private struct Piece {
        var text: String
        /// Nothing of its sentence is cut off.
        var isWhole: Bool
        var row = 0
    }

    /// The texts of a screen that the one before does not have, the most distinctive first.
    ///
    /// - Parameter isStable: whether a text of a row stays as it is until somebody does something.
    static func ranked(
        on screen: Buffer, since before: Buffer?, isStable: (String, _ row: Int) -> Bool = { _, _ in true }
    ) -> [String] {
        var (rest, ranked) = (all(on: screen, since: before).filter { isStable($0.text, $0.row) }, [String]())
        for isOfKind in kinds {
            // The longer one tells more; of two that are as long, the upper one is taken.
            let found = rest.filter(isOfKind).enumerated().sorted {
                ($1.element.text.count, $0.offset) < ($0.element.text.count, $1.offset)
            }
            ranked += found.map(\.element.text)
            rest.removeAll(where: isOfKind)
        }
        return ranked
    }

    /// The last texts that are new, at most three, in the order of the screen: a program's last words.
    static func last(
        on screen: Buffer, since before: Buffer?, isStable: (String, _ row: Int) -> Bool = { _, _ in true }
    ) -> [String] {
        let found = all(on: screen, since: before).filter { isStable($0.text, $0.row) }
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
                continues: screen.isFull(row)
            ).map { Piece(text: $0.text, isWhole: $0.isWhole, row: row) }
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
            return text == nil || text?.filter { $0 != " " } != former?.filter { $0 != " " }
        }
        guard let row = rows.first, rows.count == 1 else { return rows.isEmpty }
        let changed = zip(screen.row(row), before.row(row)).count { $0 != $1 }
        return changed <= 2 * typed.unicodeScalars.count + 1
    }

    private static func text(_ cells: ArraySlice<ScreenCell>) -> String {
        String(String.UnicodeScalarView(cells.filter { $0.width > 0 }.flatMap { $0.glyph.scalars }))
    }

    /// The first cell that has come to a ground that fewer cells have than the one before it, such as of a chosen line.
    static func ground(on screen: Buffer, since before: Buffer?, theme: DisplayTheme) -> (CellPosition, UInt32)? {
        guard let before, before.size == screen.size, before.cells != screen.cells else { return nil }
        let (old, new) = (before.cells.map { theme.rgb($0.ground) }, screen.cells.map { theme.rgb($0.ground) })
        let counts = Dictionary(new.map { ($0, 1) }, uniquingKeysWith: +)
        let index = new.indices.first {
            old[$0] != new[$0] && counts[new[$0], default: 0] < counts[old[$0], default: 0]
        }
        return index.map {
            (CellPosition(column: $0 % screen.size.columns, row: $0 / screen.size.columns), new[$0])
        }
    }
}

extension ScreenCell {
    /// As it is seen.
    fileprivate var ground: CellColor { attributes.contains(.reverse) ? foreground : background }
}

/// Finds the rows that change although nobody does anything: figures, bars, clocks, lists that go on.
struct MovingRows {
    private struct Row {
        var text = ""
        /// How often its figures, and how often its words, have changed by themselves.
        var figures = 0
        var words = 0
    }

    private var rows: [Row] = []

    /// - Parameter isByItself: whether nobody has done anything that it may be the answer to.
    mutating func see(_ screen: Buffer, isByItself: Bool) {
        let lines = screen.textLines
        if rows.count != lines.count { rows = lines.map { Row(text: $0) } }
        for (index, line) in lines.enumerated() where line != rows[index].text {
            let former = rows[index].text
            rows[index].text = line
            // What comes first is no change.
            if former.isEmpty || !isByItself {
                (rows[index].figures, rows[index].words) = (0, 0)
            } else if Self.shape(former) == Self.shape(line) {
                rows[index].figures += 1
            } else {
                rows[index].figures = 0
                rows[index].words += 1
            }
        }
    }

    /// Words that came once, such as *Ready* after *Loading*, may stay.
    func contains(_ row: Int) -> Bool { rows.indices.contains(row) && (rows[row].figures > 0 || rows[row].words > 1) }

    /// The letters alone: figures, bars and spinners are of signs and digits.
    private static func shape(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0.properties.isAlphabetic }
    }
}

/// What the screen has shown of letters that were typed.
enum TypedEcho {
    case unknown
    case shown
    /// Nothing, or a mark in place of each.
    case hidden

    private static let marks = "*•●∙·"
    /// Shorter texts are commands.
    static let shortest = 3

    /// Whether a screen shows what was typed: all of it, or as long a part as a program leaves that takes the first letter for a
    /// command.
    static func isShown(_ text: String, on screen: Buffer, since before: Buffer) -> Bool {
        let letters = Array(text)
        let least = min(letters.count, max(2, (letters.count + 1) / 2))
        let shown = changes(on: screen, since: before)
        return (0...letters.count - least).contains { start in
            let part = String(letters[start..<start + least])
            return shown.contains { $0.contains(part) }
        }
    }

    /// Of each row the text from the first to the last cell that is another: the prompt may have the same letters.
    private static func changes(on screen: Buffer, since before: Buffer) -> [String] {
        guard screen.size == before.size else { return screen.textLines }
        return (0..<screen.size.rows).compactMap { row in
            let (new, old) = (Array(screen.row(row)), Array(before.row(row)))
            let changed = new.indices.filter { new[$0].glyph != old[$0].glyph }
            guard let first = changed.first, let last = changed.last else { return nil }
            return String(
                String.UnicodeScalarView(new[first...last].filter { $0.width > 0 }.flatMap { $0.glyph.scalars }))
        }
    }

    /// The same of a screen that came later, and may show it for another reason: behind what stood in its row.
    static func isEchoedLate(_ text: String, on screen: Buffer, since before: Buffer) -> Bool {
        let prompts = before.textLines.filter { !$0.isEmpty }
        return screen.textLines.contains { line in
            prompts.contains { line.hasPrefix($0) && line.dropFirst($0.count).contains(text) }
        }
    }

    /// Whether a mark came for each letter.
    static func isMarked(_ text: String, on screen: Buffer, since before: Buffer) -> Bool {
        // A list of choices may mark one as well.
        guard text.count >= shortest || isAsked(on: before) else { return false }
        if text.contains(where: { marks.contains($0) || $0 == " " }) { return false }
        func count(_ screen: Buffer) -> Int {
            screen.textLines.reduce(0) { $0 + $1.count { marks.contains($0) } }
        }
        return count(screen) - count(before) == text.count
    }

    /// Keys at the cursor may be the answer to a question: it stands behind one, or the screen asks for a
    /// secret. A cursor on a character, behind a status line or at the left edge belongs to a program that takes commands.
    static func isField(at cursor: CellPosition?, on screen: Buffer) -> Bool {
        guard let cursor, cursor.row < screen.size.rows, cursor.column < screen.size.columns else {
            return isAsked(on: screen)
        }
        let row = Array(screen.row(cursor.row))
        func isBlank(_ cell: ScreenCell) -> Bool { cell.glyph.scalars.allSatisfy { $0 == " " } }
        guard isBlank(row[cursor.column]) else { return false }
        if isAsked(on: screen) { return true }
        let question = row[..<cursor.column].filter { !isBlank($0) }
        guard let last = question.last, !last.attributes.contains(.reverse) else { return false }
        return question.count { $0.glyph.scalars.contains { $0.properties.isAlphabetic } } >= 2
    }

    /// Whether a screen asks for a secret.
    static func isAsked(on screen: Buffer) -> Bool {
        let text = screen.textLines.joined(separator: "\n").lowercased()
        return ["password", "passphrase", "passcode", "secret", "token", "pin:", "密码", "密碼", "口令"].contains {
            text.contains($0)
        }
    }
}

/// Finds the texts that change although nobody does anything: counters, clocks, loads. Each is proposed as a mask.
struct VolatileText {
    /// Changes that come that soon after a key are its consequences.
    static let consequence = Duration.milliseconds(400)
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
