import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// Shows screens in accessible lines: writes what they say to standard output, and reads answers from standard input,
/// whatever both are.
struct ConversationLoop: Sendable {
    let theme: DisplayTheme
    let language: Language
    /// The very first line.
    var opening: SafeText?
    /// Receives where changes of the look are posted, and `nil` in the end.
    var connect: (@Sendable (Mailbox<ScreenMessage>?) -> Void)?
    var input = STDIN_FILENO
    var output = LineOutput.standard
    var clock: @Sendable () -> Instant = { MonotonicClock.now }

    /// How often in a row what is posted comes first: something that never ends must not keep everything back.
    private static let mostRounds = 20
    /// How often to offer unwritten lines again.
    private static let offerInterval = Duration.milliseconds(50)

    struct Remaining: Sendable {
        let tasks: [Task<Void, Never>]
    }

    /// Returns when the last screen has left, with the work that is to be waited for.
    func run(_ makeFirst: sending @escaping () -> any Screen) async throws(TerminalError) -> Remaining {
        try await LoopThread.run { () throws(TerminalError) in
            let mailbox = try Mailbox<ScreenMessage>(isGradual: { $0.isGradual })
            connect?(mailbox)
            if let opening { write([SpokenLine.sentence(opening, language)].flatMap(SpokenLine.wrapped)) }
            var program = SpokenProgram(first: makeFirst(), theme: theme, language: language, at: clock()) {
                mailbox.post($0)
            }
            var lines = LineInput(input)
            while !program.isOver { turn(&program, &lines, mailbox) }
            write(program.say(at: clock()))
            connect?(nil)
            output.finishForGood(by: clock() + LineOutput.grace)
            return Remaining(tasks: program.remainingWork)
        }
    }

    private func write(_ lines: [String]) {
        for line in lines { output.add(PlainText.fitted(line)) }
    }

    private func turn(_ program: inout SpokenProgram, _ lines: inout LineInput, _ mailbox: Mailbox<ScreenMessage>) {
        // What an answer has set going comes before anything is said, and before the next answer.
        for _ in 0..<Self.mostRounds where take(mailbox, &program) {}
        if program.isOver { return }
        write(program.say(at: clock()))
        switch output.flush() {
        case .failed: return program.leave()
        case .full: break
        // What was said counts as shown once it is written.
        case .idle: program.written(at: clock())
        }
        if take(mailbox, &program) { return }
        if let said = program.answer(at: clock()) { return write(said) }
        wait(program, lines, mailbox)
        for line in program.hasRoom ? lines.read() : [] { write(program.hear(line, at: clock())) }
        if lines.hasEnded { program.end() }
        if let deadline = program.nextDeadline, clock() >= deadline { program.deadlineReached(at: clock()) }
    }

    /// Returns whether something had been posted.
    private func take(_ mailbox: Mailbox<ScreenMessage>, _ program: inout SpokenProgram) -> Bool {
        let posted = mailbox.drain()
        for message in posted { program.take(message, at: clock()) }
        return !posted.isEmpty
    }

    private func wait(_ program: SpokenProgram, _ lines: LineInput, _ mailbox: Mailbox<ScreenMessage>) {
        let offer = output.flush() == .full ? clock() + Self.offerInterval : nil
        let until = [program.nextDeadline, offer].compactMap { $0 }.min()
        let lines = lines.hasEnded || !program.hasRoom ? [] : [input]
        Poll.wait(toRead: [mailbox.descriptor] + lines, for: until.map { $0 - clock() })
    }
}
