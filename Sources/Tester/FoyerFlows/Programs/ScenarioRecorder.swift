import Foyer
import FoyerGolden
import FoyerPlatform
import FoyerSystem
import FoyerTrace

/// Writes what somebody does with a program as a scenario: the keys as typed, and before each the wait for what they saw.
final class ScenarioRecorder: SittingNotes {
    /// Letters that follow one another sooner are one text.
    private static let typing = Duration.seconds(1)

    private enum Step {
        /// The lines of the file for what tells a screen from the one before, the best first.
        case wait([String])
        case press([KeyEvent])
        case type(Typing)
        /// A line of the file; whether it waits for the program's end.
        case line(String, isEnd: Bool = false)
    }

    /// Letters that followed one another.
    private struct Typing {
        var text: String
        let first: Instant
        var last: Instant
        let before: Buffer
        /// The cursor's place before the first letter.
        let cursor: CellPosition?
        /// The program has moved the cursor since.
        var movesCursor = false
        var echo = TypedEcho.unknown

        /// So that a kill leaves no secret, what may yet be one is not written.
        var isHidden: Bool {
            echo == .hidden || echo == .unknown && text.count >= TypedEcho.shortest
        }
    }

    private var steps: [Step] = []
    /// What was on the screen as the user last did something.
    private var before: Buffer?
    private var cursor: CellPosition?
    private var cursorBefore: CellPosition?
    private var pressed: MouseEvent?
    private var volatile = VolatileText()
    private var moving = MovingRows()
    private var looked: Instant?
    private var lastInput: Instant?
    /// The last step with letters.
    private var typing: Int?
    /// How often to look whether something moves by itself.
    private static let interval = Duration.milliseconds(100)
    /// A program that was given time has shown what it shows of a letter.
    private static let answering = Duration.milliseconds(30)
    private static let mostTexts = 8
    private let keepsSecrets: Bool
    private let changed: (Draft) -> Void
    private let theme = DisplayTheme(depth: .direct, palette: .fitting(.dark, ground: nil), isASCII: false)

    /// What there is of the flow so far.
    struct Draft: Equatable, Sendable {
        /// The lines of the steps.
        var steps: [String] = []
        /// For each step the lines that may stand in its place, if it does not come true again.
        var others: [[String]] = []
        /// Regular expressions for what changes by itself.
        var masks: [String] = []

        /// Whether something that was typed unseen is missing.
        var hasGaps: Bool { steps.contains { $0.hasSuffix(ScenarioRecorder.unkept) } }
    }

    /// - Parameters:
    ///   - keepsSecrets: whether letters that the program did not show are kept.
    ///   - changed: is given all of it after each step, since nobody knows whether there will be another.
    init(keepsSecrets: Bool = false, changed: @escaping (Draft) -> Void = { _ in }) {
        (self.keepsSecrets, self.changed) = (keepsSecrets, changed)
    }

    /// All of it so far.
    private var draft: Draft {
        var draft = Draft(masks: volatile.masks)
        let secrets = steps.compactMap { step -> String? in
            if case .type(let typing) = step, isUnkept(typing) { typing.text } else { nil }
        }
        for step in steps {
            let lines = lines(of: step, without: secrets).map { "  - " + $0 }
            guard let first = lines.first else { continue }
            draft.steps.append(first)
            draft.others.append(Array(lines.dropFirst()))
        }
        return draft
    }

    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant) {
        cursor = surroundings.cursor
        if let looked, now - looked < Self.interval { return }
        looked = now
        let isByItself = lastInput.map { now - $0 >= VolatileText.consequence } ?? true
        moving.see(screen, isByItself: isByItself)
        let (isNew, isEchoed) = (volatile.see(screen, at: now), observeEcho(on: screen))
        if isNew || isEchoed { changed(draft) }
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) {
        defer { self.changed(draft) }
        lastInput = now
        volatile.hear(at: now)
        if !input.followsPress { endPress() }
        switch input {
        case .key(.character(let scalar)): type(String(scalar), screen, at: now)
        case .paste(let text): type(text, screen, at: now)
        case .key(let key):
            endTyping(on: screen, at: now)
            wait(for: screen)
            if case .press(let keys) = steps.last {
                steps[steps.count - 1] = .press(keys + [key])
            } else {
                steps.append(.press([key]))
            }
        case .mouse(let mouse):
            endTyping(on: screen, at: now)
            take(mouse, screen)
        case .resized(let size):
            endTyping(on: screen, at: now)
            wait(for: screen)
            steps.append(.line("resize: \(size.columns)x\(size.rows)"))
        case .resumed, .endOfInput: break
        }
    }

    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant) {
        endTyping(on: screen, at: now)
        _ = observeEcho(on: screen)
        resolveTyping()
        // Most programs that fill the screen take it away as they leave.
        changed(finish(isOurs ? nil : end, on: screen))
    }

    /// A step in the words of a file.
    ///
    /// - Parameters:
    ///   - isEnd: whether it waits for the program's end.
    ///   - screen: what was seen before it; if it waits, after it.
    func take(_ step: String, _ kind: ScenarioStep.Action.Kind, isEnd: Bool = false, on screen: Buffer) {
        switch kind {
        case .look: before = screen
        case .act, .keep: wait(for: screen)
        case .quiet: break
        }
        steps.append(.line(step, isEnd: isEnd))
    }

    /// The lines of the file, with a wait for what was seen last.
    ///
    /// - Parameter end: how the program ended by itself; `nil` if it did not.
    func finish(_ end: CommandEnd?, on screen: Buffer) -> Draft {
        endPress()
        let last = RecordedNews.last(on: screen, since: before, isStable: isStable)
        if !last.isEmpty {
            steps.append(.wait([Self.wait(last)] + (last.count > 1 ? last.map { Self.wait([$0]) } : [])))
        }
        var waitsForEnd = false
        if case .line(_, let isEnd) = steps.last { waitsForEnd = isEnd }
        if let end, !waitsForEnd { steps.append(.line("wait: { exit: \(end.exitStatus) }")) }
        return draft
    }

    private func take(_ mouse: MouseEvent, _ screen: Buffer) {
        switch mouse.kind {
        case .press:
            wait(for: screen)
            pressed = mouse
        case .release:
            guard let pressed else { return }
            let isClick = (pressed.column, pressed.row) == (mouse.column, mouse.row)
            let drag = "drag: { from: \(Self.cell(pressed)), to: \(Self.cell(mouse)) }"
            steps.append(.line(isClick ? "click: \(Self.cell(mouse))" : drag))
            self.pressed = nil
        case .wheelUp, .wheelDown:
            wait(for: screen)
            let direction = mouse.kind == .wheelUp ? "up" : "down"
            steps.append(.line("wheel: { to: \(direction), at: \(Self.cell(mouse)) }"))
        case .click, .drag, .move: break
        }
    }

    /// Some terminals and programs know no release.
    private func endPress() {
        guard let place = pressed else { return }
        steps.append(.line("click: \(Self.cell(place))"))
        pressed = nil
    }

    // MARK: - Letters

    private func type(_ text: String, _ screen: Buffer, at now: Instant) {
        if case .type(var typing) = steps.last, goesOn(typing, on: screen, at: now) {
            if TypedEcho.isShown(typing.text, on: screen, since: typing.before) { typing.echo = .shown }
            if cursor != typing.cursor { typing.movesCursor = true }
            typing.text += text
            typing.last = now
            steps[steps.count - 1] = .type(typing)
            return
        }
        endTyping(on: screen, at: now)
        resolveTyping()
        wait(for: screen)
        typing = steps.count
        steps.append(.type(Typing(text: text, first: now, last: now, before: screen, cursor: cursor)))
    }

    /// Whether nothing but the letters has come since. Those of a secret are one text however slowly they come.
    private func goesOn(_ typing: Typing, on screen: Buffer, at now: Instant) -> Bool {
        if TypedEcho.isMarked(typing.text, on: screen, since: typing.before) { return true }
        guard RecordedNews.isEcho(of: typing.text, on: screen, since: before) else { return false }
        return now - typing.last < Self.typing || screen == before
    }

    /// Another key or the end follows the letters: what has the program shown of them?
    private func endTyping(on screen: Buffer, at now: Instant) {
        guard case .type(var typing) = steps.last, typing.echo != .shown else { return }
        let text = typing.text
        if TypedEcho.isShown(text, on: screen, since: typing.before) {
            typing.echo = .shown
        } else if TypedEcho.isMarked(text, on: screen, since: typing.before) {
            typing.echo = .hidden
        } else if isUnchanged(screen, since: typing.before) {
            // Of vim, less and the like, letters are commands.
            let isSecret =
                text.count >= TypedEcho.shortest && Set(text).count > 1
                && !typing.movesCursor && cursor == typing.cursor
                && TypedEcho.isField(at: typing.cursor, on: typing.before)
            // All at once, it had no time to show anything.
            let hadTime = now - typing.last >= Self.answering || typing.last - typing.first >= Self.answering
            if !isSecret { typing.echo = .shown } else if hadTime { typing.echo = .hidden }
        } else {
            typing.echo = .shown
        }
        steps[steps.count - 1] = .type(typing)
    }

    private func isUnchanged(_ screen: Buffer, since before: Buffer) -> Bool {
        screen.size == before.size
            && (0..<screen.size.rows).allSatisfy { moving.contains($0) || screen.row($0) == before.row($0) }
    }

    /// A later screen may show what was typed.
    ///
    /// - Returns: whether more is known now.
    private func observeEcho(on screen: Buffer) -> Bool {
        guard let index = typing, case .type(var typing) = steps[index], typing.echo != .shown else { return false }
        let former = typing.echo
        if TypedEcho.isEchoedLate(typing.text, on: screen, since: typing.before)
            || former == .unknown && TypedEcho.isShown(typing.text, on: screen, since: typing.before)
        {
            typing.echo = .shown
        } else if TypedEcho.isMarked(typing.text, on: screen, since: typing.before) {
            typing.echo = .hidden
        }
        steps[index] = .type(typing)
        return typing.echo != former
    }

    /// Of letters that all came at once with the key behind them, only what was asked for is known.
    private func resolveTyping() {
        guard let index = typing, case .type(var typing) = steps[index] else { return }
        if typing.echo == .unknown { typing.echo = TypedEcho.isAsked(on: typing.before) ? .hidden : .shown }
        steps[index] = .type(typing)
        self.typing = nil
    }

    // MARK: - What the screen then showed

    private func isStable(_ text: String, _ row: Int) -> Bool { !moving.contains(row) && !volatile.covers(text) }

    private func wait(for screen: Buffer) {
        defer { (before, cursorBefore) = (screen, cursor) }
        guard screen != before || cursor != cursorBefore else { return }
        let texts = RecordedNews.ranked(on: screen, since: before, isStable: isStable)
        // Numbers come last: few are the same the next time.
        func hasNumber(_ text: String) -> Bool { text.contains(where: \.isNumber) }
        var looks = texts.filter { !hasNumber($0) }.prefix(Self.mostTexts).map { Self.wait([$0]) }
        if let before {
            let gone = RecordedNews.ranked(on: before, since: screen, isStable: isStable).filter { !hasNumber($0) }
            looks += gone.prefix(2).map { "wait: { notext: \(Self.quoted($0)) }" }
            if let (place, colour) = RecordedNews.ground(on: screen, since: before, theme: theme) {
                let cell = "column: \(place.column + 1), row: \(place.row + 1)"
                looks.append("wait: { cell: { \(cell), background: \"\(GoldenText.name(colour))\" } }")
            }
            if let cursor, cursor != cursorBefore {
                looks.append("wait: { cursor: { column: \(cursor.column + 1), row: \(cursor.row + 1) } }")
            }
        }
        looks += texts.filter(hasNumber).prefix(Self.mostTexts).map { Self.wait([$0]) }
        if !looks.isEmpty { steps.append(.wait(looks)) }
    }

    // MARK: - The file

    /// The lines of a step, the one to write first; none if it is not to be written.
    private func lines(of step: Step, without secrets: [String]) -> [String] {
        switch step {
        case .wait(let looks):
            let quoted = secrets.map { String(Self.quoted($0).dropFirst().dropLast()) }
            return looks.filter { line in !quoted.contains { line.contains($0) } }
        case .press(let keys): return ["press: " + Self.list(keys.map(Self.name))]
        case .type(let typing): return [line(typing)]
        case .line(let text, _): return [text]
        }
    }

    private static func wait(_ texts: [String]) -> String { "wait: " + list(texts.map(quoted)) }

    /// One alone, or several in brackets.
    private static func list(_ words: [String]) -> String {
        words.count == 1 ? words[0] : "[" + words.joined(separator: ", ") + "]"
    }

    private func line(_ typing: Typing) -> String {
        if typing.text == " " { return "press: space" }
        let isUnkept = isUnkept(typing)
        let text =
            isUnkept ? String(typing.text.map { _ in Character(ProgramSitting.unkept) }) : typing.text
        return (text.unicodeScalars.count == 1 ? "press: " : "type: ") + Self.quoted(text)
            + (isUnkept ? Self.unkept : "")
    }

    /// Whether dots stand for it.
    private func isUnkept(_ typing: Typing) -> Bool {
        typing.text.unicodeScalars.allSatisfy { $0 == ProgramSitting.unkept } || !keepsSecrets && typing.isHidden
    }

    /// Played as it stands, it would be typed as dots.
    private static let unkept = "  # Typed unseen, and not kept: put here what to type."

    private static func cell(_ mouse: MouseEvent) -> String { "{ column: \(mouse.column + 1), row: \(mouse.row + 1) }" }

    private static func name(_ key: KeyEvent) -> String {
        let name = KeyName.name(key)
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } ? name : quoted(name)
    }

    /// A text of letters and dots as it is, any other in quotes.
    fileprivate static func word(_ text: String) -> String {
        text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "./-_".unicodeScalars.contains($0) }
            ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String { EscapedLine.yaml(JSON.string(text).jsonText) }
}

extension InputEvent {
    /// Whether it belongs to a button that was pressed before.
    fileprivate var followsPress: Bool {
        guard case .mouse(let mouse) = self else { return false }
        return mouse.kind == .release || mouse.kind == .drag || mouse.kind == .move
    }
}

/// Records a program's use as a scenario.
package enum ScenarioRecording {
    package struct Outcome: Sendable {
        package var steps = 0
        /// Something that was typed unseen is missing, so that the flow could not be played.
        package var hasGaps = false
        /// What is in the folder now and was not, or was another.
        package var files: [String] = []
        /// The waits that did not come true when the recording was played.
        package var leftOut: [String] = []
        /// The recording was not played: the user declined another run of the program.
        package var isUnplayed = false
        /// Why the flow did not play; `nil` if it did.
        package var trouble: Phrase?
    }

    /// Records the use of a program, and plays the recording, at most three times in each of two fresh folders.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - size: of the terminal.
    ///   - folder: this process's.
    ///   - schema: where editors find which keys there are.
    ///   - keepsSecrets: whether what is typed while the terminal shows nothing of it is kept.
    ///   - mayPlay: asked before the program runs again, if its command names a file outside the folder that it could change.
    ///   - played: called before the recording is played.
    ///   - write: is given the file's text after each step: the last one is whole.
    package static func record(
        _ words: [String], size: CellSize, folder: String, for file: String, schema: String? = nil,
        keepsSecrets: Bool = false, mayPlay: (_ path: String) -> Bool = { _ in true }, played: () -> Void = {},
        write: @escaping @Sendable (String) -> Void
    ) async throws(LocalizedFailure) -> Outcome {
        let last = OutcomeBox(ScenarioRecorder.Draft())
        var order = ProgramOrder(words: words, folder: folder, keepsSecrets: keepsSecrets)
        let before = FolderContents(folder, of: words)
        _ = try await ProgramSitting.run(order, recording: nil) { [order] in
            ScenarioRecorder(keepsSecrets: keepsSecrets) { draft in
                last.value = draft
                write(text(order, size: size, draft, for: file, schema).text)
            }
        }
        if FlowRoom.needsPath(order) { order.inherits = ["PATH"] }
        var draft = last.value
        var outcome = Outcome(hasGaps: draft.hasGaps)
        outcome.files = before.changes(besides: file)
        draft.add(outcome.files)
        // In the user's own folder, a command that removes or writes files would do so twice.
        let places = [before.ownRoom(order, for: file), before.wholeRoom(order, for: file)].compactMap { $0 }
        outcome.steps = draft.steps.count
        write(text(places[0], size: size, draft, for: file, schema).text)
        if outcome.hasGaps { return outcome }
        if let path = before.changeable(order), !mayPlay(path) {
            outcome.isUnplayed = true
            return outcome
        }
        played()
        var best: (order: ProgramOrder, play: RecordedPlay.Outcome)?
        let whole = draft
        for order in places {
            let result = await BlockingThread.run {
                RecordedPlay.play(whole, file: file) { text(order, size: size, $0, for: file).text }
            }
            switch result {
            case .success(let play):
                if play.leftOut.count < best?.play.leftOut.count ?? .max { best = (order, play) }
            case .failure(let failure): outcome.trouble = outcome.trouble ?? failure.cause
            }
            if best?.play.leftOut.isEmpty == true { break }
        }
        guard let best else { return outcome }
        outcome.trouble = nil
        outcome.leftOut = best.play.leftOut
        outcome.steps = best.play.draft.steps.count
        outcome.files = best.play.draft.expected(outcome.files)
        write(text(best.order, size: size, best.play.draft, for: file, schema).text)
        return outcome
    }

    /// The flow of a program in a folder.
    ///
    /// - Parameter schema: where editors find which keys there are.
    static func text(
        _ order: ProgramOrder, size: CellSize, _ draft: ScenarioRecorder.Draft, for file: String,
        _ schema: String? = nil
    ) -> (text: String, steps: Int) {
        let command = "[" + order.words.map(ScenarioRecorder.quoted).joined(separator: ", ") + "]"
        let place = order.folder.map { folder in
            ", folder: " + ScenarioRecorder.word(Self.place(of: folder, from: SourceFolder.of(file)))
        }
        let inherits = order.inherits.isEmpty ? "" : ", inherit: [\(order.inherits.joined(separator: ", "))]"
        let files = order.files.map { file in
            switch file.content {
            case .text(let text): "\(ScenarioRecorder.quoted(file.name)): \(ScenarioRecorder.quoted(text))"
            case .copy(let path):
                "\(ScenarioRecorder.quoted(file.name)): { copy: \(ScenarioRecorder.quoted(path)) }"
            }
        }
        let masks = draft.masks.map(ScenarioRecorder.quoted).joined(separator: ", ")
        let head =
            (schema.map { ["# yaml-language-server: $schema=\($0)"] } ?? []) + [
                "title: " + ScenarioRecorder.quoted(order.words.joined(separator: " ")),
                "size: \(size.columns)x\(size.rows)",
                "run: { command: \(command)\(place ?? "")"
                    + (files.isEmpty ? "" : ", files: { \(files.joined(separator: ", ")) }") + "\(inherits) }",
            ] + (masks.isEmpty ? [] : ["mask: [\(masks)]"]) + ["steps:"]
        return ((head + draft.steps).joined(separator: "\n") + "\n", draft.steps.count)
    }

    static func place(of folder: String, from other: String) -> String {
        guard let there = UserFile.realPath(folder), let here = UserFile.realPath(other) else { return folder }
        return SourceFolder.path(of: there, from: here)
    }
}

extension ScenarioRecorder.Draft {
    private static let file = "  - expect: { file: "

    /// At its end, files must be there.
    fileprivate mutating func add(_ files: [String]) {
        for name in files {
            steps.append(Self.file + ScenarioRecorder.quoted(name) + " }")
            others.append([])
        }
    }

    /// Whether a step is about a file, which may be another program's.
    static func isAboutFile(_ line: String) -> Bool { line.hasPrefix(file) }

    /// The step waits for something on the screen, rather than for the program's end.
    static func waitsForScreen(_ line: String) -> Bool {
        line.hasPrefix("  - wait: ") && !line.hasPrefix("  - wait: { exit: ")
    }

    /// Those of the files that a step expects.
    fileprivate func expected(_ files: [String]) -> [String] {
        files.filter { steps.contains(Self.file + ScenarioRecorder.quoted($0) + " }") }
    }
}
