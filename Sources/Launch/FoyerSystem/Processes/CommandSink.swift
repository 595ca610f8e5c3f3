import FoyerCore

/// Takes bytes in order and never waits: callers with more bytes wait until `descriptor` is writable.
package protocol ByteOutlet: AnyObject, Sendable {
    /// Becomes writable when it is no longer full.
    var descriptor: Int32 { get }

    /// Takes all bytes, and writes as many as there is room for.
    func offer(_ bytes: [UInt8]) -> OutletState

    /// Writes as much as there is room for.
    func flush() -> OutletState

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
