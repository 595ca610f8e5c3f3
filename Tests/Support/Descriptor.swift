import FoyerSystem
import Glibc

/// Waits without blocking the caller's thread until a descriptor can be read, or the task is cancelled.
public func waitUntilReadable(_ descriptor: Int32) async {
    await BlockingWork.threads.run { (flag: CancellationFlag) in
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while !flag.isRaised, poll(&waiting, 1, 100) == 0 {}
    }
}
