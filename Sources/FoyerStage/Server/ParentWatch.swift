import Glibc
import NIOCore

extension StageServer {
    /// Ends this process when its parent has ended.
    ///
    /// Asks for the parent again and again, since the kernel's own signal (`PR_SET_PDEATHSIG`) comes when the *thread*
    /// that started us ends. A parent that ended before this call is noticed by writing the first line to it.
    package func endWithParent() {
        let parent = getppid()
        every(.milliseconds(250)) {
            if getppid() != parent { _exit(0) }
        }
    }
}
