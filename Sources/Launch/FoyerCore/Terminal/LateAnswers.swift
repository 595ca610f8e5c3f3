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
    /// When no answer can come any more.
    package let deadline: Instant
    private var tokenizer = InputTokenizer()
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
    package private(set) var nextDeadline: Instant?

    /// The bytes without answers. It may hold back some at the end.
    package mutating func filter(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
        var passed = expire(at: now)
        if isOver { return passed + bytes }
        pass(tokenizer.read(bytes), &passed)
        nextDeadline = tokenizer.patience.map { now + $0 }
        if isOver { release(&passed) }
        return passed
    }

    /// Advances the time: hands out what was held and has turned out to be keys.
    package mutating func expire(at now: Instant) -> [UInt8] {
        var passed: [UInt8] = []
        if let nextDeadline, now >= nextDeadline {
            self.nextDeadline = nil
            pass(tokenizer.giveUp(), &passed)
        }
        if !isOver, now >= deadline {
            pass(tokenizer.giveUp(), &passed)
            isOver = true
            release(&passed)
        }
        return passed
    }

    /// Passes on what is no answer, and everything after the last one.
    private mutating func pass(_ tokens: [InputToken], _ passed: inout [UInt8]) {
        for token in tokens {
            switch token.meaning {
            case _ where isOver: passed += token.bytes
            case .answer(.attributes): isOver = true
            case .answer: awaitedUntil = deadline
            case .partOfAnswer: break
            default: passed += token.bytes
            }
        }
    }

    /// Nothing is held any more.
    private mutating func release(_ passed: inout [UInt8]) {
        passed += tokenizer.unfinished
        (tokenizer, nextDeadline) = (InputTokenizer(), nil)
    }
}
