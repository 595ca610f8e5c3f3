import Glibc

/// A change that is about to be made on the disk, as a trace or a fault sees it.
package struct DiskChange: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case makeFolder, createFile, write, sync, rename, remove
    }

    package let kind: Kind
    package let path: String
}

/// What becomes of a change.
package enum DiskFault: Equatable, Sendable {
    case none
    /// Nothing is changed, and this `errno` is reported.
    case fail(Int32)
    /// A write is done by half, then this `errno` is reported; any other change fails.
    case tear(Int32)
}

/// The one way to the disk for everything that is kept: a seam, so that tests can stop at each change.
package struct Disk: Sendable {
    /// The disk as it is.
    package static let real = Disk()

    private let fault: (@Sendable (DiskChange) -> DiskFault)?

    /// `fault` is asked before each change, on the thread that makes it.
    package init(fault: (@Sendable (DiskChange) -> DiskFault)? = nil) {
        self.fault = fault
    }

    /// Runs `body` until it is not interrupted; `body` answers as system calls do, `torn` does half of it.
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
