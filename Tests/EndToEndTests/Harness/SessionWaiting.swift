import CTerminal
import Glibc

extension TerminalSession {
    /// Waits until something is so; throws with a picture of the screen where it is not within `patience`.
    func wait(
        for what: String = "the condition", within patience: Duration = patience,
        until isSo: (TerminalSession) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + patience
        while !isSo(self) {
            let left = deadline - ContinuousClock.now
            guard left > .zero, end == nil else {
                pump(within: .zero)
                if isSo(self) { return }
                let reason = end == nil ? "not within \(patience)" : "the program has ended: \(String(describing: end))"
                throw SessionFailure(description: "waited for \(what); \(reason)\n\(picture)")
            }
            pump(within: left)
        }
    }

    /// Waits until a text is on the screen.
    func wait(forText text: String, within patience: Duration = patience) throws {
        try wait(for: "“\(text)”", within: patience) { $0.text.contains(text) }
    }

    /// Waits until the program has written these bytes.
    func wait(forBytes wanted: String, within patience: Duration = patience) throws {
        let wanted = Array(wanted.utf8)
        try wait(for: "bytes \(wanted)", within: patience) { session in
            session.bytes.indices.contains { session.bytes[$0...].starts(with: wanted) }
        }
    }

    /// Waits until the program has ended, and says how.
    func waitForEnd(within patience: Duration = patience) throws -> ProgramEnd {
        try wait(for: "the end", within: patience) { $0.end != nil }
        guard let end else { throw SessionFailure(description: "no end") }
        return end
    }

    /// Reads and answers for this long, whatever happens: for showing that nothing does.
    func run(for duration: Duration) {
        let deadline = ContinuousClock.now + duration
        while end == nil, case let left = deadline - ContinuousClock.now, left > .zero { pump(within: left) }
    }

    /// Reads what the program has written and nobody has read yet; for a terminal that reads again after the end.
    func drain() { readAll() }

    /// One step: waits for the terminal or the process, reads, and sends what is to be sent.
    func pump(within patience: Duration) {
        outgoing += terminal.takeAnswers()
        var events = isReading ? POLLIN : 0
        if !outgoing.isEmpty { events |= POLLOUT }
        var descriptors = [
            pollfd(fd: master, events: Int16(events), revents: 0),
            pollfd(fd: end == nil ? processDescriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        let parts = patience.components
        let nanoseconds = parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
        guard foyer_poll(&descriptors, descriptors.count, nanoseconds) > 0 else { return }
        if descriptors[0].revents != 0 {
            if isReading { readAll() }
            writeSome()
        }
        if descriptors[1].revents != 0 { takeEnd() }
    }

    private func readAll() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while master >= 0 {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            terminal.feed(Array(buffer[..<count]))
        }
        outgoing += terminal.takeAnswers()
    }

    private func writeSome() {
        guard master >= 0, !outgoing.isEmpty else { return }
        let count = write(master, outgoing, outgoing.count)
        if count > 0 { outgoing.removeFirst(count) }
    }

    private func takeEnd() {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        // What it wrote last is still in the terminal.
        if isReading { readAll() }
        let signal = status & 0x7F
        end = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
}
