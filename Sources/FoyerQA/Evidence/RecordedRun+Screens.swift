import Foyer
import FoyerEmulator

/// What a recording shows, on a terminal in memory.
extension RecordedRun {
    /// The number of events up to a marker, or of all of them; `nil` if there is no such marker.
    ///
    /// - Parameter place: the marker's number from 1, or its words.
    func end(at place: String?) -> Int? {
        guard let place else { return events.count }
        let marks = events.indices.filter { if case .marked = events[$0].kind { true } else { false } }
        if let named = marks.first(where: { events[$0].kind == .marked(place) }) { return named + 1 }
        guard let number = Int(place), (1...max(1, marks.count)).contains(number), !marks.isEmpty else { return nil }
        return marks[number - 1] + 1
    }

    /// The screens of its first events. Where a program has left the second screen, and nothing follows, the last is what it
    /// showed there.
    func shown(until end: Int, theme choice: ThemeChoice?) -> (film: Film, screen: Buffer, theme: Theme) {
        var palette = Palette.fitting(choice, ground: colors?.ground)
        if let colors {
            palette[.text] = colors.text
            palette[.ground] = colors.ground
        }
        let theme = Theme(depth: .direct, palette: palette)
        let terminal = TerminalEmulator(size: size, palette: colors?.palette ?? TerminalPalette.basic)
        var (film, kept) = (Film(), (film: Film(), screen: Buffer(size: size)))
        var wasAlternate = false
        for event in events[..<end] {
            switch event.kind {
            case .output(let text): terminal.feed(text.utf8)
            case .resized(let size): terminal.resize(to: size)
            case .marked, .ended: continue
            }
            _ = terminal.takeAnswers()
            if wasAlternate, !terminal.isAlternate { kept.film = film }
            wasAlternate = terminal.isAlternate
            film.take(terminal.screenWithCursor, theme: theme, at: .zero + event.time)
            if wasAlternate { kept.screen = terminal.screenWithCursor }
        }
        if !wasAlternate, !kept.film.isEmpty, terminal.screen.isBlank { return (kept.film, kept.screen, theme) }
        return (film, terminal.screenWithCursor, theme)
    }
}

extension TerminalEmulator {
    /// The cursor as a reversed cell, as terminals show it.
    fileprivate var screenWithCursor: Buffer {
        var screen = screen
        guard let cursor else { return screen }
        var cell = screen[cursor.column, cursor.row]
        if cell.width == 0 { return screen }
        cell.attributes.formSymmetricDifference(.reverse)
        screen[cursor.column, cursor.row] = cell
        return screen
    }
}

extension Buffer {
    fileprivate var isBlank: Bool { cells.allSatisfy { $0.glyph == .space } }
}
