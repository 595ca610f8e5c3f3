import FoyerCore

/// Turns what a terminal sends into events for screens, and sets the terminal's answers aside.
struct InputDecoder {
    /// In scalars.
    static let pasteLimit = 65_536

    private var tokenizer: InputTokenizer
    private var pressedAt: CellPosition?
    private var answers: [TerminalAnswer] = []
    /// When to give up an unfinished sequence; `nil` if there is none.
    private(set) var deadline: Instant?

    init(keys: KeyTable = KeyTable()) { tokenizer = InputTokenizer(keys: keys) }

    mutating func setKeys(_ keys: KeyTable) { tokenizer.keys = keys }

    mutating func decode(_ bytes: [UInt8], at now: Instant = .zero) -> [InputEvent] {
        let tokens = tokenizer.read(bytes)
        deadline = tokenizer.patience.map { now + $0 }
        return tokens.flatMap { events(of: $0) }
    }

    /// Advances the time.
    mutating func expire(at now: Instant) -> [InputEvent] {
        guard let deadline, now >= deadline else { return [] }
        self.deadline = nil
        return tokenizer.giveUp().flatMap { events(of: $0) }
    }

    /// The terminal's answers since the last call.
    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    /// Reads more than anybody types, such as a text that was pasted without marks. Beside marked pastes only the last key
    /// counts, since it may have followed a flood.
    ///
    /// - Parameter next: reads the next piece; empty at the end.
    mutating func decodeFlood(_ next: () -> [UInt8]) -> [InputEvent] {
        _ = tokenizer.giveUp()
        deadline = nil
        var (pastes, last, lastByte): ([InputEvent], InputToken?, UInt8?) = ([], nil, nil)
        while case let bytes = next(), !bytes.isEmpty {
            for token in tokenizer.read(bytes) {
                if case .paste = token.meaning { pastes += events(of: token) }
                last = token
            }
            lastByte = bytes.last
        }
        let isEndless = tokenizer.isWithinEndlessString
        last = tokenizer.giveUp().last ?? last
        // No key is part of an endless string.
        if isEndless, let lastByte { last = InputToken(meaning: .text, bytes: [lastByte]) }
        return pastes + [last].compactMap { $0.flatMap(Self.lastKey) }.map { .key($0) }
    }

    /// Not of a sequence: a click into garbage is none.
    private static func lastKey(_ token: InputToken) -> KeyEvent? {
        switch token.meaning {
        case .text: String(decoding: token.bytes.suffix(4), as: UTF8.self).unicodeScalars.last.flatMap { key($0) }
        case .key(.escape): .escape
        default: nil
        }
    }

    private mutating func events(of token: InputToken) -> [InputEvent] {
        switch token.meaning {
        case .text:
            return String(decoding: token.bytes, as: UTF8.self).unicodeScalars.compactMap { Self.key($0) }.map {
                .key($0)
            }
        // Alt and Enter are not Esc.
        case .key(.alt(let scalar)) where scalar.value <= 0x20 || scalar.value == 0x7F: return []
        case .key(let key): return [.key(key)]
        case .mouse(let mouse): return events(of: mouse)
        case .paste(let text):
            let scalars = text.unicodeScalars.prefix(Self.pasteLimit).map { $0 == "\r" ? "\n" : $0 }
            return [.paste(String(String.UnicodeScalarView(scalars)))]
        case .answer(let answer):
            answers.append(answer)
            return []
        case .modifiedKey, .pasted, .partOfAnswer, .unknown: return []
        }
    }

    /// A character's key on a screen, which tells neither Ctrl-H from Backspace nor Ctrl-J from Enter; `nil` if it has none.
    static func key(_ scalar: Unicode.Scalar) -> KeyEvent? {
        switch InputToken.key(scalar) {
        case .control("h"): .backspace
        case .control("j"): .enter
        case .control(let letter) where letter != "\\" && !("a"..."z" ~= letter): nil
        case let key: key
        }
    }

    private mutating func events(of mouse: MouseEvent) -> [InputEvent] {
        var events = [InputEvent.mouse(mouse)]
        switch mouse.kind {
        case .press: pressedAt = mouse.position
        case .release:
            if pressedAt == mouse.position {
                events.append(.mouse(MouseEvent(.click, column: mouse.column, row: mouse.row)))
            }
            pressedAt = nil
        default: break
        }
        return events
    }
}
