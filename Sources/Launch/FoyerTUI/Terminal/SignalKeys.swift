import CTerminal
import FoyerCore
import Glibc

/// Ctrl-C, Ctrl-\ and Ctrl-Z while a screen of ours has the terminal.
///
/// As a rule the terminal makes signals of them, which even a screen that hangs obeys. Where this process was started by
/// another in its group, such as `xargs` or `make`, that would get the signal at the same moment, and its end would give the
/// terminal to the shell while it still shows our screen. There they are keys: first the terminal is put back, then the
/// whole group gets the signal.
struct SignalKeys {
    private let signals: [KeyEvent: Int32]
    /// What the terminal sends for them.
    let characters: Set<UInt8>

    init() {
        var signals: [KeyEvent: Int32] = [:]
        var characters: Set<UInt8> = []
        var areLetters = foyer_signals_reach_parent()
        for number in [SIGINT, SIGQUIT, SIGTSTP] {
            let character = foyer_terminal_signal_key(number)
            guard character != 0 else { continue }
            characters.insert(character)
            if let key = Self.key(character) { signals[key] = number } else { areLetters = false }
        }
        self.signals = areLetters ? signals : [:]
        self.characters = areLetters ? characters : []
    }

    /// The key of a control character; `nil` where it is another key's, too.
    private static func key(_ character: UInt8) -> KeyEvent? {
        guard case .control(let scalar) = InputDecoder.key(Unicode.Scalar(character)) else { return nil }
        return .control(scalar)
    }

    func setUnbuffered() { foyer_terminal_set_unbuffered(signals.isEmpty) }

    /// The signal that a key stands for here.
    func signal(of input: InputEvent) -> Int32? {
        if case .key(let key) = input { signals[key] } else { nil }
    }

    /// Whether a screen takes the signal for a key.
    func isKey(_ number: Int32) -> Bool { foyer_signals_tells(number) }
}
