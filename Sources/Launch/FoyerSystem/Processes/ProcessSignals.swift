import CTerminal
import FoyerCore
import Glibc

/// Signals of this process while it runs another program.
package enum ProcessSignals {
    /// No signal that ends this process is sent to a command any longer.
    package static func shareNoEnd() {
        foyer_signals_share_end(0, 0)
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

    /// From here on the first signal that asks this process to end is only noted: it has something to finish. For screens it
    /// is the end of input.
    package static func noteEnd() { foyer_signals_note_end() }

    /// Whether the same holds while a page of ours waits for a key, for INT, QUIT and TERM: they leave it as its own keys do.
    package static func leavePage(_ leaves: Bool) { foyer_signals_leave_page(leaves) }

    /// The signal that has asked this process to end; `nil` before.
    package static var notedEnd: Int32? {
        let number = foyer_signals_noted_end()
        return number == 0 ? nil : number
    }

    /// From here on writing beyond `ulimit -f` is an error like others, and not the end.
    package static func surviveFileLimit() { foyer_signals_survive_file_limit() }

    /// What is sent to this process goes to the command: a child in our own group gets the keyboard's by itself.
    ///
    /// - Parameter isBehindScreen: whether a screen of ours has the terminal. Then a hang-up ends this process all the same, for
    ///   there is nothing left to hand over, and Ctrl-Z stops the command with us.
    package static func passOn(to process: CommandProcess, isBehindScreen: Bool = false) {
        foyer_signals_pass_on(process.identity, process.group, isBehindScreen, process.wake.writeEnd)
    }

    /// A command is about to be started: INT, QUIT and TERM that come before ``passOn(to:isBehindScreen:)`` are passed on by it.
    /// If none is started, ``keep()`` gives them back.
    package static func hold() { foyer_signals_hold() }

    /// Whether somebody has asked the command to end, through this process.
    package static var hasPassedEnd: Bool { foyer_signals_passed_end() }

    /// A person at a prompt started this process and waits for it: it leads its process group, which a script, make or xargs
    /// would, and nobody has asked it to end.
    package static var startedAtPrompt: Bool {
        getpgrp() == getpid() && !hasPassedEnd && notedEnd == nil
    }

    /// Which key of the user's terminal has asked it so; `nil` for none. Takes it.
    package static func takePassedKey() -> Int32? {
        let number = foyer_signals_passed_key()
        return number == 0 ? nil : number
    }

    /// It is this process's again.
    package static func keep() {
        foyer_signals_pass_on(0, 0, false, -1)
    }

    /// How long Ctrl-Z has stopped this process so far.
    static var stoppedTime: Duration { .milliseconds(foyer_signals_stopped_time()) }

    /// Waits until a descriptor is readable, or the instant. Meanwhile the terminal stays as it is: its keys' signals go to
    /// the command, which has another one.
    ///
    /// - Parameter stops: tells when the command has been stopped; then this process stops too, and returns once it goes on.
    /// - Returns: for how long it was stopped.
    package static func wait(for descriptor: Int32, stops: Int32, until deadline: Instant?) -> Duration {
        let signals = foyer_signals_install()
        let before = stoppedTime
        while true {
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stops, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            let rest = deadline.map { max(0, ($0 - MonotonicClock.now).saturatedNanoseconds) } ?? -1
            let count = foyer_poll(&descriptors, descriptors.count, rest)
            if count == 0 || descriptors[0].revents != 0 { return .zero }
            guard count > 0 else { continue }
            if descriptors[2].revents != 0 {
                let pending = foyer_signals_take()
                if pending & UInt32(FOYER_SIGNAL_SUSPEND) != 0 { foyer_signals_stop_heir() }
                // Stopped without notice; so was the command, for all that it can tell.
                if pending & UInt32(FOYER_SIGNAL_CONTINUED) != 0 { foyer_signals_continue_group() }
            }
            guard descriptors[1].revents != 0 else { continue }
            let news = CommandGroupNews(stops)
            for key in news.keys { foyer_signals_send_group(key) }
            if news.isStopped {
                stopLikeCommand(withGroup: news.stopsGroup) {}
                return stoppedTime - before
            }
        }
    }

    /// Stops with a command that has been stopped, and lets it go on once this process does.
    ///
    /// - Parameters:
    ///   - withGroup: whether the others in this process's group stop too.
    ///   - prepare: called before the command goes on.
    package static func stopLikeCommand(withGroup: Bool, _ prepare: () -> Void) {
        // A Ctrl-Z from before has stopped it; one that comes after stops it again.
        _ = foyer_signals_take()
        if withGroup { foyer_signals_send_group(SIGTSTP) }
        foyer_signals_stop_process()
        prepare()
        foyer_signals_continue_group()
    }

    /// Ends the process by a signal, so that its parent sees that.
    package static func end(by number: Int32) {
        // A core dump of this process would be misleading.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        if number == notedEnd { foyer_signals_end_noted() }
        foyer_signals_end_by(number)
    }
}

/// What has happened to a command and to its group.
package struct CommandGroupNews: Equatable, Sendable {
    /// Whether the command is stopped now: a stop may be over already.
    package private(set) var isStopped = false
    /// Whether a signal that stops was sent to the whole group, as by Ctrl-Z, and has not been followed by SIGCONT.
    package private(set) var stopsGroup = false
    /// Signals that were sent to the whole group, as by Ctrl-C.
    package private(set) var keys: [Int32] = []

    /// - Parameter stops: the keeper's news, which are taken.
    package init(_ stops: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        while case let count = read(stops, &bytes, bytes.count), count > 0 { take(bytes[..<count]) }
    }

    private mutating func take(_ news: ArraySlice<UInt8>) {
        for byte in news {
            switch byte {
            case UInt8(ascii: "s"): isStopped = true
            case UInt8(ascii: "c"): (isStopped, stopsGroup) = (false, false)
            case UInt8(ascii: "t"): stopsGroup = true
            case UInt8(ascii: "i"): keys.append(SIGINT)
            case UInt8(ascii: "q"): keys.append(SIGQUIT)
            default: break
            }
        }
    }
}
