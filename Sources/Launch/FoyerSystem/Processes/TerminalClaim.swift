import CTerminal
import Glibc
import Synchronization

/// The right to show a splash on the user's terminal, which one process of a foreground group has.
///
/// It is a socket whose name is made of the terminal and the group; the kernel takes it back from a process that ends. Another
/// `foyer run` that starts meanwhile is refused, reports itself to the owner, waits until the owner's splash has gone, and runs its
/// command directly.
package final class TerminalClaim: Sendable {
    /// Readable once another process has been refused; -1 where nothing could be claimed.
    let descriptor: Int32
    private let isShared = Atomic(false)

    /// - Returns: `nil` if another process has it.
    package static func take(_ terminal: Int32) -> TerminalClaim? {
        let descriptor = foyer_claim_terminal(terminal)
        return descriptor == FOYER_CLAIM_REFUSED ? nil : TerminalClaim(descriptor)
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The splash has gone: others may write.
    package func share() {
        guard descriptor >= 0, !isShared.exchange(true, ordering: .relaxed) else { return }
        foyer_share_terminal(descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
