import Foyer
import Glibc

/// A renderer that is not Foyer's: bytes of its own on the second screen.
struct OwnRenderer {
    private let found: termios

    /// Draws a frame after Foyer has given the terminal back; `nil` without a terminal.
    init?() {
        var settings = termios()
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        found = settings
        cfmakeraw(&settings)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2JThe renderer draws. q leaves.")
    }

    func runUntilLeft() {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "q") {}
        Self.write("\u{1B}[?25h\u{1B}[?1049l")
        var settings = found
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// The settings that a program finds, in words.
    static var settings: String {
        var found = termios()
        guard tcgetattr(STDIN_FILENO, &found) == 0 else { return "none" }
        return "\(found.c_iflag) \(found.c_oflag) \(found.c_cflag) \(found.c_lflag)"
    }
}

/// A launch that gives the terminal to a renderer of the host's own. `PREPARE` has words: `fails` for a first attempt that
/// fails, `quick` for steps that are over at once, `leaves` for a program that draws nothing in the end.
///
/// - Returns: the exit status.
func prepared() async throws -> Int32 {
    let words = (getenv("PREPARE").map { String(cString: $0) } ?? "").split(separator: " ")
    let step = StartupStep("mail", label: .fetchingMail) { step in
        if words.contains("fails"), step.attempt == 1 { throw LaunchFailure(.fetchFailed, .noMailReason) }
        if !words.contains("quick") { try await Task.sleep(for: .milliseconds(40)) }
    }
    let engine = LaunchEngine(steps: [step], appears: words.contains("quick") ? .automatic : .atOnce)
    let before = OwnRenderer.settings
    let outcome = try await engine.prepare()
    let after = OwnRenderer.settings
    guard outcome == .completed else { return outcome.exitStatus }
    if words.contains("leaves") {
        engine.leaveScreen()
        print("nothing to draw")
    } else if Presentation(DisplayChoices()).hasScreen, let renderer = OwnRenderer() {
        renderer.runUntilLeft()
    }
    print("prepared:", before == after ? "the settings are as they were" : "\(before) became \(after)")
    return 0
}

extension MailHost {
    /// What happens in a launch, as it comes.
    func moments() async throws -> [String] {
        let (moments, next) = AsyncStream.makeStream(of: LaunchMoment.self)
        let steps = [
            StartupStep("mail", label: .fetchingMail) { _ in },
            StartupStep("tips", label: "Fetching tips", isAwaited: false) { _ in
                throw LaunchFailure(.fetchFailed, .noMailReason)
            },
            StartupStep("end", label: "End") { _ in },
        ]
        var configuration = LaunchEngine.Configuration(steps: steps, uiProvider: UIProvider())
        configuration.display.output = .plain
        configuration.observer = { moment in
            next.yield(moment)
            if case .ended = moment.event { next.finish() }
        }
        let outcome = try await LaunchEngine(configuration).prepare()
        var lines: [String] = []
        var latest = Duration.zero
        for await moment in moments {
            try require(moment.time >= latest && moment.attempt == 1, "\(moment)")
            latest = moment.time
            switch moment.event {
            case .attemptBegan: lines.append("attempt \(moment.attempt)")
            case .stepBegan(let id): lines.append("\(id) begins")
            case .stepEnded(let id): lines.append("\(id) done")
            case .stepFailed(let id, let cause): lines.append("\(id): \(cause)")
            case .ready: lines.append("ready")
            case .ended(let end): try require(end == outcome, "\(end)")
            default: lines.append("something else")
            }
        }
        return lines
    }
}
