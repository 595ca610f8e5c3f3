import CTerminal
import FoyerCore
import Glibc
import Synchronization

extension ReadyRule {
    /// In English, like the library's words for other flaws.
    package static let tooLarge = "it has more than \(PatternSize.most) parts once its repetitions are written out"

    /// What is wrong with the rule, as the end of a sentence; `nil` if it can be watched for.
    package var problem: String? {
        guard case .text(let pattern) = self else { return nil }
        return flaw.map { "\"\(pattern)\" is no regular expression: \($0)" }
    }

    /// Why the text is not an extended regular expression, in the library's words; `nil` if it is one.
    package var flaw: String? {
        guard case .text(let pattern) = self else { return nil }
        do { _ = try LineExpression(pattern) } catch { return error.description }
        return nil
    }
}

/// An extended regular expression that takes linear time, whatever the line.
package final class LineExpression {
    private var compiled = regex_t()

    /// - Parameter findsPlaces: whether ``places(in:)`` will be asked.
    /// - Throws: what is wrong with it, as the end of a sentence.
    package init(_ pattern: String, findsPlaces: Bool = false) throws(LocalizedFailure) {
        guard PatternSize.expanded(pattern) <= PatternSize.most else {
            throw LocalizedFailure(Phrase(asIs: ReadyRule.tooLarge))
        }
        // The C library finds them by trying.
        if Self.refersBack(pattern) {
            throw LocalizedFailure(Phrase(asIs: "it refers back (\\1), which may take for ever"))
        }
        let problem = regcomp(&compiled, pattern, REG_EXTENDED | (findsPlaces ? 0 : REG_NOSUB))
        guard problem == 0 else {
            var words = [CChar](repeating: 0, count: 128)
            regerror(problem, &compiled, &words, words.count)
            let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw LocalizedFailure(Phrase(asIs: text))
        }
    }

    deinit { regfree(&compiled) }

    package func matches(_ line: String) -> Bool { regexec(&compiled, line, 0, nil, 0) == 0 }

    /// Where it matches, from the left: ranges of the line's bytes, none of them empty.
    package func places(in line: String) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let bytes = line.utf8CString
        var start = 0
        while start < bytes.count - 1 {
            var match = regmatch_t()
            let found = bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { regexec(&compiled, $0 + start, 1, &match, start > 0 ? REG_NOTBOL : 0) }
            }
            guard found == 0 else { break }
            let place = start + Int(match.rm_so)..<start + Int(match.rm_eo)
            if !place.isEmpty { places.append(place) }
            start = place.isEmpty ? place.upperBound + 1 : place.upperBound
        }
        return places
    }

    private static func refersBack(_ pattern: String) -> Bool {
        var isEscaped = false
        for byte in pattern.utf8 {
            if isEscaped, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) { return true }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return false
    }
}

/// Watches for the readiness sign that the user named: a port, a text or a file. Belongs to the thread that reads the
/// command's output.
struct ReadyWatch {
    /// How often to poll what cannot be waited for: four times a second.
    static let interval = Duration.milliseconds(250)

    private let rule: ReadyRule
    private let expression: LineExpression?
    private let probe: ReadyProbe?
    /// The file as it was before the command started.
    private let former: FileIdentity?
    private var nextLook: Instant
    private var nextProbe: Instant
    /// How often to ask what takes a while.
    private static let probeInterval = Duration.seconds(1)
    private(set) var hasMatched = false

    /// - Parameter former: the result of `before`, from before the command started.
    init(_ rule: ReadyRule, former: FileIdentity?, probe: (@Sendable () -> Bool)? = nil, at now: Instant) {
        self.rule = rule
        self.former = former
        nextLook = now
        nextProbe = now
        if case .text(let pattern) = rule { expression = try? LineExpression(pattern) } else { expression = nil }
        switch rule {
        case .command(let line): self.probe = ReadyProbe(ReadyLine(line))
        case .url: self.probe = probe.map { ReadyProbe($0) }
        case .automatic, .port, .text, .file, .end: self.probe = nil
        }
    }

    /// The file that the rule names, before the command starts.
    static func before(_ rule: ReadyRule) -> FileIdentity? {
        if case .file(let path) = rule { FileIdentity(path) } else { nil }
    }

    /// What makes waiting pointless, before the command starts.
    static func obstacle(_ rule: ReadyRule) -> Phrase? {
        guard case .port(let port) = rule, answers(port) else { return nil }
        return .portTaken(port)
    }

    var wantsLines: Bool { expression != nil && !hasMatched }

    /// The command has written something.
    mutating func took(_ lines: [SafeText], unfinished: SafeText) {
        for text in lines + [unfinished] where !text.isEmpty {
            if let expression, !hasMatched { hasMatched = expression.matches(text.string) }
        }
    }

    /// Checks, but ports and files no more often than `interval`.
    mutating func isReady(at now: Instant) -> Bool {
        switch rule {
        case .text: return hasMatched
        case .automatic, .end: return false
        case .port, .file:
            guard now >= nextLook else { return false }
            nextLook = now + Self.interval
        case .url, .command:
            if probe?.hasMatched == true { return true }
            guard now >= nextLook else { return false }
            nextLook = now + Self.interval
            if now >= nextProbe {
                nextProbe = now + Self.probeInterval
                probe?.begin()
            }
            return false
        }
        return switch rule {
        case .port(let port): Self.answers(port)
        case .file(let path): FileIdentity(path).map { $0 != former } ?? false
        case .text, .automatic, .end, .url, .command: false
        }
    }

    /// Nobody asks any longer; what is being asked is ended.
    func end() { probe?.end() }

    /// The command has ended: its last sign may have come after the last check.
    mutating func lookOnce(at now: Instant) { nextLook = min(nextLook, now) }

    /// When to check again; `nil` if only output can change the result.
    var looksAgain: Instant? {
        switch rule {
        case .port, .file, .url, .command: nextLook
        case .text, .automatic, .end: nil
        }
    }

    /// Whether something on this machine accepts connections there. Many servers listen on only one of the two.
    static func answers(_ port: UInt16) -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &six.sin6_addr) { $0[15] = 1 }
        return connects(AF_INET, four) || connects(AF_INET6, six)
    }

    private static func connects<Address>(_ family: Int32, _ address: Address) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let result = withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
        if result == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 50) > 0 else { return false }
        var problem: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &length) == 0 && problem == 0
    }
}

/// Tells a file from the one that was there before it.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// A line for a shell that tells by its status whether a command is ready. It runs in a session of its own, with a keeper that
/// ends it, and all that it has started, once nobody waits for it any longer: however this process ends.
final class ReadyLine: Sendable {
    /// The most time that one run may take.
    private static let patience = Duration.seconds(5)

    private let line: String
    private let over = WakePipe()

    init(_ line: String) { self.line = line }

    /// It is asked no more, and ends.
    func end() { over?.wake() }

    /// Returns true if it ends with status 0 in time. Blocks.
    func isReady() -> Bool {
        guard let over, var command = start() else { return false }
        defer { for descriptor in [command.control, command.stops] { close(descriptor) } }
        let process = foyer_process_descriptor(command.process)
        guard process >= 0 else { return false }
        defer { close(process) }
        var ends = [
            pollfd(fd: process, events: Int16(POLLIN), revents: 0),
            pollfd(fd: over.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        let limit = MonotonicClock.now + Self.patience
        while case let left = limit - MonotonicClock.now, left > .zero {
            guard foyer_poll(&ends, ends.count, left.saturatedNanoseconds) > 0 else { continue }
            // Its keeper ends it once nobody holds the other end.
            guard ends[0].revents != 0 else { return false }
            // Until its status is collected no other group can have its number.
            kill(-command.process, SIGKILL)
            return foyer_command_end(&command) == 0
        }
        return false
    }

    private func start() -> FoyerCommand? {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return nil }
        defer { close(nothing) }
        // Numbers above 2 are taken for those of descriptors.
        let high = fcntl(nothing, F_DUPFD_CLOEXEC, 3)
        guard high >= 0 else { return nil }
        defer { close(high) }
        var command = FoyerCommand()
        var streams = FoyerCommandStreams(
            standard: (high, high, high), path: nil, master: -1, output: -1, ends_with_us: true)
        let words = ["/bin/sh", "-c", line].map { Array($0.utf8) + [0] }
        let problem = CStrings.pass(words) { words in
            foyer_spawn_command(&command, words, CStrings.started, &streams, false)
        }
        return problem == 0 ? command : nil
    }
}

/// Asks again and again, on a thread of its own: what is asked may take its time.
final class ReadyProbe: Sendable {
    private struct State {
        var isRunning = false
        var hasMatched = false
        var isOver = false
    }

    private let ask: @Sendable () -> Bool
    private let line: ReadyLine?
    private let state = Mutex(State())

    init(_ ask: @escaping @Sendable () -> Bool) { (self.ask, line) = (ask, nil) }

    /// Asks a line for a shell.
    init(_ line: ReadyLine) { (ask, self.line) = ({ line.isReady() }, line) }

    var hasMatched: Bool { state.withLock { $0.hasMatched } }

    func begin() {
        let isFree = state.withLock { state in
            defer { state.isRunning = !state.isOver }
            return !state.isRunning && !state.isOver
        }
        guard isFree else { return }
        let problem = BlockingThread.start { [self] in
            let answer = ask()
            state.withLock { ($0.isRunning, $0.hasMatched) = (false, answer || $0.hasMatched) }
        }
        if problem != 0 { state.withLock { $0.isRunning = false } }
    }

    /// From now on nothing is asked, and what is being asked is ended.
    func end() {
        state.withLock { $0.isOver = true }
        line?.end()
    }
}
