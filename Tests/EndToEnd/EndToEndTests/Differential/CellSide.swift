import CTerminal
import Glibc

/// One side of a cell: the program in its surroundings, bare or under Foyer.
struct CellSide {
    let program: CellProgram
    let surroundings: CellSurroundings
    /// What stands before the command: nothing, or Foyer.
    let prefix: String
    let folder: CellFolder
    /// What the bare side showed, which this one has to show too.
    let model: Observation?

    private static let doneTitle = "foyer-differential-done"

    func observe() -> Observation {
        folder.clear()
        var observation = Observation()
        do {
            prepare()
            let session = try start()
            defer { MarkedProcesses.end(mark: folder.root) }
            switch surroundings.conduct {
            case .script: try converse(session, &observation)
            case .shell(_, let job): try ShellConversation(side: self, session: session, job: job).hold(&observation)
            }
            waitForLateText(session)
            lookAtSurvivors(session, &observation)
            look(at: session, &observation)
            hangUp(session, &observation)
        } catch {
            observation.note("course", "\(error)".split(separator: "\n").prefix(1).joined())
            if "\(error)".contains("✕") { observation.note("page", "an error's") }
        }
        lookAtFiles(&observation)
        return observation
    }

    // MARK: Beginning

    private func prepare() {
        // One that begins late, so that a splash is seen; a file, since a script may have it within quotes of its own.
        let late = surroundings.timing == .during ? " \(folder.own)/late" : ""
        let ending = "sleep 0.2; trap - INT; kill -INT $$"
        folder.write("#!/bin/sh\ntrap '\(ending)' INT\nsleep 0.8\nexec \"$@\"\n", to: folder.own + "/late", mode: 0o755)
        let script = program.script.replacing(" @ ", with: " \(prefix)\(late) ")
        folder.write("#!/bin/bash\n\(script)\n", to: folder.own + "/c", mode: 0o755)
        folder.write("one\ntwo\nthree\n", to: folder.work + "/in")
        folder.write("from three\n", to: folder.work + "/three")
        folder.write("all: ; +@\(folder.own)/c\n", to: folder.own + "/makefile")
        guard case .script(let line) = surroundings.conduct else { return }
        let outer = """
            #!/bin/bash
            export DIFF_SHELL=$$
            trap : INT QUIT
            wait='\(Products.probe) wait \(folder.own)/status'
            \(line.replacing("%", with: folder.own + "/c"))
            printf '\\033]2;\(Self.doneTitle)\\007' >/dev/tty
            read hold </dev/tty
            """
        folder.write(outer, to: folder.own + "/s", mode: 0o755)
    }

    private func start() throws -> TerminalSession {
        let (path, arguments): (String, [String])
        switch surroundings.conduct {
        case .script: (path, arguments) = ("/bin/bash", [folder.own + "/s"])
        case .shell(let shell, _): (path, arguments) = (shell.path, shell.arguments)
        }
        var environment: [String: String?] = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder.home, "DIFF_CELL": folder.root,
            "SHELL": "/bin/bash",
            "DIFF_PROBE": Products.probe, "DIFF_PRELOAD": Preload.path, "PS1": ShellConversation.prompt, "HISTFILE": "",
            "ENV": nil,
        ]
        environment.merge(surroundings.environment) { $1 }
        let session = try TerminalSession(
            path, arguments, environment: environment, folder: folder.work, prepare: Self.makeUnusual)
        if let delay = surroundings.answersAfter { session.answersAfter = delay } else { session.isAnswering = false }
        return session
    }

    /// Settings and sizes that nobody would guess.
    private static func makeUnusual(_ terminal: Int32) {
        var settings = termios()
        tcgetattr(terminal, &settings)
        settings.c_iflag &= ~tcflag_t(IXON)
        settings.c_iflag |= tcflag_t(IUTF8 | IXANY)
        settings.c_lflag |= tcflag_t(ECHOK)
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VERASE)] = 0x08
            characters[Int(VWERASE)] = 0x18
        }
        tcsetattr(terminal, TCSANOW, &settings)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 723, ws_ypixel: 435)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    // MARK: Course

    private func converse(_ session: TerminalSession, _ observation: inout Observation) throws {
        try talk(session, &observation)
        try session.wait(for: "the end", within: patience) { $0.terminal.title == Self.doneTitle }
        observation.note("end", String(decoding: CellFolder.read(folder.own + "/status") ?? [], as: UTF8.self))
    }

    /// The longest that anything takes.
    var patience: Duration { .seconds(program.isSlow ? 45 : program.isBig ? 40 : 15) }

    /// The bare side waits for a text, and then until the screen rests; the other until it shows the same.
    func talk(_ session: TerminalSession, _ observation: inout Observation) throws {
        if surroundings.timing != .afterwards {
            if surroundings.timing == .during {
                try? session.wait(for: "a splash", within: .milliseconds(500)) { $0.terminal.isAlternateScreen }
            }
            return session.send(program.dialogue.map(\.keys).joined())
        }
        for (number, step) in program.dialogue.enumerated() {
            try talk(session, step, aspect: "screen at step \(number + 1)", &observation)
        }
    }

    func talk(
        _ session: TerminalSession, _ step: DialogueStep, aspect: String, _ observation: inout Observation
    ) throws {
        defer { if !step.keys.isEmpty { session.send(step.keys) } }
        guard !step.text.isEmpty else { return }
        let wanted = model?[aspect]
        do {
            try session.wait(for: step.text, within: patience) { session in
                guard session.text.contains(step.text), session.end == nil else { return false }
                return wanted == nil || shown(session) == wanted
            }
        } catch {
            observation.note(aspect, shown(session))
            throw SessionFailure(description: "\(aspect) is another, or never comes")
        }
        if model == nil { try rest(session) }
        observation.note(aspect, shown(session))
    }

    /// Until nothing is drawn any more.
    func rest(_ session: TerminalSession) throws {
        for _ in 0..<20 {
            let written = session.bytes.count
            session.run(for: .milliseconds(120))
            if session.bytes.count == written { return }
        }
    }

    func shown(_ session: TerminalSession) -> String {
        let state = session.terminal.isAlternateScreen ? "alternate" : "ordinary"
        return ([state] + program.mask.applied(to: session.screen)).joined(separator: "⏎")
    }

    private func waitForLateText(_ session: TerminalSession) {
        guard let text = program.lateText else { return }
        // The text may come before its line's end.
        defer { try? rest(session) }
        let files = ["out", "nohup.out", "both", "typescript"].map { folder.work + "/" + $0 }
        try? session.wait(for: text, within: .seconds(5)) { session in
            if session.text.contains(text) { return true }
            return files.contains { file in
                guard let bytes = CellFolder.read(file) else { return false }
                return (bytes + [0]).withUnsafeBytes { raw in
                    raw.bindMemory(to: CChar.self).baseAddress.map { strstr($0, text) != nil } ?? false
                }
            }
        }
    }

    // MARK: Looking

    private func look(at session: TerminalSession, _ observation: inout Observation) {
        session.pump(within: .zero)
        let terminal = session.terminal
        observation.note("terminal's settings", session.settings.map { "\($0) \($0.characters)" } ?? "none")
        observation.note(
            "modes",
            "alternate \(terminal.isAlternateScreen), cursor \(terminal.isCursorVisible), mouse \(terminal.mouse), "
                + "paste \(terminal.isPasteBracketed)")
        if case .shell(_, let job) = surroundings.conduct, job != .foreground {
            return observation.note(
                "screen's lines", ShellConversation.sorted(program.mask.applied(to: session.screen)))
        }
        // What is typed before a program is there, is shown before it or after it.
        if surroundings.timing != .afterwards { return }
        observation.note("screen", program.mask.applied(to: session.screen).joined(separator: "⏎"))
        if session.text.contains("error 10000: ") { observation.note("page", "an error's, in lines") }
        if case .all = program.mask {
            observation.note("cursor", "\(terminal.cursor)")
            observation.note("scrolled off", "\(terminal.scrollback.lines) lines, sum \(terminal.scrollback.sum)")
            observation.note("colours", colors(terminal))
            observation.note("bytes on the terminal", bytes: session.bytes)
        }
    }

    /// The colours of what is written, row by row.
    private func colors(_ terminal: VirtualTerminal) -> String {
        var shown = ""
        for row in 0..<terminal.rows {
            var last = ""
            for column in 0..<terminal.columns {
                let cell = terminal.cell(column: column, row: row)
                guard cell.text != " " else { continue }
                let style = "\(cell.foreground),\(cell.background),\(cell.isBold)\(cell.isReversed)\(cell.isUnderlined)"
                if style != last { shown += "\(row),\(column): \(style); " }
                last = style
            }
        }
        return shown
    }

    private func lookAtFiles(_ observation: inout Observation) {
        for file in folder.files() {
            if file.shown.hasPrefix("look") {
                for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
                    let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                    observation.note("look: " + (parts.first ?? ""), parts.count > 1 ? parts[1] : "")
                }
            } else if file.shown != "pid" {
                observation.note("file \(file.shown)", bytes: file.bytes)
            }
        }
    }

    // MARK: Who is left

    private var left: pid_t? {
        CellFolder.read(folder.work + "/pid").flatMap {
            pid_t(String(decoding: $0, as: UTF8.self).prefix { $0.isNumber })
        }
    }

    private func lookAtSurvivors(_ session: TerminalSession, _ observation: inout Observation) {
        if program.leaves {
            try? session.wait(for: "its number", within: .seconds(3)) { _ in left != nil }
            session.run(for: .seconds(2))
            observation.note("alive two seconds later", left.flatMap(MarkedProcesses.name) ?? "nobody")
        }
        func others() -> String {
            let names = MarkedProcesses.numbers(mark: folder.root).filter { $0 != session.process }
                .compactMap(MarkedProcesses.name).filter { !program.leaves || !$0.hasPrefix("foyer") }
            return names.sorted().joined(separator: ", ")
        }
        var now = others()
        // The other side of a pipe may take a moment to end; Foyer's own processes look every two seconds whether a group that
        // has not been reaped yet has gone.
        let wanted = model == nil ? (program.leaves ? now : "") : model?["processes left"] ?? ""
        if now != wanted {
            try? session.wait(for: "the others' end", within: .seconds(4)) { _ in
                now = others()
                return now == wanted
            }
        }
        observation.note("processes left", now)
    }

    /// The terminal's window is closed.
    private func hangUp(_ session: TerminalSession, _ observation: inout Observation) {
        guard program.leaves, let left else { return }
        session.hangUp()
        let process = foyer_process_descriptor(left)
        defer { if process >= 0 { close(process) } }
        var gone = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        poll(&gone, 1, 1500)
        observation.note("alive once the terminal has gone", MarkedProcesses.name(left) ?? "nobody")
    }
}
