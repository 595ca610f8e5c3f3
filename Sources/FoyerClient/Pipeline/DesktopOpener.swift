import FoyerCore

/// Hands an address to the desktop, as one argument.
public enum DesktopOpener {
    static let program = "xdg-open"

    /// Answers whether the desktop's opener could be started; what it then does is its own affair.
    public static func open(_ address: String) -> Bool {
        guard (try? WebAddress(address)) != nil, let child = try? ChildProcess(program, [address]) else { return false }
        _ = OwnThread.start { child.wait() }
        return true
    }
}
