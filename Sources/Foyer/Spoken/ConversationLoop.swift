import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// Shows screens in accessible lines: writes what they say to standard output, and reads answers from standard input,
/// whatever both are.
struct ConversationLoop: Sendable {
    let theme: Theme
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
        var entries = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        if !lines.hasEnded, program.hasRoom {
            entries.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0))
        }
        while true {
            let rest = until.map { max(0, ($0 - clock()).saturatedNanoseconds) }
            let milliseconds = rest.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
            if unsafe poll(&entries, nfds_t(entries.count), milliseconds) >= 0 || errno != EINTR { return }
        }
    }
}

/// Lines from a descriptor that may be a terminal, a pipe or a file.
struct LineInput {
    private static let longestLine = 4_096

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Whether no more will come.
    private(set) var hasEnded = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The whole lines that have come; does not wait for them.
    mutating func read() -> [String] {
        guard !hasEnded else { return [] }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, 0) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        if count > 0 { bytes += buffer[..<count] } else { hasEnded = true }
        var lines: [String] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Self.line(bytes[..<end]))
            bytes.removeFirst(end + 1)
        }
        // A last line may have no end; one that never ends is cut.
        if hasEnded && !bytes.isEmpty || bytes.count > Self.longestLine {
            lines.append(Self.line(bytes[...]))
            bytes = []
        }
        return lines
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
