import CTerminal
import Glibc

/// How a program has ended.
enum ProgramEnd: Equatable {
    case status(Int32)
    case signal(Int32)
}

/// What a test waited for in vain, with the screen as it was.
struct SessionFailure: Error, CustomStringConvertible {
    var description: String
}

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
    static let patience = Duration.seconds(10)

    let terminal: VirtualTerminal
    /// All that the program has written so far.
    var bytes: [UInt8] = []
    /// The terminal's settings before the program ran.
    let settingsAtStart: TerminalSettings?
    let process: pid_t
    var end: ProgramEnd?
    /// False: a terminal that has stopped reading.
    var isReading = true

    // For this folder alone.
    var master: Int32 = -1
    private var slave: Int32 = -1
    let processDescriptor: Int32
    var outgoing: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: an absolute path.
    ///   - environment: on top of `TERM=xterm-256color`, `LANG=C.UTF-8`, `PATH` and `HOME`; nil takes one away.
    init(
        _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:], columns: Int = 80,
        rows: Int = 24, folder: String? = nil
    ) throws {
        var path = [CChar](repeating: 0, count: 128)
        guard foyer_open_pseudo_terminal(&master, &slave, &path, path.count, Int32(columns), Int32(rows)) == 0 else {
            throw SessionFailure(description: "no pseudo-terminal: errno \(errno)")
        }
        terminal = VirtualTerminal(columns: columns, rows: rows)
        settingsAtStart = TerminalSettings(of: slave)
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
        if end == nil {
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

    /// The screen's rows from the top, without the blanks at their ends.
    var screen: [String] { terminal.lines }
    /// The screen as one text.
    var text: String { screen.joined(separator: "\n") }
    func cell(column: Int, row: Int) -> ScreenCell { terminal.cell(column: column, row: row) }
    /// Where a text begins, counted in cells; the first from the top.
    func find(_ text: String) -> (column: Int, row: Int)? {
        for row in 0..<terminal.rows {
            for column in 0..<terminal.columns where cell(column: column, row: row).width > 0 {
                var line = ""
                for next in column..<terminal.columns where line.count < text.count {
                    line += cell(column: next, row: row).text
                }
                if line == text { return (column, row) }
            }
        }
        return nil
    }
    /// The terminal's settings now.
    var settings: TerminalSettings? { TerminalSettings(of: slave) }
    /// True where the terminal is as if nothing had happened: settings, main screen, cursor, mouse, paste.
    var isAsFound: Bool {
        settings == settingsAtStart && !terminal.isAlternateScreen && terminal.isCursorVisible
            && terminal.mouse == .off && !terminal.isPasteBracketed
    }
    /// The screen in a frame, for failures.
    var picture: String {
        let edge = "+" + String(repeating: "-", count: terminal.columns) + "+"
        let state = "alternate \(terminal.isAlternateScreen), cursor \(terminal.isCursorVisible) \(terminal.cursor), "
        return ([edge] + screen.map { "|" + $0 } + [edge, state + "end \(String(describing: end))"])
            .joined(separator: "\n")
    }

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
        for key in keys { terminal.press(key) }
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

    /// Turns the wheel by steps; up where negative.
    func wheel(_ steps: Int, column: Int, row: Int) {
        terminal.moveMouse(column: column, row: row)
        for _ in 0..<abs(steps) { terminal.mouseButton(steps < 0 ? 4 : 5, isPressed: true) }
        pump(within: .zero)
    }

    /// Changes the terminal's size; the kernel tells the program. libvterm stays within 1…1000.
    func resize(columns: Int, rows: Int) {
        terminal.resize(columns: min(max(columns, 1), 1000), rows: min(max(rows, 1), 1000))
        foyer_set_terminal_size(master, Int32(columns), Int32(rows))
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
}
