/// Tells a terminal's answers from keys, byte by byte. Anything that cannot be an answer is handed back unchanged.
///
/// Bounded: it holds at most a few hundred bytes, and swallows the rest of an endless answer.
package struct AnswerReader: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        /// More bytes are needed.
        case held
        case answer(TerminalAnswer)
        /// Not an answer: these bytes, including the last one. Empty if a broken answer was dropped.
        case refused([UInt8])
    }

    /// Stands for a character beyond ASCII; this byte does not occur in UTF-8.
    package static let other: UInt8 = 0xFF

    private static let controlLimit = 64
    private static let stringLimit = 256
    private static let escape: UInt8 = 0x1B
    /// The beginnings of strings that are answers, after `ESC` and the introducer.
    private static let openings: [UInt8: [[UInt8]]] = [
        UInt8(ascii: "P"): [">|", "0$r", "1$r", "0+r", "1+r"].map { Array($0.utf8) },
        UInt8(ascii: "]"): ["10;", "11;"].map { Array($0.utf8) },
        UInt8(ascii: "_"): [Array("G".utf8)],
    ]

    private var held: [UInt8] = []
    /// After an `ESC` inside a string: its end, or the next sequence.
    private var isEnding = false

    package init() {}

    /// Whether a sequence has begun.
    package var isHolding: Bool { !held.isEmpty }

    /// Whether the sequence so far is so short that a key could have begun it.
    package var mayBeKey: Bool { held.count <= 2 }

    /// Takes the next byte; the first of a sequence must be `ESC`.
    package mutating func take(_ byte: UInt8) -> Step {
        switch held.count {
        case 0:
            guard byte == Self.escape else { return .refused([byte]) }
            held = [byte]
            return .held
        case 1:
            guard byte == UInt8(ascii: "[") || Self.openings[byte] != nil else { return refuse(byte) }
            held.append(byte)
            return .held
        default: return held[1] == UInt8(ascii: "[") ? takeControl(byte) : takeString(byte)
        }
    }

    /// No more bytes came.
    ///
    /// - Returns: the bytes that were no answer so far; a piece that can only belong to an answer is dropped.
    package mutating func giveUp() -> [UInt8] {
        defer { reset() }
        guard held.count > 2 else { return held }
        return held[1] == UInt8(ascii: "[") && held[2] != UInt8(ascii: "?") ? held : []
    }

    private mutating func reset() {
        held = []
        isEnding = false
    }

    private mutating func refuse(_ byte: UInt8) -> Step {
        let former = held
        reset()
        // Another sequence begins; the former one is over.
        if byte == Self.escape {
            held = [byte]
            return .refused(former)
        }
        return .refused(former + [byte])
    }

    private mutating func takeControl(_ byte: UInt8) -> Step {
        switch byte {
        case 0x20...0x3F where held.count < Self.controlLimit:
            held.append(byte)
            return .held
        case 0x40...0x7E:
            guard let answer = TerminalAnswer(control: held[2...], final: byte) else { return refuse(byte) }
            reset()
            return .answer(answer)
        default: return refuse(byte)
        }
    }

    private mutating func takeString(_ byte: UInt8) -> Step {
        let introducer = held[1]
        if isEnding {
            let isComplete = byte == UInt8(ascii: "\\")
            let body = Array(held[2...])
            reset()
            if isComplete { return Self.answer(body, introducer) }
            // Cut off by another sequence.
            held = [Self.escape]
            return take(byte)
        }
        guard isOpening(held[2...]) else {
            // Not decided yet.
            held.append(byte)
            if isPossible(held[2...], introducer) { return .held }
            held.removeLast()
            return refuse(byte)
        }
        switch byte {
        case Self.escape:
            isEnding = true
            return .held
        case 7:
            let body = Array(held[2...])
            reset()
            return Self.answer(body, introducer)
        case 0x18, 0x1A:
            reset()
            return .refused([])
        case 0...0x1F:
            // A key arrived in the middle of it.
            reset()
            return .refused([byte])
        default:
            if held.count <= Self.stringLimit { held.append(byte) }
            return .held
        }
    }

    private static func answer(_ body: [UInt8], _ introducer: UInt8) -> Step {
        // Longer than any real answer.
        body.count + 2 > stringLimit ? .answer(.nothing) : .answer(TerminalAnswer(string: body, introducer: introducer))
    }

    private func isOpening(_ body: ArraySlice<UInt8>) -> Bool {
        Self.openings[held[1]]?.contains { body.starts(with: $0) } ?? false
    }

    private func isPossible(_ body: ArraySlice<UInt8>, _ introducer: UInt8) -> Bool {
        Self.openings[introducer]?.contains { $0.starts(with: body) } ?? false
    }
}
