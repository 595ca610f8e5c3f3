import CTerminal
import Glibc

/// What a program has used, as the kernel says at its end.
struct Usage {
    /// Seconds of processor time, in user mode and in the kernel.
    var processor = 0.0
    /// Bytes that were resident at most.
    var memory = 0
    /// Seconds from start to end.
    var elapsed = 0.0
    var status: Int32 = -1
}

/// A program on a pseudo-terminal, and what it writes there.
final class Session {
    let process: pid_t
    private(set) var bytes: [UInt8] = []
    /// Seconds from the start to the latest byte.
    private(set) var lastOutput = 0.0
    private let master: Int32
    private let began: Double
    private var usage: Usage?
    /// `nil` if everything is read as it comes.
    private var line: SlowLine?

    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Starts a program; the first word is its absolute path.
    ///
    /// - Parameter cell: the size of a cell in pixels, where the terminal is to know it.
    init(
        _ command: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24,
        cell: (width: Int, height: Int)? = nil, line: SlowLine? = nil
    ) {
        self.line = line
        var (master, slave): (Int32, Int32) = (-1, -1)
        var path = [CChar](repeating: 0, count: 128)
        guard foyer_open_pseudo_terminal(&master, &slave, &path, path.count, Int32(columns), Int32(rows)) == 0 else {
            fail("no pseudo-terminal")
        }
        if let cell {
            var size = winsize(
                ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
                ws_ypixel: UInt16(rows * cell.height))
            _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        }
        var values = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        for name in ["PATH", "HOME", "TMPDIR"] { values[name] = getenv(name).map { String(cString: $0) } }
        values.merge(environment) { $1 }
        var process = pid_t()
        began = Self.now
        let failure = Self.withStrings(command) { arguments in
            Self.withStrings(values.map { "\($0.key)=\($0.value)" }) { environment in
                foyer_spawn_on_terminal(&process, command[0], arguments, environment, path, nil)
            }
        }
        guard failure == 0 else { fail("\(command[0]) does not start: errno \(failure)") }
        // The end of the program is then the end of its output.
        close(slave)
        self.process = process
        self.master = master
    }

    deinit {
        if usage == nil {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        close(master)
    }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        return body(pointers)
    }

    // MARK: Output

    /// One read; false if nothing came in time, or nothing more will come.
    private func pump(seconds: Double) -> Bool {
        guard line != nil else { return pump(seconds: seconds, atMost: 1 << 16) > 0 }
        let deadline = Self.now + seconds
        while Self.now < deadline {
            if let answers = line?.takeAnswers(), !answers.isEmpty { send(answers) }
            // About one packet.
            let room = line?.room() ?? 0
            guard room >= Self.packet else {
                usleep(1000)
                continue
            }
            let count = pump(seconds: 0.002, atMost: room)
            if count > 0 { line?.took(count, of: bytes) }
            if count > 0 { return true }
            if count < 0 { return false }
        }
        return false
    }

    private static let packet = 64

    /// How many bytes have been read: 0 if none came in time, less if none will come.
    private func pump(seconds: Double, atMost most: Int) -> Int {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard foyer_poll(&descriptor, 1, Int64(max(0, seconds) * 1e9)) > 0 else { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
            let count = read(master, room.baseAddress, min(most, room.count))
            if count > 0 {
                bytes += room[..<count]
                lastOutput = Self.now - began
            }
            return count > 0 ? count : -1
        }
    }

    /// Seconds from the start until the text was there, searched from byte `from` on.
    func wait(forText text: String, from: Int = 0, seconds: Double = 60) -> Double? {
        let wanted = Array(text.utf8)
        var searched = from
        let deadline = Self.now + seconds
        while true {
            let found = searched < bytes.count && Self.contains(bytes[searched...], wanted)
            if found { return Self.now - began }
            searched = max(from, bytes.count - wanted.count)
            guard Self.now < deadline, pump(seconds: deadline - Self.now) else { return nil }
        }
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        var rest = bytes
        while let found = rest.firstIndex(of: wanted[0]) {
            if rest[found...].starts(with: wanted) { return true }
            rest = rest[(found + 1)...]
        }
        return false
    }

    /// Returns once there was output, and then none for this long.
    func waitForQuiet(seconds: Double = 0.4) {
        while bytes.isEmpty, pump(seconds: 60) {}
        while pump(seconds: seconds) {}
    }

    /// Returns once the program has shown something and then done next to nothing for this long, on the screen or off.
    func waitForRest(seconds: Double = 0.5) {
        var before: Double
        repeat {
            before = processorTime
            waitForQuiet(seconds: seconds)
        } while processorTime - before > 0.001
    }

    /// Reads for this long, whatever arrives.
    func pause(seconds: Double) {
        let deadline = Self.now + seconds
        while case let rest = deadline - Self.now, rest > 0 { _ = pump(seconds: rest) }
    }

    func send(_ text: String) {
        _ = write(master, text, text.utf8.count)
    }

    /// Sends more than the terminal takes at once, and reads meanwhile; returns when the program has read all but the last few
    /// thousand bytes.
    func sendAll(_ text: String) {
        _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
        defer { _ = fcntl(master, F_SETFL, O_RDWR) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var descriptor = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
            guard foyer_poll(&descriptor, 1, 60_000_000_000) > 0 else { return }
            if descriptor.revents & Int16(POLLIN) != 0, pump(seconds: 0, atMost: 1 << 16) < 0 { return }
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4096)) }
            if count > 0 { rest = rest.dropFirst(count) }
            if count <= 0 { usleep(200) }
        }
    }

    /// Reads until the program has ended.
    func end() -> Usage {
        if let usage { return usage }
        while pump(seconds: 600) {}
        var status: Int32 = 0
        var resources = rusage()
        wait4(process, &status, 0, &resources)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let usage = Usage(
            processor: seconds(resources.ru_utime) + seconds(resources.ru_stime), memory: resources.ru_maxrss << 10,
            elapsed: Self.now - began, status: status)
        self.usage = usage
        return usage
    }

    // MARK: What the kernel counts

    /// Bytes that have been resident at most so far.
    var peakMemory: Int { (field("VmHWM", of: "/proc/\(process)/status") ?? 0) << 10 }

    /// How often each of its threads has gone to sleep of its own will: each of those ends with a wake-up.
    var sleeps: [String: Int] {
        var sleeps: [String: Int] = [:]
        for thread in Files.names(in: "/proc/\(process)/task") {
            sleeps[thread] = field("voluntary_ctxt_switches", of: "/proc/\(process)/task/\(thread)/status")
        }
        return sleeps
    }

    /// Seconds since the start.
    var elapsed: Double { Self.now - began }

    /// Seconds of processor time so far.
    var processorTime: Double {
        var time = timespec()
        // The kernel's number for another process's clock.
        clock_gettime(clockid_t(~process << 3 | 2), &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func field(_ name: String, of path: String) -> Int? {
        for line in Files.text(path).split(separator: "\n") where line.hasPrefix(name + ":") {
            return Int(line.dropFirst(name.count + 1).filter(\.isNumber))
        }
        return nil
    }
}
