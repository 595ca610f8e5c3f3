import Foyer
import FoyerSystem
import Synchronization

/// Writes what somebody does with a program as a scenario: the keys as typed, and before each the wait for what they saw.
final class ScenarioRecorder: SittingNotes {
    /// Letters that follow one another sooner are one text.
    private static let typing = Duration.seconds(1)

    private enum Step {
        case wait([String])
        case still
        case press([KeyEvent])
        case type(String, at: Instant)
        case click(column: Int, row: Int)
        case drag(from: MouseEvent, to: MouseEvent)
        case wheel(MouseEvent)
        case resize(CellSize)
        case exit(Int32)
        /// As somebody else has written it; whether it waits for the program's end.
        case given(String, isEnd: Bool)
    }

    private var steps: [Step] = []
    /// What was on the screen as the user last did something.
    private var before: Buffer?
    private var pressed: MouseEvent?
    private var volatile = VolatileText()
    private var looked: Instant?
    /// How often to look whether something moves by itself.
    private static let interval = Duration.milliseconds(100)
    private let changed: (Draft) -> Void

    /// What there is of the flow so far.
    struct Draft: Equatable, Sendable {
        /// The lines of the steps.
        var steps: [String] = []
        /// Regular expressions for what changes by itself.
        var masks: [String] = []

        /// Whether something that was typed unseen is missing.
        var hasGaps: Bool { steps.contains { $0.hasSuffix(ScenarioRecorder.unkept) } }
    }

    /// - Parameter changed: is given all of it after each step, since nobody knows whether there will be another.
    init(changed: @escaping (Draft) -> Void = { _ in }) {
        self.changed = changed
    }

    /// All of it so far.
    private var draft: Draft { Draft(steps: steps.map { "  - " + Self.line($0) }, masks: volatile.masks) }

    func see(_ screen: Buffer, _ surroundings: ScreenTrack.TerminalState, at now: Instant) {
        if let looked, now - looked < Self.interval { return }
        looked = now
        if volatile.see(screen, at: now) { changed(draft) }
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) {
        defer { self.changed(draft) }
        volatile.hear(at: now)
        if !input.followsPress { endPress() }
        switch input {
        case .key(.character(let scalar)): type(String(scalar), screen, at: now)
        case .paste(let text): type(text, screen, at: now)
        case .key(let key):
            wait(for: screen)
            if case .press(let keys) = steps.last {
                steps[steps.count - 1] = .press(keys + [key])
            } else {
                steps.append(.press([key]))
            }
        case .mouse(let mouse): take(mouse, screen)
        case .resized(let size):
            wait(for: screen)
            steps.append(.resize(size))
        case .resumed, .endOfInput: break
        }
    }

    func finish(_ end: CommandEnd, isOurs: Bool, on screen: Buffer, at now: Instant) {
        // Most programs that fill the screen take it away as they leave.
        changed(finish(isOurs ? nil : end, on: screen))
    }

    /// What a step in the words of a file is to the screen.
    enum Given {
        /// It waits for what is seen.
        case look
        /// It answers what is seen.
        case act
        case neither
    }

    /// A step in the words of a file.
    ///
    /// - Parameters:
    ///   - isEnd: whether it waits for the program's end.
    ///   - screen: what was seen before it; if it waits, after it.
    func take(_ step: String, _ kind: Given, isEnd: Bool = false, on screen: Buffer) {
        switch kind {
        case .look: before = screen
        case .act: wait(for: screen)
        case .neither: break
        }
        steps.append(.given(step, isEnd: isEnd))
    }

    /// The lines of the file, with a wait for what was seen last.
    ///
    /// - Parameter end: how the program ended by itself; `nil` if it did not.
    func finish(_ end: CommandEnd?, on screen: Buffer) -> Draft {
        endPress()
        let last = RecordedNews.last(on: screen, since: before, volatile: volatile.covers)
        if !last.isEmpty { steps.append(.wait(last)) }
        var waitsForEnd = false
        if case .given(_, let isEnd) = steps.last { waitsForEnd = isEnd }
        if let end, !waitsForEnd { steps.append(.exit(end.exitStatus)) }
        return draft
    }

    private func type(_ text: String, _ screen: Buffer, at now: Instant) {
        if case .type(let typed, let last) = steps.last, now - last < Self.typing {
            // Nothing but the letters has come.
            if RecordedNews.isEcho(of: typed, on: screen, since: before) {
                steps[steps.count - 1] = .type(typed + text, at: now)
                return
            }
        }
        wait(for: screen)
        steps.append(.type(text, at: now))
    }

    private func take(_ mouse: MouseEvent, _ screen: Buffer) {
        switch mouse.kind {
        case .press:
            wait(for: screen)
            pressed = mouse
        case .release:
            guard let pressed else { return }
            let isClick = (pressed.column, pressed.row) == (mouse.column, mouse.row)
            steps.append(
                isClick ? .click(column: mouse.column + 1, row: mouse.row + 1) : .drag(from: pressed, to: mouse))
            self.pressed = nil
        case .wheelUp, .wheelDown:
            wait(for: screen)
            steps.append(.wheel(mouse))
        case .click, .drag, .move: break
        }
    }

    /// Some terminals and programs know no release.
    private func endPress() {
        guard let place = pressed else { return }
        steps.append(.click(column: place.column + 1, row: place.row + 1))
        pressed = nil
    }

    // MARK: - What the screen then showed

    private func wait(for screen: Buffer) {
        defer { before = screen }
        guard screen != before else { return }
        let text = RecordedNews.best(on: screen, since: before, volatile: volatile.covers)
        steps.append(text.map { .wait([$0]) } ?? .still)
    }

    // MARK: - The file

    private static func line(_ step: Step) -> String {
        switch step {
        case .wait(let texts):
            "wait: " + (texts.count == 1 ? quoted(texts[0]) : "[" + texts.map(quoted).joined(separator: ", ") + "]")
        case .still: "wait: { still: 0.3 }"
        case .press(let keys):
            "press: " + (keys.count == 1 ? name(keys[0]) : "[" + keys.map(name).joined(separator: ", ") + "]")
        case .type(" ", _): "press: space"
        case .type(let text, _):
            (text.unicodeScalars.count == 1 ? "press: " : "type: ") + quoted(text) + (isUnkept(text) ? unkept : "")
        case .click(let column, let row): "click: { column: \(column), row: \(row) }"
        case .drag(let from, let to): "drag: { from: \(cell(from)), to: \(cell(to)) }"
        case .wheel(let mouse): "wheel: { to: \(mouse.kind == .wheelUp ? "up" : "down"), at: \(cell(mouse)) }"
        case .resize(let size): "resize: \(size.columns)x\(size.rows)"
        case .exit(let status): "wait: { exit: \(status) }"
        case .given(let text, _): text
        }
    }

    /// Whether it stands for what was typed unseen.
    private static func isUnkept(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == ProgramSitting.unkept }
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

    fileprivate static func quoted(_ text: String) -> String { EscapedLine.yaml(JSON.string(text).jsonText) }
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
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - size: of the terminal.
    ///   - folder: this process's.
    ///   - schema: where editors find which keys there are.
    ///   - keepsSecrets: whether what is typed while the terminal shows nothing of it is kept.
    ///   - write: is given the file's text after each step: the last one is whole.
    /// - Returns: the number of steps, and whether something that was typed unseen is missing.
    package static func record(
        _ words: [String], size: CellSize, folder: String, for file: String, schema: String? = nil,
        keepsSecrets: Bool = false, write: @escaping @Sendable (String) -> Void
    ) async throws(LocalizedFailure) -> (steps: Int, hasGaps: Bool) {
        let last = LastDraft()
        let order = ProgramOrder(words: words, folder: folder, keepsSecrets: keepsSecrets)
        _ = try await ProgramSitting.run(order, recording: nil) {
            ScenarioRecorder { draft in
                last.draft.withLock { $0 = draft }
                write(text(order, size: size, draft, for: file, schema).text)
            }
        }
        return last.draft.withLock { ($0.steps.count, $0.hasGaps) }
    }

    /// The flow of a program in a folder.
    ///
    /// - Parameter schema: where editors find which keys there are.
    static func text(
        _ order: ProgramOrder, size: CellSize, _ draft: ScenarioRecorder.Draft, for file: String,
        _ schema: String? = nil
    ) -> (text: String, steps: Int) {
        let command = "[" + order.words.map(ScenarioRecorder.quoted).joined(separator: ", ") + "]"
        let place = ScenarioRecorder.word(Self.place(of: order.folder ?? ".", from: SourceFolder.of(file)))
        let inherits = order.inherits.isEmpty ? "" : ", inherit: [\(order.inherits.joined(separator: ", "))]"
        let masks = draft.masks.map(ScenarioRecorder.quoted).joined(separator: ", ")
        let head =
            (schema.map { ["# yaml-language-server: $schema=\($0)"] } ?? []) + [
                "title: " + ScenarioRecorder.quoted(order.words.joined(separator: " ")),
                "size: \(size.columns)x\(size.rows)", "run: { command: \(command), folder: \(place)\(inherits) }",
            ] + (masks.isEmpty ? [] : ["mask: [\(masks)]"]) + ["steps:"]
        return ((head + draft.steps).joined(separator: "\n") + "\n", draft.steps.count)
    }

    private static func place(of folder: String, from other: String) -> String {
        guard let there = UserFile.realPath(folder), let here = UserFile.realPath(other) else { return folder }
        return SourceFolder.path(of: there, from: here)
    }
}

private final class LastDraft: Sendable {
    let draft = Mutex(ScenarioRecorder.Draft())
}
