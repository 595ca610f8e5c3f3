import Glibc

/// A change about to be made on the disk, for a trace or a simulated fault.
package struct DiskChange: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case makeFolder, createFile, write, sync, rename, remove
    }

    package let kind: Kind
    package let path: String
}

/// The outcome of a change.
package enum DiskFault: Equatable, Sendable {
    case none
    /// Nothing is changed, and this `errno` is reported.
    case fail(Int32)
    /// Half of a write is done, then this `errno` is reported; any other change fails.
    case tear(Int32)
}

/// The only way to the disk for everything that is kept: a seam, so that tests can stop at each change.
package struct Disk: Sendable {
    /// The disk as it is.
    package static let real = Disk()

    private let fault: (@Sendable (DiskChange) -> DiskFault)?

    /// `fault` is asked before each change, on the thread that makes it.
    package init(fault: (@Sendable (DiskChange) -> DiskFault)? = nil) {
        self.fault = fault
    }

    /// Repeats `body` while it is interrupted; `body` returns what a system call would, and `torn` does half of it.
    @discardableResult
    package func change(
        _ kind: DiskChange.Kind, _ operation: DiskError.Operation, _ path: @autoclosure () -> String,
        torn: () -> Void = {}, _ body: () -> Int
    ) throws(DiskError) -> Int {
        if let fault {
            switch fault(DiskChange(kind: kind, path: path())) {
            case .none: break
            case .fail(let code): throw DiskError(operation, path(), code)
            case .tear(let code):
                torn()
                throw DiskError(operation, path(), code)
            }
        }
        return try look(operation, path(), body)
    }

    /// The same for calls that change nothing.
    @discardableResult
    package func look(
        _ operation: DiskError.Operation, _ path: @autoclosure () -> String, _ body: () -> Int
    ) throws(DiskError) -> Int {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw DiskError(operation, path(), code) }
        }
    }
}
