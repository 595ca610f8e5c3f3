import Glibc
import NIOCore

extension StageServer {
    /// Ends this process when its parent has ended.
    ///
    /// Checks the parent repeatedly, since the kernel's own signal (`PR_SET_PDEATHSIG`) comes when the *thread* that
    /// started us ends. A parent that ended before this call is noticed when the first line is written to it.
    package func endWithParent() {
        let parent = getppid()
        every(.milliseconds(250)) {
            if getppid() != parent { _exit(0) }
        }
    }
}
