import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Hands an address to the desktop, as one argument.
package enum DesktopOpener {
    static let program = "xdg-open"

    /// Returns whether the desktop's opener could be started; its result is unknown. Without a desktop this is tried
    /// only if the user has named a browser.
    package static func open(_ address: String) -> Bool {
        guard TerminalEmulator.hasDisplay(Places.variable) || Places.variable("BROWSER")?.isEmpty == false,
            (try? WebAddress(address)) != nil, let child = try? ChildProcess(program, [address])
        else { return false }
        _ = BlockingThread.start { child.wait() }
        return true
    }
}
