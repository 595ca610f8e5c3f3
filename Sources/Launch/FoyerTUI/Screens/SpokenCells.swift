import FoyerCore

/// A screen that does not say itself what it offers, read from its cells: the rows are the text; the items of lists and
/// the keys that can be clicked are the answers.
extension Spoken {
    package init(reading canvas: Canvas, news: [SafeText] = [], in language: Language) {
        self.init()
        self.news = news
        isRead = true
        let (rows, speech) = (SpokenRows(canvas), canvas.speech)
        text = rows.paragraphs
        if !text.isEmpty { title = text.removeFirst() }
        for (_, part) in speech.parts {
            text += [part.title] + part.text
            answers += part.answers
            // One number is enough to say which answer is meant.
            usual = usual ?? part.usual.map { $0 + answers.count - part.answers.count }
        }
        readsAnswers = speech.parts.isEmpty || !speech.parts.allSatisfy { !$0.spoken.readsAnswers }
        hasList = speech.lists.contains { !$0.list.items.isEmpty }
        if !speech.lists.isEmpty { readsAnswers = true }
        var count = 0
        for (_, list) in speech.lists {
            if let focus = list.focus, list.items.indices.contains(focus) {
                text.append(language.chosen(list.items[focus].title, focus + 1, of: list.items.count))
            }
            for item in list.items {
                let parts = [item.detail, item.note].filter { !$0.isEmpty }.map { SpokenLine.words($0) }
                var answer = SpokenAnswer(
                    item.title, detail: SafeText(parts.joined(separator: ", ")), choose: Self.firstItem + count)
                answer.item = count
                answers.append(answer)
                count += 1
            }
        }
        add(keysOf: rows, hasNumbers: !answers.isEmpty)
        takeField(from: speech, in: language)
        // Whoever comes back to a list has heard it.
        returnsBriefly = hasList
        if title.isEmpty, !text.isEmpty { title = text.removeFirst() }
    }

    /// Where the numbers of items of lists begin, which no screen is given.
    private static let firstItem = Int.min / 2

    /// A text field that is drawn with the focus is the question, unless something else is asked; the answers are chosen
    /// after an empty line.
    mutating func takeField(from speech: CanvasSpeech, in language: Language) {
        guard isAsking, field == nil, let field = speech.field else { return }
        self.field = language.field(field.label, holding: field.text)
        holdsText = !field.text.isEmpty
        if !isRead { hasList = answers.contains { $0.isNumbered && !$0.leaves } }
    }

    private mutating func add(keysOf rows: SpokenRows, hasNumbers: Bool) {
        // A digit that does something is its own number.
        let hasDigits = rows.keys.contains { $0.key.digit != nil }
        for (label, key) in rows.keys {
            var answer = SpokenAnswer(SafeText(label), press: key)
            answer.number = key.digit
            if hasNumbers || hasDigits && key.digit == nil { answer = answer.unnumbered }
            if !answers.contains(answer) { answers.append(answer) }
        }
    }

    /// The same with a way to leave, which every page has; one that is empty does not say so.
    package func closable(_ language: Language) -> Spoken {
        guard isAsking, field == nil, !title.isEmpty || !answers.isEmpty, !answers.contains(where: \.leaves) else {
            return self
        }
        var spoken = self
        spoken.answers.append(.close(language).unnumbered)
        return spoken
    }
}

extension KeyEvent {
    fileprivate var digit: Int? {
        guard case .character(let sign) = self, ("1"..."9").contains(sign) else { return nil }
        return Int(sign.value) - 48
    }
}

/// The words on a screen, without those of the parts that speak for themselves.
private struct SpokenRows {
    let paragraphs: [SafeText]
    let keys: [(label: String, key: KeyEvent)]

    init(_ canvas: Canvas) {
        let (buffer, speech) = (canvas.buffer, canvas.speech)
        let keyRows = Set(canvas.keyAreas.flatMap { $0.rect.row..<$0.rect.endRow })
        func words(_ row: Int, _ columns: Range<Int>) -> String {
            SpokenLine.words(Self.row(row, of: buffer, columns: columns, without: speech))
        }
        var (paragraphs, paragraph): ([SafeText], [String]) = ([], [])
        func finish() {
            if !paragraph.isEmpty { paragraphs.append(SafeText(paragraph.joined(separator: " "))) }
            paragraph = []
        }
        for row in 0..<buffer.size.rows {
            let line = words(row, 0..<buffer.size.columns)
            if line.isEmpty || keyRows.contains(row) { finish() } else { paragraph.append(line) }
        }
        finish()
        self.paragraphs = paragraphs
        keys = canvas.keyAreas.compactMap { rect, key in
            let words = words(rect.row, rect.column..<rect.endColumn)
            let parts = words.split(separator: " ", maxSplits: 1)
            let label = parts.count == 2 && parts[0].count == 1 ? String(parts[1]) : words
            return label.isEmpty ? nil : (label, key)
        }
    }

    private static func row(
        _ row: Int, of buffer: Buffer, columns: Range<Int>, without speech: CanvasSpeech
    ) -> SafeText {
        var text = String.UnicodeScalarView()
        for column in columns.clamped(to: 0..<buffer.size.columns) {
            let cell = buffer[column, row]
            guard cell.width > 0 else { continue }
            if speech.isSilent(column: column, row: row) {
                text.append(" ")
            } else {
                text.append(contentsOf: cell.glyph.scalars)
            }
        }
        return SafeText(String(text))
    }
}
