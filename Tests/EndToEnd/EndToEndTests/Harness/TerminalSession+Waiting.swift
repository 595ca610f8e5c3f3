extension TerminalSession {
    /// Waits until something is so; throws with a picture of the screen where it is not within `patience`. What a
    /// program marks as one frame is looked at as a whole, as a terminal shows it.
    func wait(
        for what: String = "the condition", within patience: Duration = patience,
        until isSo: (TerminalSession) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + patience
        while isWithinFrame && end == nil || !isSo(self) {
            let left = deadline - ContinuousClock.now
            guard left > .zero, end == nil else {
                pump(within: .zero)
                if isSo(self) { return }
                let reason = end == nil ? "not within \(patience)" : "the program has ended: \(String(describing: end))"
                throw SessionFailure(description: "waited for \(what); \(reason)\n\(picture)")
            }
            // What is waited for may be elsewhere: it is looked at although nothing is written here.
            pump(within: min(left, .milliseconds(100)))
        }
    }

    /// Waits until a text is on the screen.
    func wait(forText text: String, within patience: Duration = patience) throws {
        try wait(for: "“\(text)”", within: patience) { $0.text.contains(text) }
    }

    /// Waits until a text is on the screen, and says where it begins: what is read may be half a frame.
    func place(of text: String, within patience: Duration = patience) throws -> (column: Int, row: Int) {
        try wait(for: "“\(text)”", within: patience) { $0.find(text) != nil }
        guard let place = find(text) else { throw SessionFailure(description: "“\(text)” has gone\n\(picture)") }
        return place
    }

    /// Clicks on a text, once it is on the screen.
    func click(_ text: String) throws {
        let place = try place(of: text)
        click(column: place.column, row: place.row)
    }

    /// Waits until the program has written these bytes.
    func wait(forBytes wanted: String, within patience: Duration = patience) throws {
        let wanted = Array(wanted.utf8)
        try wait(for: "bytes \(wanted)", within: patience) { session in
            session.bytes.indices.contains { session.bytes[$0...].starts(with: wanted) }
        }
    }

    /// Waits for a splash that has drawn all it has to say before it knows the program: what is read may be half a frame.
    /// libvterm shows kitty's query as text at first; once it has answered the others, that is drawn over.
    func waitForWholeSplash() throws {
        try wait(for: "the whole splash") { session in
            session.screen.contains { $0.contains("Asking for the program") }
                && session.screen.first == "" && session.text.contains(preparingText)
                && session.footer.contains("com.example.tea")
        }
    }

    /// Waits until the parts of the screen that stand still are as they were.
    func wait(untilStillLinesAre wanted: [String]) throws {
        do { try wait(for: "the still lines") { $0.stillLines == wanted } } catch {
            throw SessionFailure(description: "\(error)\nbut wanted:\n\(wanted.joined(separator: "\n"))")
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

    /// Waits until nothing is written any more: a picture comes later than the text around it.
    func waitUntilItRests() throws {
        for _ in 0..<50 {
            let written = bytes.count
            run(for: .milliseconds(150))
            if bytes.count == written { return }
        }
        throw SessionFailure(description: "it never rests\n\(picture)")
    }

    /// Waits until the screen is another session's, reading both: either's pictures may come after the other rests.
    func wait(untilItShows other: TerminalSession, within patience: Duration = patience) throws {
        let deadline = ContinuousClock.now + patience
        while screen != other.screen {
            guard ContinuousClock.now < deadline else {
                throw SessionFailure(description: "\(picture)\nbut the other shows\n\(other.picture)")
            }
            for either in [self, other] { either.run(for: .milliseconds(20)) }
        }
    }

    /// The error page of a command reads nothing in its first second.
    func waitUntilThePageReadsKeys() throws {
        try wait(for: "the page to read keys") { $0.settings?.isCanonical == false }
    }
}
