import CTerminal
import FoyerCore
import FoyerSystem
import Glibc

/// Input of a screen that is followed by a program: read past curses, which gets only what may be a key of the screen. All
/// else is the program's, as it came.
struct SharedInput {
    private let program: TypedForProgram
    private let feed: KeyFeed
    private var keys: LoneKeys
    private var reader = AnswerReader()
    private var answers: [TerminalAnswer] = []
    /// When to give up on an unfinished answer.
    private var answerDue: Instant?
    /// What is handed out one by one: the screen says of each key whether it has used it.
    private var parts: [Part] = []
    /// Characters that are signals here, wherever they come.
    private let signals: Set<UInt8>
    /// Nobody presses more keys between two frames.
    private static let mostParts = 32
    private static let answerPatience = Duration.seconds(1)
    /// What is read before the screen has its turn.
    private static let mostRead = 1 << 20

    private enum Part {
        case key([UInt8])
        case typed([UInt8])
        /// For the screen alone: the mouse, a signal, all that is typed while no program is to follow.
        case screen([UInt8])
    }

    init(_ program: TypedForProgram, _ feed: KeyFeed, reportsMouse: Bool, signals: Set<UInt8>) {
        self.signals = signals
        self.program = program
        self.feed = feed
        keys = LoneKeys(reportsMouse: reportsMouse)
    }

    /// When to call ``next(at:)`` though nothing has come.
    var nextDeadline: Instant? {
        parts.isEmpty ? [keys.nextDeadline, answerDue].compactMap { $0 }.min() : .zero
    }

    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    mutating func read(from terminal: Int32, expecting expectation: InputDecoder.Expectation, at now: Instant) {
        var count = 0
        while count < Self.mostRead {
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = unsafe max(0, Glibc.read(terminal, buffer.baseAddress, buffer.count))
            }
            if bytes.isEmpty { break }
            count += bytes.count
            sort(expectation == .keys && !reader.isHolding ? bytes : withoutAnswers(bytes, at: now), at: now)
        }
    }

    private mutating func withoutAnswers(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
        var typed: [UInt8] = []
        for byte in bytes {
            guard reader.isHolding || byte == 0x1B else {
                typed.append(byte)
                continue
            }
            switch reader.take(byte) {
            case .held: break
            case .answer(let answer): answers.append(answer)
            case .refused(let bytes): typed += bytes
            }
        }
        answerDue = reader.isHolding ? now + (reader.mayBeKey ? LoneKeys.pause : Self.answerPatience) : nil
        return typed
    }

    private mutating func sort(_ bytes: [UInt8], at now: Instant) {
        guard program.isAwaited else { return addForScreen(bytes) }
        for piece in bytes.split(separators: signals) {
            for part in keys.take(Array(piece.bytes), at: now) { add(part) }
            if let signal = piece.separator { parts.append(.screen([signal])) }
        }
    }

    private mutating func add(_ part: LoneKeys.Part) {
        switch part {
        case .typed(let bytes): if parts.isEmpty { program.add(bytes) } else { parts.append(.typed(bytes)) }
        case .key(let bytes): parts.append(parts.count < Self.mostParts ? .key(bytes) : .typed(bytes))
        case .mouse(let bytes): addForScreen(bytes)
        }
    }

    private mutating func addForScreen(_ bytes: [UInt8]) {
        if parts.count < Self.mostParts { parts.append(.screen(bytes)) }
    }

    /// Hands curses the next key, if there is one.
    mutating func next(at now: Instant) {
        if let answerDue, now >= answerDue {
            self.answerDue = nil
            sort(reader.giveUp(), at: now)
        }
        for part in keys.expire(at: now) { add(part) }
        while let part = parts.first {
            parts.removeFirst()
            switch part {
            case .typed(let bytes): program.add(bytes)
            case .key(let bytes):
                program.offer(bytes)
                return feed.write(bytes)
            case .screen(let bytes):
                program.add([])
                return feed.write(bytes)
            }
        }
    }

    /// The screen has gone: the rest is the program's.
    mutating func finish() {
        for part in parts {
            switch part {
            case .typed(let bytes), .key(let bytes): program.add(bytes)
            case .screen: break
            }
        }
        parts = []
        program.add(keys.finish() + reader.giveUp())
    }
}

extension [UInt8] {
    /// Cut after each of some bytes.
    fileprivate func split(separators: Set<UInt8>) -> [(bytes: ArraySlice<UInt8>, separator: UInt8?)] {
        guard !separators.isEmpty else { return [(self[...], nil)] }
        var pieces: [(bytes: ArraySlice<UInt8>, separator: UInt8?)] = []
        var rest = self[...]
        while let place = rest.firstIndex(where: separators.contains) {
            pieces.append((rest[..<place], rest[place]))
            rest = rest[(place + 1)...]
        }
        return pieces + [(rest, nil)]
    }
}
