import Glibc

/// A program as a shell's job, with somebody who types.
struct ShellConversation {
    let side: CellSide
    let session: TerminalSession
    let job: CellJob

    /// A prompt that counts.
    static let prompt = "ready$((n+=1))> "
    private var command: String { side.folder.own + "/c" }

    /// The number of the last prompt on the screen; 0: none, or a program has the screen.
    ///
    /// - Parameter anywhere: whether it also counts on the screen of a program that could not put it away.
    private static func prompts(_ session: TerminalSession, anywhere: Bool = false) -> Int {
        guard anywhere || !session.terminal.isAlternateScreen else { return 0 }
        // A program need not have ended its line.
        return session.screen.compactMap { line in line.ranges(of: "ready").last.flatMap { number(line, at: $0) } }
            .max()
            ?? 0
    }

    private static func number(_ text: String, at word: Range<String.Index>) -> Int? {
        let number = text[word.upperBound...].prefix(while: \.isNumber)
        return text[number.endIndex...].hasPrefix(">") ? Int(number) : nil
    }

    /// The number of the last prompt that was written, wherever it is now.
    private static func writtenPrompts(_ session: TerminalSession) -> Int {
        let text = String(decoding: session.bytes, as: UTF8.self)
        return text.ranges(of: "ready").compactMap { number(text, at: $0) }.max() ?? 0
    }

    /// Types a line, and waits for the prompt after it.
    private func type(_ line: String) throws {
        let seen = Self.prompts(session)
        session.send(line + "\r")
        try waitForPrompt(after: seen)
    }

    private func waitForPrompt(after count: Int, anywhere: Bool = false) throws {
        try session.wait(for: "the shell's prompt", within: side.patience) {
            Self.prompts($0, anywhere: anywhere) > count
        }
    }

    func hold(_ observation: inout Observation) throws {
        try waitForPrompt(after: 0)
        try type("export DIFF_SHELL=$$; clear")
        switch job {
        case .foreground: try run(&observation)
        case .background:
            let seen = Self.prompts(session)
            session.send(command + " &\r")
            // What the job writes may push the prompt off the screen before anybody looks.
            try session.wait(for: "the shell's prompt", within: side.patience) {
                max(Self.prompts($0), Self.writtenPrompts($0)) > seen
            }
            try type("wait $!; echo \"[$?]\"")
        case .stopAndForeground, .killedAndForeground:
            let seen = try stop(&observation)
            // A shell may have left the terminal as a program had it, which had no time to put it back.
            session.send("fg\n")
            // A shell says so before it gives the terminal away: a key in between would be its own.
            try session.wait(for: "the job in the foreground", within: side.patience) {
                $0.foreground != $0.process
            }
            try side.talk(session, &observation)
            try waitForPrompt(after: seen)
            try type("echo \"[$?]\"")
        case .stopAndBackground:
            _ = try stop(&observation)
            try type("bg")
            try type("wait; echo \"[$?]\"")
        }
        try session.wait(for: "the status", within: .seconds(5)) { Self.status(in: $0) != nil }
        observation.note("end", Self.status(in: session) ?? "")
    }

    private func run(_ observation: inout Observation) throws {
        let seen = Self.prompts(session)
        session.send(command + "\r")
        try side.talk(session, &observation)
        try waitForPrompt(after: seen)
        try type("echo \"[$?]\"")
    }

    /// Runs it until its first text is there, stops it, and says the number of the prompt that came then.
    private func stop(_ observation: inout Observation) throws -> Int {
        let seen = Self.prompts(session)
        session.send(command + "\r")
        if side.surroundings.timing == .during {
            // As long on either side; only under Foyer there is one.
            try? session.wait(for: "a splash", within: .milliseconds(600)) { $0.terminal.isAlternateScreen }
        } else if let first = side.program.dialogue.first {
            try side.talk(session, DialogueStep(first.text), aspect: "screen before the stop", &observation)
        }
        // As on the other side: what has just been drawn has not been read by whoever types.
        try side.rest(session)
        let group = session.foreground
        var isKilled = false
        if case .killedAndForeground = job { isKilled = true }
        if isKilled { kill(-session.foreground, SIGSTOP) } else { session.send("\u{1A}") }
        do {
            try waitForPrompt(after: seen, anywhere: isKilled)
        } catch {
            observation.note("stop", "Ctrl-Z does not stop it")
            throw error
        }
        // The shell asks as soon as it has heard of one of them: another may still read, and take the next line for its own.
        try? session.wait(for: "the others' stop", within: .seconds(1)) { _ in
            MarkedProcesses.areStopped(group: group, mark: side.folder.root)
        }
        return Self.prompts(session, anywhere: isKilled)
    }

    /// What stands in brackets alone on a line.
    private static func status(in session: TerminalSession) -> String? {
        session.screen.last { line in
            line.hasPrefix("[") && line.hasSuffix("]") && line.count > 2
                && line.dropFirst().dropLast().allSatisfy(\.isNumber)
        }
    }

    /// The lines of a screen where what a job writes may come before a prompt or after it.
    static func sorted(_ lines: [String]) -> String {
        lines.map { line -> String in
            guard line.hasPrefix("ready"), let end = line.firstIndex(of: ">") else { return line }
            return String(line[line.index(after: end)...].drop { $0 == " " })
        }
        .filter { !$0.isEmpty && !($0.hasPrefix("[") && !$0.hasSuffix("]")) }.sorted().joined(separator: "⏎")
    }
}
