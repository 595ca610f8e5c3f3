import Foyer
import FoyerEmulator
import FoyerSystem

/// What is known of a program that is not ours when a step fails.
struct ProgramFacts {
    /// Who has written nothing for so long is named silent.
    static let silence = Duration.seconds(3)
    /// Who waits for an answer writes nothing meanwhile.
    static let suspense = Duration.milliseconds(400)

    var size: CellSize
    /// All that it has written; of very much, the last part.
    var written: [UInt8] = []
    /// Since the flow began.
    var age = Duration.zero
    /// Since it wrote something, or since the flow began.
    var quiet = Duration.zero
    /// With the time since the flow began.
    var end: (how: CommandEnd, after: Duration)?
    /// Its requests to the terminal beyond cells: modes, title, questions.
    var report = TerminalReport()
    /// What it does while it is silent; asked only then.
    var activity: () -> ForegroundState.Activity? = { nil }

    /// What it does, if that says why nothing comes.
    var reason: FailureReason? {
        if let end {
            return .ended(end.how, after: end.after.inTenths, last: Self.lastLine(of: written))
        }
        if let question = report.questions.first, quiet >= Self.suspense { return .unanswered(question.text) }
        guard quiet >= Self.suspense else { return nil }
        let activity = activity()
        if quiet >= Self.silence { return .silent(seconds: "\(Int(quiet.inSeconds))", activity) }
        switch activity {
        // Nothing more will come of these.
        case .stopped, .openingPipe: return .silent(seconds: quiet.inTenths, activity)
        default: return nil
        }
    }

    /// The last line with something in it, without control sequences, and not too long; of one that was put together in
    /// several places, each part.
    static func lastLine(of bytes: [UInt8]) -> String {
        // No text has it.
        let place: UInt8 = 0
        var parser = OutputParser()
        var lines: [[UInt8]] = [[]]
        // A program's last words are short.
        for byte in bytes.suffix(8 << 10) {
            switch parser.take(byte) {
            case .control(_, let final)?:
                if "ABDGHdf`".utf8.contains(final) { lines[lines.count - 1].append(place) }
                // Instead of a blank, and of a line's end.
                if final == UInt8(ascii: "C") { lines[lines.count - 1].append(0x20) }
                if "EF".utf8.contains(final) { lines.append([]) }
            case .byte(0x0A)?, .byte(0x0D)?: lines.append([])
            case .byte(0x0B)?, .byte(0x0C)?, .byte(0x20..<0x7F)?, .byte(0x80...)?: lines[lines.count - 1].append(byte)
            case .byte?, .escape?, .string?, nil: break
            }
        }
        let line = lines.last { line in line.contains { $0 != 0x20 && $0 != place } } ?? []
        let parts = line.split(separator: place).map { part in
            SafeText(String(decoding: part, as: UTF8.self)).string.split(separator: " ").joined(separator: " ")
        }
        let text = parts.filter { !$0.isEmpty }.joined(separator: " / ")
        return text.count > 120 ? text.prefix(119) + "…" : text
    }

    // MARK: - Where the text is instead

    /// A text that it has written, and that its screen does not show.
    ///
    /// What it has written is played once more on larger terminals, as far as there is time for it.
    func elsewhere(_ text: String) -> FailureReason? {
        let deadline = MonotonicClock.now + FailureReason.patience
        if report.has(.alternate), let main = screen(written(before: "h"), size, until: deadline),
            ScreenText(main.textLines).contains(text)
        {
            return .behindAlternate
        }
        let tall = screen(written[...], CellSize(columns: size.columns, rows: 1000), until: deadline)
        if let row = tall.flatMap({ ScreenText.row(of: text, in: $0.textLines) }) {
            guard row >= size.rows, report.lowestRow > size.rows else { return .scrolledAway }
            return .below(row: row + 1, rows: size.rows)
        }
        guard let wide = screen(written[...], CellSize(columns: 1000, rows: size.rows), until: deadline),
            let row = ScreenText.row(of: text, in: wide.textLines)
        else { return nil }
        let column = ScreenText.column(of: text, inRow: row, of: wide)
        guard let column, column + text.count > size.columns else { return nil }
        return .beyondEdge(column: column + 1, columns: size.columns)
    }

    /// Returns true if it has left the alternate screen, which had that text.
    func hasLeft(_ text: String) -> Bool {
        if report.has(.alternate) { return false }
        let last = screen(written(before: "l"), size, until: MonotonicClock.now + FailureReason.patience)
        return last.map { ScreenText($0).contains(text) } ?? false
    }

    /// However busy the machine is, so many bytes are played.
    private static let least = 2 << 10

    /// - Returns: `nil` if it takes too long.
    private func screen(_ bytes: ArraySlice<UInt8>, _ size: CellSize, until deadline: Instant) -> Buffer? {
        let terminal = TerminalEmulator(size: size)
        terminal.feed(bytes.prefix(Self.least))
        let rest = bytes.dropFirst(Self.least)
        if !rest.isEmpty, MonotonicClock.now >= deadline { return nil }
        return terminal.feed(rest, until: deadline).isEmpty ? terminal.screen : nil
    }

    /// The output before the alternate screen was switched on (`h`) or off (`l`) last.
    private func written(before end: String) -> ArraySlice<UInt8> {
        let places = [1049, 1047, 47].compactMap { mode in
            written.lastRange(of: Array("\u{1B}[?\(mode)\(end)".utf8))?.lowerBound
        }
        return written[..<(places.max() ?? 0)]
    }
}

extension [UInt8] {
    fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
        guard !other.isEmpty, count >= other.count else { return nil }
        for start in stride(from: count - other.count, through: 0, by: -1)
        where self[start..<start + other.count].elementsEqual(other) {
            return start..<start + other.count
        }
        return nil
    }
}
