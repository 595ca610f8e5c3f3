import Glibc

/// A terminal at the end of a slow line: it reads so many bytes a second, and what it answers arrives late.
struct SlowLine {
    let bytesPerSecond: Double
    /// Seconds from a question to its answer's arrival.
    let answerDelay: Double
    private var taken = 0.0
    private var began = Session.now
    private var searched = 0
    private var due: [(time: Double, answer: String)] = []

    /// A line that has stood still does not catch up: it takes no more at once than this many seconds of it.
    private static let burst = 0.01

    init(bytesPerSecond: Double, answerDelay: Double) {
        (self.bytesPerSecond, self.answerDelay) = (bytesPerSecond, answerDelay)
    }

    /// How many bytes may be read now.
    mutating func room() -> Int {
        let now = Session.now
        let most = (now - began) * bytesPerSecond
        if most - taken > Self.burst * bytesPerSecond { taken = most - Self.burst * bytesPerSecond }
        return Int(most - taken)
    }

    /// Takes note of what has been read, and of the questions in it: the background, and what the terminal can do.
    mutating func took(_ count: Int, of bytes: [UInt8]) {
        taken += Double(count)
        while searched < bytes.count {
            let rest = bytes[searched...]
            if let (question, answer) = Self.answers.first(where: { rest.starts(with: $0.question.utf8) }) {
                due.append((Session.now + answerDelay, answer))
                searched += question.utf8.count
            } else if rest.first == 0x1B, rest.count < Self.longestQuestion {
                // It may be cut.
                return
            } else {
                searched += 1
            }
        }
    }

    private static let answers = [
        (question: "\u{1B}]11;?", answer: "\u{1B}]11;rgb:1010/1010/1010\u{1B}\\"),
        (question: "\u{1B}[c", answer: "\u{1B}[?62;22c"),
    ]
    private static let longestQuestion = 6

    /// The answers that have arrived, each once.
    mutating func takeAnswers() -> String {
        let now = Session.now
        defer { due.removeAll { $0.time <= now } }
        return due.filter { $0.time <= now }.map(\.answer).joined()
    }
}
