import CTerminal
import FoyerCore
import Glibc

/// Takes bytes in order and never waits: callers with more bytes wait until `descriptor` is writable.
package protocol ByteOutlet: AnyObject, Sendable {
    /// Becomes writable when it is no longer full.
    var descriptor: Int32 { get }

    /// Takes all bytes, and writes as many as there is room for.
    func offer(_ bytes: [UInt8]) -> OutletState

    /// Writes as much as there is room for.
    func flush() -> OutletState

    /// Moves a pipe's contents without looking at them.
    ///
    /// - Returns: `nil` if they cannot be moved like this, and must be read and offered.
    func move(from pipe: Int32) -> MovedBytes?

    /// Nothing more will be offered.
    func finish()
}

package enum OutletState: Equatable, Sendable {
    /// Everything has been written.
    case idle
    /// It must not be offered more until it is writable.
    case full
    /// It takes no more bytes, with the system's error number.
    case failed(Int32)
}

/// The result of moving bytes from a pipe.
package enum MovedBytes: Equatable, Sendable {
    case moved(Int)
    /// The pipe's other end is closed.
    case end
    case full
    case failed(Int32)

    /// As much as a pipe ever holds for an ordinary user.
    private static let most = 1 << 20

    /// Moves a pipe's contents to a pipe, a file or a device that never waits, without a copy.
    ///
    /// - Returns: `nil` if the target does not accept bytes like this.
    package static func move(from pipe: Int32, to target: Int32) -> MovedBytes? {
        let count = foyer_move(pipe, target, most)
        if count > 0 { return .moved(count) }
        if count == 0 { return .end }
        switch errno {
        // Either of the two may be the reason.
        case EAGAIN: return foyer_readable_count(pipe) > 0 ? .full : .moved(0)
        case EINTR: return .moved(0)
        case EINVAL: return nil
        default: return .failed(errno)
        }
    }
}

/// Where a command's output to a pipe goes.
package enum CommandSink: Sendable {
    /// Every byte, unchanged.
    case bytes(any ByteOutlet)
    /// Lines that are safe to show, each as the closure encodes it.
    case lines(any ByteOutlet, @Sendable (SafeText) -> [UInt8])

    var outlet: any ByteOutlet {
        switch self {
        case .bytes(let outlet), .lines(let outlet, _): outlet
        }
    }
}
