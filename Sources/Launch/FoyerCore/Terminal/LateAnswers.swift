/// Takes a terminal's late answers out of what it sends, until the last of them has come.
///
/// Who asks a terminal and then hands it on to a command passes everything through this first: keys,
/// pasted text and the mouse pass unchanged, and answers are dropped. After the last answer, or once the deadline has
/// passed, everything passes.
///
///     var late = LateAnswers(until: deadline)
///     toProgram += late.filter(bytes, at: now)      // whatever was read
///     toProgram += late.expire(at: now)             // when late.nextDeadline has come
package struct LateAnswers: Equatable, Sendable {
    /// How long to hold what may be a key or the beginning of an answer, and what can only be an answer's.
    private static let keyPatience = Duration.milliseconds(50)
    private static let answerPatience = Duration.seconds(1)
    private static let pasteBegan = Array("\u{1B}[200~".utf8)
    private static let pasteEnded = Array("\u{1B}[201~".utf8)

    /// When no answer can come any more.
    package let deadline: Instant
    private var reader = AnswerReader()
    private var heldUntil: Instant?
    /// Pasted text is the user's, whatever it looks like. The bytes of its end that have come.
    private var isPasting = false
    private var ending = 0
    /// Whether none has come.
    package var isSilent: Bool { awaitedUntil < deadline }
    /// Whether everything passes from now on.
    package private(set) var isOver = false

    /// How long the last answer is worth waiting for.
    package private(set) var awaitedUntil: Instant

    /// - Parameters:
    ///   - deadline: when no answer can come any more.
    ///   - limit: how long the first answer is worth waiting for.
    package init(until deadline: Instant, awaitedUntil limit: Instant? = nil) {
        self.deadline = deadline
        awaitedUntil = limit ?? deadline
    }

    /// When to call ``expire(at:)``: bytes are held; `nil` if none are.
    package var nextDeadline: Instant? { heldUntil }

    /// The bytes without answers. It may hold back some at the end.
    package mutating func filter(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
        var passed = expire(at: now)
        if isOver { return passed + bytes }
        for (index, byte) in bytes.enumerated() {
            take(byte, &passed)
            guard isOver else { continue }
            heldUntil = nil
            return passed + bytes[(index + 1)...]
        }
        heldUntil = reader.isHolding ? now + (reader.mayBeKey ? Self.keyPatience : Self.answerPatience) : nil
        return passed
    }

    /// Advances the time: hands out what was held and has turned out to be keys.
    package mutating func expire(at now: Instant) -> [UInt8] {
        var passed: [UInt8] = []
        if let heldUntil, now >= heldUntil {
            self.heldUntil = nil
            passed = reader.giveUp()
        }
        if !isOver, now >= deadline {
            isOver = true
            heldUntil = nil
            passed += reader.giveUp()
        }
        return passed
    }

    private mutating func take(_ byte: UInt8, _ passed: inout [UInt8]) {
        if isPasting { return takePasted(byte, &passed) }
        guard reader.isHolding || byte == 0x1B else { return passed.append(byte) }
        switch reader.take(byte) {
        case .held: break
        case .answer(.attributes): isOver = true
        case .answer: awaitedUntil = deadline
        case .refused(let bytes):
            passed += bytes
            isPasting = bytes == Self.pasteBegan
        }
    }

    private mutating func takePasted(_ byte: UInt8, _ passed: inout [UInt8]) {
        passed.append(byte)
        ending = byte == Self.pasteEnded[ending] ? ending + 1 : byte == Self.pasteEnded[0] ? 1 : 0
        guard ending == Self.pasteEnded.count else { return }
        (isPasting, ending) = (false, 0)
    }
}
