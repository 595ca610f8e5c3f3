import FoyerCore
import FoyerSystem

/// Hands an address to the desktop, as one argument.
package enum DesktopOpener {
    static let program = "xdg-open"

    /// Answers whether the desktop's opener could be started; what it then does is its own affair. Without a desktop
    /// there is nothing that it could show, unless the user has named a browser.
    package static func open(_ address: String) -> Bool {
        guard TerminalEmulator.hasDisplay(Places.variable) || Places.variable("BROWSER")?.isEmpty == false,
            (try? WebAddress(address)) != nil, let child = try? ChildProcess(program, [address])
        else { return false }
        _ = BlockingThread.start { child.wait() }
        return true
    }
}
