/// The sign by which a command was known to be ready.
package enum ReadinessSignal: Equatable, Hashable, Sendable {
    /// It said so: `READY=1`.
    case notify
    /// It, or a process of its own, listens on this TCP port.
    case port(UInt16)
    /// Its bar (OSC 9;4) ended, as it did the last time.
    case bar
    /// It printed an address of this machine, as it did the last time.
    case address
    /// It printed something, and then nothing for a second; or a question, and nothing for a fifth of one.
    case quiet
    /// It wants the terminal: keys, a hidden line, the whole screen, an answer; or it has written a mebibyte.
    case terminal
    /// It ended with status 0.
    case exit
    /// The sign that the user named: a port, a text, a file, an address, a command.
    case flag
    /// It printed for five seconds without a pause: its output is what its user wants to see.
    case steady
    /// It has had its time, and gets the terminal as it is.
    case time
    /// Another `foyer run` of the same foreground group uses the terminal.
    case shared
    /// It was never ready: somebody has asked it to end, and it gets the terminal for that.
    case interrupted
    /// Nor was this one: it has stopped, and goes on with the terminal.
    case stopped

    /// Whether it tells how long the command takes to be ready.
    package var isLesson: Bool { self != .interrupted && self != .stopped && self != .shared }

    /// Its name in JSON and in learned progress.
    package var name: String {
        switch self {
        case .notify: "notify"
        case .port: "port"
        case .bar: "progress"
        case .address: "address"
        case .quiet: "quiet"
        case .terminal: "terminal"
        case .exit: "exit"
        case .flag: "flag"
        case .steady, .time: "time"
        case .shared: "shared"
        case .interrupted: "interrupted"
        case .stopped: "stopped"
        }
    }
}

/// Decides when a command that is being started is ready.
///
/// A command that asks for a password must get the terminal, or it would wait for ever. Otherwise the sign that the
/// user named decides. Without one, the first of these does: the command says that it is ready; it listens; it has
/// printed something and then been silent, or printed for five seconds without a pause; it wants the terminal. With a sign or without, who ends with status 0 has
/// succeeded. Silence does not count if the command reports its progress: it is still working, or will say when it is
/// ready. Nor does it, unless it is a question, while a sign is waited for that came the last time.
package struct Readiness: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        /// It has written so many bytes; `isQuestion` if their last line has no end.
        case printed(Int, isQuestion: Bool)
        case notified(NotifyMessage)
        /// It has printed an address of this machine.
        case wroteAddress
        /// Its output has reported its progress.
        case barMoved(BarReport)
        case listens(UInt16)
        /// It asks for hidden input, such as a password.
        case asks
        /// It wants keys, the whole screen, or an answer of the terminal.
        case wantsTerminal
        /// Another `foyer run` of the same foreground group uses the terminal.
        case sharesTerminal
        /// The user has sent the launch to the background: the command gets what it would have there.
        case lostForeground
        /// Somebody has asked it to end: Ctrl-C, or a signal to this process, which has been passed on.
        case interrupted
        /// It has stopped, and nobody here has asked it to.
        case stopped
        /// The sign that the user named has come.
        case flagged
        case ended(CommandEnd)
        case timePassed
        /// It, or the process that listens to it, was stopped for this long, so nothing could be heard.
        case wasStopped(Duration)
    }

    package enum Verdict: Equatable, Sendable {
        case ready(ReadinessSignal)
        case ended(CommandEnd)
        /// It was not ready within its time, which was a condition.
        case late
    }

    /// What becomes of a command that is not ready after some time.
    package enum Patience: Equatable, Sendable {
        /// It is waited for.
        case endless
        /// It gets the terminal.
        case givesWay(Duration)
        /// It has failed.
        case fails(Duration)

        /// What everybody gets who says nothing else.
        package static let standard = Patience.givesWay(.seconds(30))
    }

    /// How long a command must be silent after printing something to count as ready.
    package static let quiet = Duration.seconds(1)
    /// The same after a line without an end.
    static let question = Duration.milliseconds(200)
    /// How long a command prints without a pause of a second before it counts as ready.
    static let steady = Duration.seconds(5)
    /// What it may write before it gets the terminal: until then all of it is kept.
    package static let mostWritten = 1 << 20

    /// Final once it is set.
    package private(set) var verdict: Verdict?
    private let hasFlag: Bool
    private let isAboutEnd: Bool
    private let quiet: Duration
    private let patience: Patience
    private var limit: Instant?
    private var written = 0
    private var quietFrom: Instant?
    /// When it printed last, and since when without a pause of a second.
    private var printedAt: Instant?
    private var steadyFrom: Instant?
    private let givesWayToReads: Bool
    private var speaksForItself = false
    private var showsBar = false
    private var isStopping = false
    private var isQuestion = false
    private let expected: LearnedSignal.Kind?
    /// Until then silence is no sign.
    private var expectedUntil: Instant?

    /// - Parameters:
    ///   - sign: what came the last time.
    ///   - givesWayToReads: whether a command that wants the terminal gets it whatever the user's sign: nothing hides its
    ///     question.
    package init(
        _ rule: ReadyRule, quiet: Duration = Readiness.quiet, patience: Patience = .endless,
        expecting sign: LearnedSignal? = nil, givesWayToReads: Bool = false, at began: Instant = .zero
    ) {
        let sign = rule == .automatic ? sign : nil
        expected = sign?.kind
        expectedUntil = sign.map { began + $0.patience }
        hasFlag = rule != .automatic
        self.givesWayToReads = givesWayToReads
        isAboutEnd = rule == .end
        self.quiet = quiet
        self.patience = patience
        limit =
            switch patience {
            case .endless: nil
            case .givesWay(let time): max(began + time, expectedUntil ?? began)
            case .fails(let time): began + time
            }
    }

    /// Whether the command was handed over for its silence, and may show later that it is ready.
    package var isGuess: Bool { verdict == .ready(.quiet) && !isQuestion }

    /// When `timePassed` is to be sent; `nil` if only another event can change anything.
    package var nextDeadline: Instant? {
        guard verdict == nil else { return nil }
        return [silenceEnds, steadyEnds, limit].compactMap { $0 }.min()
    }

    private var silenceEnds: Instant? {
        guard !hasFlag, !isStopping, !speaksForItself, !showsBar, let quietFrom else { return nil }
        return isQuestion ? quietFrom : max(quietFrom, expectedUntil ?? quietFrom)
    }

    /// `nil` where the next pause comes before.
    private var steadyEnds: Instant? {
        guard !hasFlag, !isStopping, !speaksForItself, !showsBar, let steadyFrom, let printedAt else { return nil }
        let ends = max(steadyFrom + Self.steady, expectedUntil ?? steadyFrom)
        return printedAt + Self.quiet > ends ? ends : nil
    }

    package mutating func handle(_ event: Event, at now: Instant) {
        guard verdict == nil else { return }
        if case .wasStopped(let time) = event {
            quietFrom = quietFrom.map { $0 + time }
            (printedAt, steadyFrom) = (printedAt.map { $0 + time }, steadyFrom.map { $0 + time })
            limit = limit.map { $0 + time }
            expectedUntil = expectedUntil.map { $0 + time }
            return
        }
        // The time was up before this event came. Silence is no better sign than the wish for the terminal that may be its
        // reason: who looks at a terminal's modes now and then sees the wish only after the silence that it brings.
        let explainsSilence = event == .asks || event == .wantsTerminal
        if passTime(to: now, withSilence: !explainsSilence) { return }
        switch event {
        case .printed(let count, let isQuestion):
            written += count
            if printedAt.map({ now - $0 >= Self.quiet }) ?? true { steadyFrom = now }
            printedAt = now
            self.isQuestion = isQuestion
            quietFrom = now + (isQuestion ? min(quiet, Self.question) : quiet)
            if written >= Self.mostWritten, !isAboutEnd { verdict = .ready(.terminal) }
        case .notified(let message): take(message, at: now)
        case .barMoved(let report):
            let hasEnded = showsBar && !report.isUnderWay
            showsBar = report.isUnderWay
            if !showsBar, quietFrom != nil { quietFrom = now + quiet }
            if hasEnded, expected == .bar, !isStopping { verdict = .ready(.bar) }
        case .wroteAddress: if expected == .address, !isStopping { verdict = .ready(.address) }
        case .listens(let port): if !hasFlag, !isStopping { verdict = .ready(.port(port)) }
        case .asks: if !isAboutEnd, !isStopping { verdict = .ready(.terminal) }
        case .wantsTerminal: if !hasFlag || givesWayToReads, !isStopping { verdict = .ready(.terminal) }
        case .sharesTerminal: verdict = .ready(.shared)
        case .lostForeground: verdict = .ready(.terminal)
        case .interrupted: verdict = .ready(.interrupted)
        case .stopped: verdict = .ready(.stopped)
        case .flagged: if hasFlag { verdict = .ready(.flag) }
        case .ended(let end): verdict = !isAboutEnd && end == .status(0) ? .ready(.exit) : .ended(end)
        case .timePassed, .wasStopped: break
        }
    }

    private mutating func passTime(to now: Instant, withSilence: Bool) -> Bool {
        if withSilence, let silenceEnds, now >= silenceEnds {
            verdict = .ready(.quiet)
        } else if let steadyEnds, now >= steadyEnds {
            verdict = .ready(.steady)
        } else if let limit, now >= limit {
            if case .fails = patience { verdict = .late } else { verdict = .ready(.time) }
        }
        return verdict != nil
    }

    private mutating func take(_ message: NotifyMessage, at now: Instant) {
        speaksForItself = true
        isStopping = isStopping || message.isStopping
        if let time = message.timeExtension { limit = limit.map { max($0, now + time) } }
        if message.isReady, !hasFlag, !isStopping { verdict = .ready(.notify) }
    }
}

/// Finds in a program's output that it wants the terminal itself: the second screen, the mouse, pasted text in brackets, or
/// an answer, which only the real terminal can give. Output may come in any pieces.
package struct TerminalDemands: Sendable {
    /// Screens, keys that move, mouse, focus, paste, and their encodings.
    private static let modes: Set<Int> = [
        47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004,
    ]
    /// `CSI … t` that is answered: sizes, titles, positions.
    private static let reports: Set<Int> = [11, 13, 14, 15, 16, 18, 19, 20, 21]
    /// No question is longer; of a longer string only the beginning is looked at.
    private static let longest = 64

    private var parser = OutputParser()

    package init() {}

    /// Returns true if these bytes contain such a request. One that is cut is found with its last byte.
    package mutating func take(_ bytes: [UInt8]) -> Bool {
        if !parser.isWithinSequence, !bytes.contains(0x1B) { return false }
        var isFound = false
        for byte in bytes { if let piece = parser.take(byte), Self.isWish(piece) { isFound = true } }
        return isFound
    }

    private static func isWish(_ piece: OutputParser.Piece) -> Bool {
        switch piece {
        case .byte: false
        // The oldest form of “who are you?”.
        case .escape(let body, let final): body.isEmpty && final == UInt8(ascii: "Z")
        case .control(let body, let final): isWish(body, final)
        case .string(let introducer, let body): isWish(introducer, body.prefix(longest))
        }
    }

    private static func isWish(_ body: [UInt8], _ final: UInt8) -> Bool {
        let prefix = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let numbers = body.filter { $0 < 0x3C && $0 >= 0x30 }.split(separator: UInt8(ascii: ";"))
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        switch final {
        case UInt8(ascii: "h"):
            return prefix == UInt8(ascii: "?") && numbers.contains { modes.contains($0) }
        case UInt8(ascii: "c"): return prefix != UInt8(ascii: "?")
        case UInt8(ascii: "n"): return !numbers.isEmpty
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
        case UInt8(ascii: "q"): return prefix == UInt8(ascii: ">")
        case UInt8(ascii: "u"), UInt8(ascii: "S"): return prefix == UInt8(ascii: "?")
        case UInt8(ascii: "t"): return prefix == nil && numbers.first.map { reports.contains($0) } ?? false
        default: return false
        }
    }

    private static func isWish(_ introducer: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
        switch introducer {
        case UInt8(ascii: "]"): return body.suffix(2) == Array(";?".utf8)
        case UInt8(ascii: "P"): return body.starts(with: "+q".utf8) || body.starts(with: "$q".utf8)
        case UInt8(ascii: "_"):
            let keys = body.dropFirst().split(separator: UInt8(ascii: ";")).first ?? []
            return body.first == UInt8(ascii: "G")
                && keys.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual("a=q".utf8) }
        default: return false
        }
    }
}
