import CTerminal
import CVterm
import Glibc
import TestSupport

/// A program on a terminal of its own: it runs on a pseudo-terminal whose other end is libvterm.
///
///     let session = try TerminalSession("/bin/cat")
///     session.send("hello")
///     try session.wait(forText: "hello")
///     session.send(.control("d"))
///     #expect(try session.waitForEnd() == .status(0))
///
/// Nothing sleeps: waiting is poll() on the terminal and on the process. A failed wait throws with a picture of the
/// screen. The program is killed when the session goes.
final class TerminalSession {
    /// How long a wait takes before it fails, unless it says otherwise.
    static let patience = Duration.seconds(30)

    let terminal: VirtualTerminal
    /// All that the program has written so far.
    private(set) var bytes: [UInt8] = []
    /// The terminal's settings before the program ran.
    let settingsAtStart: TerminalSettings?
    let process: pid_t
    private(set) var end: ProgramEnd?
    /// False: a terminal that has stopped reading.
    var isReading = true
    /// The most bytes that it reads in a step, as at the end of a slow line.
    var readLimit = Int.max
    /// False: a terminal that answers no question, or only with ``answers``; keys are then sent as text.
    var isAnswering = true
    /// What it answers to each batch of questions instead of its own answers.
    var answers: String? { didSet { isAnswering = answers == nil } }
    /// Whether it reports its 24-bit colours, which then override its terminfo entry.
    var tellsExactColors = false
    /// How long an answer is under way, as on a slow line; keys pressed by name too.
    var answersAfter = Duration.zero
    /// Looks at the terminal after each piece of what the program writes.
    var looked: ((TerminalSession) -> Void)?
    /// Answers that are under way, the first of them first.
    private var underWay: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []

    private var master: Int32 = -1
    private var slave: Int32 = -1
    private let processDescriptor: Int32
    private var outgoing: [UInt8] = []
    /// Whether all that it had to answer has been sent.
    var hasAnswered: Bool { underWay.isEmpty && outgoing.isEmpty }
    /// The program has begun a frame whose end has not been read yet (synchronized output).
    private(set) var isWithinFrame = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: an absolute path.
    ///   - environment: on top of `TERM=xterm-256color`, `LANG=C.UTF-8`, `PATH` and `HOME`; nil takes one away.
    ///   - isFull: a terminal that reads nothing yet, with no room for another byte.
    ///   - prepare: changes the terminal before the program starts.
    init(
        _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:], columns: Int = 80,
        rows: Int = 24, folder: String? = nil, isFull: Bool = false, prepare: (_ terminal: Int32) -> Void = { _ in }
    ) throws {
        var path = [CChar](repeating: 0, count: 128)
        guard foyer_open_pseudo_terminal(&master, &slave, &path, path.count, Int32(columns), Int32(rows)) == 0 else {
            throw SessionFailure(description: "no pseudo-terminal: errno \(errno)")
        }
        terminal = VirtualTerminal(columns: columns, rows: rows)
        prepare(slave)
        settingsAtStart = TerminalSettings(of: slave)
        if isFull {
            isReading = false
            FullTerminal.fill(slave)
        }
        var process: pid_t = 0
        let failure = Self.withStrings([program] + arguments) { arguments in
            Self.withStrings(Self.environment(environment)) { environment in
                foyer_spawn_on_terminal(&process, program, arguments, environment, path, folder)
            }
        }
        self.process = process
        processDescriptor = failure == 0 ? foyer_process_descriptor(process) : -1
        guard failure == 0, processDescriptor >= 0 else {
            close(master)
            close(slave)
            throw SessionFailure(description: "\(program) does not start: errno \(failure)")
        }
    }

    deinit {
        if end == nil, process > 0 {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        if processDescriptor >= 0 { close(processDescriptor) }
        if master >= 0 { close(master) }
        if slave >= 0 { close(slave) }
    }

    private static func environment(_ changes: [String: String?]) -> [String] {
        var values: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        for name in ["PATH", "HOME"] { values[name] = getenv(name).map { String(cString: $0) } }
        for (name, value) in changes { values[name] = value }
        return values.map { "\($0.key)=\($0.value)" }
    }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        return body(pointers)
    }

    // MARK: Looking

    /// The name by which the terminal is opened.
    var terminalPath: String? {
        var path = [CChar](repeating: 0, count: 128)
        guard ttyname_r(slave, &path, path.count) == 0 else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    /// The terminal's settings now.
    var settings: TerminalSettings? { TerminalSettings(of: slave) }
    /// True where the terminal is as if nothing had happened: settings, main screen, cursor, mouse, paste.
    var isAsFound: Bool {
        settings == settingsAtStart && !terminal.isAlternateScreen && terminal.isCursorVisible
            && terminal.cursorShape == .block && terminal.mouse == .off && !terminal.isPasteBracketed
    }
    /// The process group that has the terminal.
    var foreground: pid_t { tcgetpgrp(master) }

    // MARK: Doing

    /// Sends text as it is.
    func send(_ text: String) {
        outgoing += text.utf8
        pump(within: .zero)
    }

    /// Sends bytes as they are.
    func send(bytes: [UInt8]) {
        outgoing += bytes
        pump(within: .zero)
    }

    /// Presses keys one after the other, encoded as the program has asked for it.
    func send(_ keys: SessionKey...) {
        for key in keys { press(key) }
        pump(within: .zero)
    }

    func paste(_ text: String) {
        terminal.paste(text)
        pump(within: .zero)
    }

    /// Moves the pointer, presses the left button and releases it. Nothing is sent unless the mouse is on.
    func click(column: Int, row: Int) {
        terminal.moveMouse(column: column, row: row)
        terminal.mouseButton(1, isPressed: true)
        terminal.mouseButton(1, isPressed: false)
        pump(within: .zero)
    }

    /// Moves the pointer, no button down.
    func point(column: Int, row: Int) {
        terminal.moveMouse(column: column, row: row)
        pump(within: .zero)
    }

    /// Presses at one cell, moves there by there, and lets go at another.
    func drag(from start: (column: Int, row: Int), to end: (column: Int, row: Int)) {
        terminal.moveMouse(column: start.column, row: start.row)
        terminal.mouseButton(1, isPressed: true)
        let step = start.column <= end.column ? 1 : -1
        for column in stride(from: start.column, through: end.column, by: step) {
            terminal.moveMouse(column: column, row: end.row)
        }
        terminal.mouseButton(1, isPressed: false)
        pump(within: .zero)
    }

    /// Turns the wheel by steps; up where negative.
    func wheel(_ steps: Int, column: Int, row: Int) {
        terminal.moveMouse(column: column, row: row)
        for _ in 0..<abs(steps) { terminal.mouseButton(steps < 0 ? 4 : 5, isPressed: true) }
        pump(within: .zero)
    }

    /// Changes the terminal's size; the kernel tells the program. libvterm stays within 1…1000.
    ///
    /// - Parameter cell: the size of a cell in pixels; 0 for a terminal that does not say.
    func resize(columns: Int, rows: Int, cell: (width: Int, height: Int) = (0, 0)) {
        terminal.resize(columns: min(max(columns, 1), 1000), rows: min(max(rows, 1), 1000))
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
            ws_ypixel: UInt16(rows * cell.height))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Bytes of its own that the program has in memory now.
    var memory: Int {
        let pages = (TestFile.text("/proc/\(process)/statm") ?? "").split(separator: " ").compactMap { Int($0) }
        return pages.count > 2 ? (pages[1] - pages[2]) * 4096 : 0
    }

    /// Sends the program a signal.
    func signal(_ number: Int32) {
        if end == nil { kill(process, number) }
    }

    /// Takes the terminal away, as a closed window or a broken connection does.
    func hangUp() {
        close(master)
        master = -1
    }

    private func press(_ key: SessionKey) {
        switch key {
        case .enter: terminal.press(VTERM_KEY_ENTER)
        case .tab: terminal.press(VTERM_KEY_TAB)
        case .backTab: terminal.press(VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .escape: terminal.press(VTERM_KEY_ESCAPE)
        case .backspace: terminal.press(VTERM_KEY_BACKSPACE)
        case .delete: terminal.press(VTERM_KEY_DEL)
        case .up: terminal.press(VTERM_KEY_UP)
        case .down: terminal.press(VTERM_KEY_DOWN)
        case .left: terminal.press(VTERM_KEY_LEFT)
        case .right: terminal.press(VTERM_KEY_RIGHT)
        case .home: terminal.press(VTERM_KEY_HOME)
        case .end: terminal.press(VTERM_KEY_END)
        case .pageUp: terminal.press(VTERM_KEY_PAGEUP)
        case .pageDown: terminal.press(VTERM_KEY_PAGEDOWN)
        case .control(let letter): terminal.type(letter, VTERM_MOD_CTRL)
        case .function(let number):
            terminal.press(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)))
        }
    }
}

// MARK: - Reading

extension TerminalSession {
    /// Reads what the program has written and nobody has read yet; for a terminal that reads again after the end.
    func drain() { readAll() }

    /// One step: waits for the terminal or the process, reads, and sends what is to be sent.
    func pump(within patience: Duration) {
        takeAnswers()
        let patience = min(patience, takeDueAnswers())
        var events = isReading ? POLLIN : 0
        if !outgoing.isEmpty { events |= POLLOUT }
        var descriptors = [
            pollfd(fd: master, events: Int16(events), revents: 0),
            pollfd(fd: end == nil ? processDescriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        let parts = patience.components
        let nanoseconds = parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
        guard foyer_poll(&descriptors, descriptors.count, nanoseconds) > 0 else { return }
        if descriptors[0].revents != 0 {
            if isReading { readAll() }
            writeSome()
        }
        if descriptors[1].revents != 0 { takeEnd() }
    }

    private func readAll() {
        var buffer = [UInt8](repeating: 0, count: min(65_536, readLimit))
        while master >= 0 {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            terminal.feed(Array(buffer[..<count]))
            looked?(self)
            noticeFrames(inLast: count)
            noticeQuestions(inLast: count)
            if readLimit < .max { break }
        }
        takeAnswers()
    }

    /// Follows the marks around a frame, which a read may cut in two.
    private func noticeFrames(inLast count: Int) {
        let mark = Array("\u{1B}[?2026".utf8)
        var rest = bytes.suffix(count + mark.count)
        while let found = rest.firstRange(of: mark) {
            rest = rest[found.upperBound...]
            if let end = rest.first { isWithinFrame = end == UInt8(ascii: "h") }
        }
    }

    /// The last question of a batch has come.
    private func noticeQuestions(inLast count: Int) {
        guard let answers else { return }
        let mark = "\u{1B}[c"
        let rest = String(decoding: bytes.suffix(count + mark.utf8.count - 1), as: UTF8.self)
        for _ in rest.ranges(of: mark) { answer(Array(answers.utf8)) }
    }

    private func answer(_ bytes: [UInt8]) {
        if answersAfter == .zero { outgoing += bytes } else { underWay.append((.now + answersAfter, bytes)) }
    }

    private func takeAnswers() {
        let answers = Self.withFrames(terminal.takeAnswers())
        guard isAnswering, !answers.isEmpty else { return }
        answer(tellsExactColors ? answers : Self.withoutColors(answers))
    }

    /// Sends the answers that have been under way long enough, and says how long the next one still is.
    private func takeDueAnswers() -> Duration {
        while let next = underWay.first {
            let left = next.due - .now
            if left > .zero { return left }
            outgoing += underWay.removeFirst().bytes
        }
        return .seconds(3600)
    }

    /// Says that frames are held back until they are whole, which libvterm cannot: `wait` does.
    private static func withFrames(_ answers: [UInt8]) -> [UInt8] {
        let (no, yes) = (Array("\u{1B}[?2026;0$y".utf8), Array("\u{1B}[?2026;2$y".utf8))
        guard let found = answers.firstRange(of: no) else { return answers }
        return Array(answers[..<found.lowerBound] + yes + answers[found.upperBound...])
    }

    /// Takes the answer to the question after the colours away (DECRQSS).
    private static func withoutColors(_ answers: [UInt8]) -> [UInt8] {
        let (begin, end) = (Array("\u{1B}P1$r".utf8), Array("\u{1B}\\".utf8))
        guard let start = answers.firstRange(of: begin), let stop = answers[start.upperBound...].firstRange(of: end)
        else { return answers }
        return Array(answers[..<start.lowerBound] + answers[stop.upperBound...])
    }

    private func writeSome() {
        guard master >= 0, !outgoing.isEmpty else { return }
        let count = write(master, outgoing, outgoing.count)
        if count > 0 { outgoing.removeFirst(count) }
    }

    private func takeEnd() {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        // What it wrote last is still in the terminal.
        if isReading { readAll() }
        let signal = status & 0x7F
        end = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
}
