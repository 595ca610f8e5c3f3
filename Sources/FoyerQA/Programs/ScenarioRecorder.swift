import Foyer
import FoyerSystem
import Synchronization

/// Writes what somebody does with a program as a scenario: the keys as typed, and before each the wait for what they saw.
final class ScenarioRecorder: SittingNotes {
    /// Letters that follow one another sooner are one text.
    private static let typing = Duration.seconds(1)

    private enum Step {
        case wait(String)
        case still
        case press([KeyEvent])
        case type(String, at: Instant)
        case click(column: Int, row: Int)
        case drag(from: MouseEvent, to: MouseEvent)
        case wheel(MouseEvent)
        case resize(CellSize)
        case exit(Int32)
        /// As somebody else has written it.
        case given(String)
    }

    private var steps: [Step] = []
    /// What was on the screen as the user last did something.
    private var before: Buffer?
    private var pressed: MouseEvent?
    private let done: ([String]) -> Void

    /// - Parameter done: is given the lines of the steps.
    init(done: @escaping ([String]) -> Void = { _ in }) {
        self.done = done
    }

    func take(_ input: InputEvent, on screen: Buffer, changed: Instant, at now: Instant) {
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
        done(finish(isOurs ? nil : end, on: screen))
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
    /// - Parameter screen: what was seen before it; if it waits, after it.
    func take(_ step: String, _ kind: Given, on screen: Buffer) {
        switch kind {
        case .look: before = screen
        case .act: wait(for: screen)
        case .neither: break
        }
        steps.append(.given(step))
    }

    /// The lines of the file, with a wait for what was seen last.
    ///
    /// - Parameter end: how the program ended by itself; `nil` if it did not.
    func finish(_ end: CommandEnd?, on screen: Buffer) -> [String] {
        if let text = Self.news(on: screen, since: before) { steps.append(.wait(text)) }
        if let end, !hasSaidEnd { steps.append(.exit(end.exitStatus)) }
        return steps.map { "  - " + Self.line($0) }
    }

    /// Whoever has written the last step has waited for the end.
    private var hasSaidEnd: Bool { if case .given(let text) = steps.last { text.contains("exit") } else { false } }

    private func type(_ text: String, _ screen: Buffer, at now: Instant) {
        if case .type(let typed, let last) = steps.last, now - last < Self.typing {
            // More than the letters has come.
            let news = Self.allNews(on: screen, since: before)
            if news.isEmpty || news.contains(where: { $0.contains(typed) }) {
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

    // MARK: - What the screen then showed

    private func wait(for screen: Buffer) {
        defer { before = screen }
        guard screen != before else { return }
        if let text = Self.news(on: screen, since: before) { steps.append(.wait(text)) } else { steps.append(.still) }
    }

    /// The text by which the screen is best told from the one before; `nil` if it has none that is new.
    static func news(on screen: Buffer, since before: Buffer?) -> String? {
        let found = allNews(on: screen, since: before)
        // Words last; what counts, draws a bar, or tells the time or a path, is another the next time.
        let kinds: [(String) -> Bool] = [
            { $0.allSatisfy { $0.isLetter || " ,.;:!?'-…".contains($0) } }, { !$0.contains(where: \.isNumber) },
            { !$0.contains(":") },
        ]
        for isOfKind in kinds {
            if let longest = found.filter(isOfKind).max(by: { $0.count < $1.count }) { return longest }
        }
        return nil
    }

    private static func allNews(on screen: Buffer, since before: Buffer?) -> [String] {
        guard screen != before else { return [] }
        let old = before.map { ScreenText($0) }
        return ScreenText(screen).lines.flatMap(pieces).filter { old?.contains($0) != true }
    }

    private static let longest = 40

    /// The words of a line that stand together: two spaces part them, and what is drawn.
    private static func pieces(of line: String) -> [String] {
        var (pieces, piece, gap) = ([String](), "", "")
        func isText(_ character: Character) -> Bool { character.isASCII || character.isLetter || character.isNumber }
        for character in line + "  \u{2502}" {
            if character == " " {
                gap += " "
                continue
            }
            let parts = gap.count > 1 || !isText(character) || !gap.isEmpty && piece.count >= longest
            if parts {
                pieces.append(piece)
                piece = ""
            }
            if isText(character) { piece += (piece.isEmpty ? "" : gap) + String(character) }
            gap = ""
        }
        return pieces.filter { $0.count <= 2 * longest && $0.filter(\.isLetter).count >= 3 }
    }

    // MARK: - The file

    private static func line(_ step: Step) -> String {
        switch step {
        case .wait(let text): "wait: " + quoted(text)
        case .still: "wait: { still: 0.3 }"
        case .press(let keys):
            "press: " + (keys.count == 1 ? name(keys[0]) : "[" + keys.map(name).joined(separator: ", ") + "]")
        case .type(let text, _):
            text == " "
                ? "press: space" : (text.unicodeScalars.count == 1 ? "press: " : "type: ") + quoted(text)
        case .click(let column, let row): "click: { column: \(column), row: \(row) }"
        case .drag(let from, let to): "drag: { from: \(cell(from)), to: \(cell(to)) }"
        case .wheel(let mouse): "wheel: { to: \(mouse.kind == .wheelUp ? "up" : "down"), at: \(cell(mouse)) }"
        case .resize(let size): "resize: \(size.columns)x\(size.rows)"
        case .exit(let status): "wait: { exit: \(status) }"
        case .given(let text): text
        }
    }

    private static func cell(_ mouse: MouseEvent) -> String { "{ column: \(mouse.column + 1), row: \(mouse.row + 1) }" }

    private static func name(_ key: KeyEvent) -> String {
        let name = KeyName.name(key)
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } ? name : quoted(name)
    }

    fileprivate static func quoted(_ text: String) -> String { JSON.string(text).jsonText }
}

/// Records a program's use as a scenario.
package enum ScenarioRecording {
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - size: of the terminal.
    ///   - folder: this process's.
    ///   - schema: where editors find which keys there are.
    /// - Returns: the file's text, and the number of steps.
    package static func record(
        _ words: [String], size: CellSize, folder: String, for file: String, schema: String? = nil
    ) async throws(ScenarioRecordingFailure) -> (text: String, steps: Int) {
        let found = LineBox()
        do throws(ProgramSitting.Failure) {
            _ = try await ProgramSitting.run(ProgramOrder(words: words, folder: folder), recording: nil) {
                ScenarioRecorder { found.put($0) }
            }
        } catch {
            throw ScenarioRecordingFailure(cause: error.cause)
        }
        return text(ProgramOrder(words: words, folder: folder), size: size, steps: found.lines, for: file, schema)
    }

    /// The flow of a program in a folder.
    ///
    /// - Parameter schema: where editors find which keys there are.
    static func text(
        _ order: ProgramOrder, size: CellSize, steps: [String], for file: String, _ schema: String? = nil
    ) -> (text: String, steps: Int) {
        let command = "[" + order.words.map(ScenarioRecorder.quoted).joined(separator: ", ") + "]"
        let folder = order.folder ?? "."
        let isHere = UserFile.realPath(SourceFolder.of(file)) == UserFile.realPath(folder)
        let place = isHere ? "." : ScenarioRecorder.quoted(UserFile.realPath(folder) ?? folder)
        let inherits = order.inherits.isEmpty ? "" : ", inherit: [\(order.inherits.joined(separator: ", "))]"
        let head =
            (schema.map { ["# yaml-language-server: $schema=\($0)"] } ?? []) + [
                "title: " + ScenarioRecorder.quoted(order.words.joined(separator: " ")),
                "size: \(size.columns)x\(size.rows)", "run: { command: \(command), folder: \(place)\(inherits) }",
                "steps:",
            ]
        return ((head + steps).joined(separator: "\n") + "\n", steps.count)
    }
}

private final class LineBox: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func put(_ lines: [String]) { state.withLock { $0 = lines } }
}

/// The program did not begin.
package struct ScenarioRecordingFailure: Error, Sendable {
    package let cause: Cause
}
