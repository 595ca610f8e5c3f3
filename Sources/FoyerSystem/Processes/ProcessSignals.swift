import CTerminal
import Glibc

/// Signals of this process while it runs another program.
package enum ProcessSignals {
    /// Any signal that ends this process is sent to that process group, too; 0 for none.
    package static func shareEnd(with group: pid_t) {
        foyer_signals_share_end(group)
    }

    /// Whether Ctrl-C is a key of the screen (`control("c")`) rather than the end.
    package static func interruptIsKey(_ isKey: Bool) {
        foyer_signals_tell_interrupt(isKey)
    }

    /// From here on a signal that ends the process also ends the shared group; for launches without a screen.
    package static func install() {
        _ = foyer_signals_install()
        // Nobody receives the notice, so Ctrl-Z does what it always does.
        foyer_signals_stop_at_once()
    }

    /// From here on writing beyond `ulimit -f` is an error like others, and not the end.
    package static func surviveFileLimit() { foyer_signals_survive_file_limit() }

    /// Whether the process was started with SIGPIPE ignored.
    package static var pipeWasIgnored: Bool { foyer_signals_pipe_was_ignored() }

    /// Waits until `ended` is readable. Reports signals that would end the process.
    ///
    /// - Returns: the signal by which the process should end; `nil` if none came.
    package static func wait(until ended: Int32, asked: (Int32) -> Void) -> Int32? {
        let signals = foyer_signals_install()
        guard signals >= 0 else { return nil }
        foyer_signals_tell_ending(true)
        defer { foyer_signals_tell_ending(false) }
        var first: Int32?
        while true {
            var descriptors = [
                pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            guard foyer_poll(&descriptors, descriptors.count, -1) > 0 else { continue }
            if descriptors[1].revents != 0 {
                _ = foyer_signals_take()
                let number = foyer_signals_told()
                if number != 0 {
                    first = first ?? number
                    asked(number)
                }
            }
            if descriptors[0].revents != 0 { return first }
        }
    }

    /// Ends the process by a signal, so that its parent sees that.
    package static func end(by number: Int32) {
        // A core dump of this process would be misleading.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        foyer_signals_end_by(number)
    }
}
