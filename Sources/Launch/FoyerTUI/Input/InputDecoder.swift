import FoyerCore

/// What curses makes of the terminal's bytes, before interpretation.
enum RawInput: Hashable {
    case scalar(Unicode.Scalar)
    case key(KeyEvent)
    case pasteBegan, pasteEnded
    /// As curses reports them: a press and a release in one read come as one click.
    case mouse(RawMouse, column: Int, row: Int)
}

enum RawMouse: Hashable {
    case pressed, released, clicked, moved, wheelUp, wheelDown
}

/// Turns raw input into events: handles the terminal's answers, control characters, unknown escape sequences, pasted
/// text and clicks.
struct InputDecoder {
    static let pasteLimit = 65_536

    /// What the terminal may send besides keys.
    enum Expectation {
        case keys
        /// Occasional unsolicited reports.
        case reports
        /// Answers, at any moment.
        case answers
    }

    /// How long to wait for the rest of a sequence that a key could have begun, and of one that no key could have.
    private static let keyPatience = Duration.milliseconds(50)
    private static let answerPatience = Duration.seconds(1)

    private enum State: Equatable {
        case ground
        case escape
        /// Inside a sequence that curses does not know; it is swallowed, so that its first byte does not count as Esc.
        case control, singleShift
        case string
        case paste
    }

    private var state = State.ground
    private var pasted = String.UnicodeScalarView()
    private var pastedCount = 0
    private var pressedAt: CellPosition?
    private var events: [InputEvent] = []
    private var answers: [TerminalAnswer] = []
    private var reader = AnswerReader()
    /// When to give up on an unfinished sequence that may become an answer; `nil` if there is none.
    private(set) var deadline: Instant?

    /// Handles everything read at once, followed by a pause: an escape that is still alone is Esc, unless it may begin
    /// an answer.
    mutating func decode(
        _ batch: [RawInput], expecting: Expectation = .keys, at now: Instant = .zero
    ) -> [InputEvent] {
        for input in batch { take(input) }
        let mayBeKey = reader.mayBeKey
        deadline = nil
        if reader.isHolding {
            if expecting == .answers || expecting == .reports && !mayBeKey {
                deadline = now + (mayBeKey ? Self.keyPatience : Self.answerPatience)
            } else {
                giveUp()
            }
        }
        return finishBatch()
    }

    /// Advances the time.
    mutating func expire(at now: Instant) -> [InputEvent] {
        guard let deadline, now >= deadline else { return [] }
        self.deadline = nil
        giveUp()
        return finishBatch()
    }

    /// Whether bracketed text is under way.
    var isPasting: Bool { state == .paste }

    /// What has begun is no key and no answer: more has come than either could hold.
    mutating func forgetSequence() {
        _ = reader.giveUp()
        deadline = nil
        if state != .paste { state = .ground }
    }

    /// The terminal's answers since the last call.
    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    private mutating func finishBatch() -> [InputEvent] {
        if state == .escape { events.append(.key(.escape)) }
        if state != .paste { state = .ground }
        defer { events = [] }
        return events
    }

    /// What might have become an answer turns out to be keys.
    private mutating func giveUp() {
        for byte in reader.giveUp() { takeKey(Unicode.Scalar(byte)) }
    }

    private mutating func take(_ input: RawInput) {
        if case .scalar(let scalar) = input { return take(scalar) }
        // A key that curses knows ends any unfinished sequence.
        giveUp()
        switch input {
        case .scalar: break
        case .pasteBegan:
            finishEscape()
            state = .paste
            pasted = .init()
            pastedCount = 0
        case .pasteEnded:
            if state == .paste { events.append(.paste(String(pasted))) }
            state = .ground
        case .key(let key):
            if state == .paste {
                if key == .enter { takeKey("\n") }
            } else {
                finishEscape()
                events.append(.key(key))
            }
        case .mouse(let mouse, let column, let row):
            guard state != .paste else { return }
            finishEscape()
            take(mouse, at: CellPosition(column: column, row: row))
        }
    }

    private mutating func finishEscape() {
        if state == .escape { events.append(.key(.escape)) }
        state = .ground
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        guard reader.isHolding || state == .ground && scalar == "\u{1B}" else { return takeKey(scalar) }
        // Answers are ASCII, but names may contain other characters.
        switch reader.take(scalar.isASCII ? UInt8(scalar.value) : AnswerReader.other) {
        case .held: break
        case .answer(let answer): answers.append(answer)
        case .refused(let bytes):
            for byte in bytes { takeKey(byte == AnswerReader.other ? scalar : Unicode.Scalar(byte)) }
        }
    }

    private mutating func takeKey(_ scalar: Unicode.Scalar) {
        switch state {
        case .ground:
            if scalar == "\u{1B}" { state = .escape } else if let key = Self.key(scalar) { events.append(.key(key)) }
        case .escape:
            afterEscape(scalar)
        case .control:
            if (0x40...0x7E).contains(scalar.value) { state = .ground }
        case .singleShift:
            state = .ground
        case .string:
            // Ends with BEL, or with ESC \, whose backslash then counts as an unknown Alt.
            if scalar.value == 7 { state = .ground } else if scalar == "\u{1B}" { state = .singleShift }
        case .paste:
            guard pastedCount < Self.pasteLimit else { return }
            pastedCount += 1
            pasted.append(scalar == "\r" ? "\n" : scalar)
        }
    }

    private mutating func afterEscape(_ scalar: Unicode.Scalar) {
        state = .ground
        switch scalar {
        case "\u{1B}":
            events.append(.key(.escape))
            state = .escape
        case "[": state = .control
        case "O": state = .singleShift
        case "]", "P", "X", "^", "_": state = .string
        case _ where scalar.value > 0x20 && scalar.value != 0x7F: events.append(.key(.alt(scalar)))
        default: break
        }
    }

    /// A character's key; nil if it has none.
    static func key(_ scalar: Unicode.Scalar) -> KeyEvent? {
        switch scalar.value {
        case 8, 0x7F: .backspace
        case 9: .tab
        case 10, 13: .enter
        case 0x1B: .escape
        case 1...26: .control(Unicode.Scalar(UInt8(scalar.value + 0x60)))
        case 0x1C: .control("\\")
        case 0...0x1F, 0x80...0x9F: nil
        default: .character(scalar)
        }
    }

    private mutating func take(_ mouse: RawMouse, at place: CellPosition) {
        func append(_ kind: MouseEvent.Kind) {
            events.append(.mouse(MouseEvent(kind, column: place.column, row: place.row)))
        }
        switch mouse {
        case .pressed:
            pressedAt = place
            append(.press)
        case .released:
            append(.release)
            if pressedAt == place { append(.click) }
            pressedAt = nil
        case .clicked:
            pressedAt = nil
            append(.press)
            append(.release)
            append(.click)
        case .moved: append(pressedAt == nil ? .move : .drag)
        case .wheelUp: append(.wheelUp)
        case .wheelDown: append(.wheelDown)
        }
    }
}
