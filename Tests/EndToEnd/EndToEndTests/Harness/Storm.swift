import Glibc

/// How hard the storms blow: `FOYER_STORM=200` makes each of them as long as what the specification promises.
enum Storm {
    /// `usual` unless the environment says otherwise.
    static func count(usual: Int) -> Int {
        getenv("FOYER_STORM").flatMap { Int(String(cString: $0)) } ?? usual
    }

    static var isFull: Bool { getenv("FOYER_STORM") != nil }
}

extension TerminalSession {
    /// Runs the program until `duration` after now, even where it writes all the time.
    func run(until moment: ContinuousClock.Instant) {
        while end == nil, case let left = moment - ContinuousClock.now, left > .zero { run(for: left) }
    }

    /// What `isAsFound` does not see: the keypad's mode, and the colour of what is written next.
    var isKeypadAndColorAsFound: Bool {
        func last(_ sequence: String) -> Int {
            let wanted = Array(sequence.utf8)
            return bytes.indices.last { bytes[$0...].starts(with: wanted) } ?? -1
        }
        terminal.feed(Array("\r\n#".utf8))
        let written = cell(column: 0, row: terminal.cursor.row)
        return last("\u{1B}[?1h") <= last("\u{1B}[?1l") && written.text == "#" && written.foreground == .default
            && written.background == .default && !written.isBold && !written.isReversed && !written.isUnderlined
    }
}

/// What the system knows of a process.
enum ProcessUse {
    /// Processor time that it has used so far.
    static func processorTime(_ process: pid_t) -> Duration {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return .zero }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 2048)
        guard fgets(&line, Int32(line.count), file) != nil else { return .zero }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // After the name, which may hold anything: state, ten more, then user and system time.
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return .zero }
        return .milliseconds((user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }
}
