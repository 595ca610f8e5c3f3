import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// The instance's listening side. Peers wait until it serves them.
///
/// Uses blocking sockets on a thread of its own: this runs in every start before the first frame, which has room for
/// two system calls but not for an event loop; it costs one sleeping thread.
public final class InstanceServer: Sendable {
    private enum Phase {
        case listening(Int32)
        case serving(WakePipe)
        case closed
    }

    private let folder: InstanceFolder
    private let phase: Mutex<Phase>
    private let patience: Duration

    /// How long a peer may take from connecting to the end of its line.
    static let patience: Duration = .seconds(2)
    private static let backlog: Int32 = 128

    init(_ folder: InstanceFolder, patience: Duration = patience) throws(InstanceError) {
        self.folder = folder
        self.patience = patience
        phase = Mutex(.listening(try folder.listen(backlog: Self.backlog)))
    }

    deinit { close() }

    /// Begins to answer, once.
    ///
    /// - Parameter answer: called on the server's own thread, one request after another. It must not block: validate
    ///   the link, post it to the loop, and return the result. `nil` hangs up: this instance is leaving, and the peer
    ///   claims again.
    /// - Throws: `.system` if no thread or descriptor is available.
    public func serve(_ answer: @escaping @Sendable (InstanceRequest) -> InstanceAnswer?) throws(InstanceError) {
        try phase.withLock { (phase) throws(InstanceError) in
            guard case .listening(let listener) = phase else { return }
            guard let pipe = WakePipe() else { throw failure("make a pipe", errno) }
            let patience = patience
            let status = BlockingThread.start {
                var loop = InstanceLoop(listener: listener, pipe: pipe, patience: patience, answer: answer)
                loop.run()
            }
            guard status == 0 else { throw failure("start a thread", status) }
            phase = .serving(pipe)
        }
    }

    /// Makes room for another instance at once. Peers still waiting for an answer claim again.
    public func close() {
        phase.withLock { phase in
            if case .closed = phase { return }
            // Remove the socket before the lock: afterwards the name belongs to the next instance.
            folder.removeSocket()
            folder.unlock()
            switch phase {
            case .listening(let listener): Glibc.close(listener)
            case .serving(let pipe): pipe.wake()
            case .closed: break
            }
            phase = .closed
        }
    }

    private func failure(_ operation: String, _ code: Int32) -> InstanceError {
        .system(operation: operation, folder: folder.path, code: code)
    }
}
