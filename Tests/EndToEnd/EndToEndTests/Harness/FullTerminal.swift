import Glibc

/// A terminal without room for another byte.
enum FullTerminal {
    /// NUL bytes, which a terminal ignores, until there is room for none, as a program finds it that wants its bytes
    /// unchanged: the kernel has another measure for those that it changes.
    static func fill(_ descriptor: Int32) {
        var former = termios()
        tcgetattr(descriptor, &former)
        var raw = former
        cfmakeraw(&raw)
        tcsetattr(descriptor, TCSANOW, &raw)
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        let nothing = [UInt8](repeating: 0, count: 4096)
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var isRoom = true
        while isRoom {
            isRoom = false
            for count in [nothing.count, 64, 1] {
                while write(descriptor, nothing, count) > 0 { isRoom = true }
            }
            // The kernel moves bytes on in its own time, which makes room again.
            poll(&room, 1, 20)
        }
        _ = fcntl(descriptor, F_SETFL, flags)
        tcsetattr(descriptor, TCSANOW, &former)
    }
}
