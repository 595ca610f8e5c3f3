import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// A window with a terminal for a program that was started without one: by a desktop entry, a browser or a
/// notification.
///
/// Desktops support `Terminal=true`, but each knows only a few emulators, and some ignore it; and a link for a running
/// instance needs no window at all. So desktop entries do not ask for a terminal, and programs that need one open it
/// here.
package struct TerminalEmulator: Equatable, Sendable {
    package let program: String
    /// What goes between the program and the command.
    package let arguments: [String]

    /// Marks the program in a window opened here, so that it never opens another one, and names the sender of the link,
    /// since the window's own terminal is not the sender.
    static let mark = "FOYER_TERMINAL_OPENED"
    /// The variables that this program reads. A terminal may hand the command to a process that was started long ago,
    /// with another environment.
    private static let carried = [
        "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
        "FOYER_SERVER", "FOYER_REDUCE_MOTION", "FOYER_ASSETS", "NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG",
    ]
    /// How long an emulator may take to report a failure; a wrong display is noticed at once.
    private static let doubt: Duration = .milliseconds(700)

    /// How emulators expect a command: first the ones that respect the user's choice, then specific ones.
    private static let known: [TerminalEmulator] = [
        .init("xdg-terminal-exec"), .init("x-terminal-emulator", "-e"), .init("ptyxis", "--"),
        .init("gnome-terminal", "--"), .init("kgx", "--"), .init("konsole", "-e"), .init("xfce4-terminal", "-x"),
        .init("mate-terminal", "-x"), .init("qterminal", "-e"), .init("lxterminal", "-e"), .init("foot"),
        .init("kitty"), .init("alacritty", "-e"), .init("wezterm", "start", "--"), .init("ghostty", "-e"),
        .init("terminator", "-x"), .init("tilix", "-e"), .init("urxvt", "-e"), .init("st", "-e"), .init("xterm", "-e"),
    ]

    /// Whether this process has no terminal to draw on and may open a window.
    package static var isNeeded: Bool {
        isatty(STDIN_FILENO) == 0 && isatty(STDOUT_FILENO) == 0 && Places.variable(mark) == nil
    }

    /// Whether there is a desktop that could show a window.
    static func hasDisplay(_ environment: (String) -> String?) -> Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    }

    /// The emulators to try, in order: the user's own choice (`TERMINAL`) first.
    ///
    /// - Parameter environment: the value of a variable, or `nil`.
    package static func candidates(environment: (String) -> String? = Places.variable) -> [TerminalEmulator] {
        guard let own = environment("TERMINAL"), !own.isEmpty else { return known }
        let name = PathParts(own).name
        let arguments = known.first { $0.program == name }?.arguments ?? ["-e"]
        return [TerminalEmulator(program: own, arguments: arguments)] + known.filter { $0.program != own }
    }

    /// The words that start a command in a new window with the environment it would have here.
    func words(
        for command: [String], _ start: InstanceStart?, environment: (String) -> String?
    ) -> [String] {
        var variables = Self.carried.compactMap { name in environment(name).map { "\(name)=\($0)" } }
        if let start { variables.append("\(InstanceStart.variable)=\(start.token)") }
        return arguments + ["/usr/bin/env", "\(Self.mark)=\(LinkDelivery.sender)"] + variables + command
    }

    /// Opens a window that runs a command, without a shell. Blocks for less than a second for each emulator that it
    /// tries.
    ///
    /// - Parameter start: the start that the command belongs to.
    /// - Returns: the emulator that opened it.
    @discardableResult
    package static func open(
        _ command: [String], for start: InstanceStart? = nil, environment: (String) -> String? = Places.variable
    ) throws(LocalizedFailure) -> TerminalEmulator {
        guard hasDisplay(environment) else { throw LocalizedFailure(.noDisplay) }
        return try open(command, for: start, among: candidates(environment: environment), environment: environment)
    }

    static func open(
        _ command: [String], for start: InstanceStart? = nil, among candidates: [TerminalEmulator],
        environment: (String) -> String? = { _ in nil }
    ) throws(LocalizedFailure) -> TerminalEmulator {
        for emulator in candidates {
            let words = emulator.words(for: command, start, environment: environment)
            guard let child = try? ChildProcess(emulator.program, words) else { continue }
            // An emulator that hands its work to another process exits successfully at once.
            guard let status = child.status(within: doubt) else {
                _ = BlockingThread.start { child.wait() }
                return emulator
            }
            if status == 0 { return emulator }
        }
        throw LocalizedFailure(.noTerminalOpened(tried: candidates.map(\.program)))
    }
}

extension TerminalEmulator {
    fileprivate init(_ program: String, _ arguments: String...) {
        self.init(program: program, arguments: arguments)
    }
}
