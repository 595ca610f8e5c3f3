import Foyer
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerFlows

/// What somebody does with a program becomes a flow that asserts what they saw.
@Suite struct ScenarioRecorderTests {
    private func screen(_ lines: String...) -> Buffer {
        var canvas = Canvas(size: CellSize(columns: 40, rows: 4))
        for (row, line) in lines.enumerated() {
            canvas.text(SafeText(line), column: 0, row: row, style: TextStyle(.text))
        }
        return canvas.buffer
    }

    @Test func whatIsDoneBecomesStepsThatWaitForWhatIsNew() throws {
        var lines: [String] = []
        let recorder = ScenarioRecorder { lines = $0.steps }
        let start = screen("File  Edit", "12:30")
        let menu = screen("File  Edit", "│ Open a file │ 12:31")
        var now = Instant.zero
        for (input, screen) in [
            (InputEvent.key(.control("o")), start), (.key(.down), menu), (.key(.down), menu),
            (.key(.character("a")), menu), (.key(.character("\"")), menu), (.key(.enter), menu),
            (.mouse(MouseEvent(.press, column: 2, row: 0)), start),
            (.mouse(MouseEvent(.release, column: 2, row: 0)), start), (.key(.character("q")), start),
        ] {
            recorder.take(input, on: screen, changed: .zero, at: now)
            now = now + .milliseconds(200)
        }
        recorder.finish(.status(0), isOurs: false, on: start, at: now)
        #expect(
            lines == [
                "  - wait: \"File\"", "  - press: ctrl-o", "  - wait: \"Open a file\"", "  - press: [down, down]",
                "  - type: \"a\\\"\"", "  - press: enter", "  - wait: { notext: \"Open a file\" }",
                "  - click: { column: 3, row: 1 }",
                "  - press: \"q\"", "  - wait: { exit: 0 }",
            ])
        let text = "title: T\nrun: a\nsteps:\n" + lines.joined(separator: "\n")
        #expect(try Scenario.read(Array(text.utf8), file: "t.yaml").get().steps.count == 10)
    }

    /// What the recorder writes of inputs that come after screens.
    private func recorded(_ inputs: [(InputEvent, Buffer)], end: Buffer, gap: Duration = .milliseconds(200)) -> [String]
    {
        var lines: [String] = []
        let recorder = ScenarioRecorder { lines = $0.steps.map { String($0.dropFirst(4)) } }
        var now = Instant.zero
        for (input, screen) in inputs {
            recorder.take(input, on: screen, changed: .zero, at: now)
            now = now + gap
        }
        recorder.finish(.status(0), isOurs: false, on: end, at: now)
        return lines
    }

    /// In the oldest protocol, only the press is told.
    @Test func aPressWithoutReleaseIsAClick() {
        let (start, menu) = (screen("Tea"), screen("Tea", "A cup of it"))
        let press = { InputEvent.mouse(MouseEvent(.press, column: $0, row: 0)) }
        let lines = recorded([(press(0), start), (press(4), menu), (.key(.enter), menu), (press(8), menu)], end: menu)
        #expect(
            lines == [
                "wait: \"Tea\"", "click: { column: 1, row: 1 }",
                "wait: \"A cup of it\"", "click: { column: 5, row: 1 }", "press: enter",
                "click: { column: 9, row: 1 }", "wait: { exit: 0 }",
            ])
    }

    /// Played as it is, the file would type dots.
    @Test func whatWasTypedUnseenIsMissedByTheFile() throws {
        let asking = screen("Password:")
        let dots = [(InputEvent.key(.character("•")), asking), (.key(.character("•")), asking)]
        let lines = recorded(dots + [(.key(.enter), asking)], end: screen("In"))
        #expect(lines[1] == "type: \"••\"  # Typed unseen, and not kept: put here what to type.")
        let steps = lines.map { "  - " + $0 }
        #expect(ScenarioRecorder.Draft(steps: steps).hasGaps)
        let flow = Scenario.read(
            Array(("title: T\nrun: a\nsteps:\n" + steps.joined(separator: "\n")).utf8), file: "t")
        #expect(try flow.get().steps.count == lines.count)
    }

    @Test(arguments: [
        ("/a/b", "/a/b", "."), ("/a", "/a/b", ".."), ("/a/c", "/a/b", "../c"), ("/a/b/c", "/a", "b/c"),
        ("/c/d", "/a/b", "/c/d"),
    ])
    func aFolderIsNamedFromTheFile(folder: String, other: String, name: String) {
        #expect(SourceFolder.path(of: folder, from: other) == name)
    }

    /// The prompt with its answer is longer than what the program says in the end.
    @Test func theLastWordsOfAProgramThatEndsAreWaitedFor() {
        let start = screen("Tea or coffee, what would you like?")
        let end = screen("Tea or coffee, what would you like? tea", "Your tea is ready")
        let lines = recorded(
            [
                (.key(.character("t")), start), (.key(.character("e")), start), (.key(.character("a")), start),
                (.key(.enter), start),
            ], end: end)
        #expect(lines[3].contains("\"Your tea is ready\""), "\(lines)")
        #expect(lines.last == "wait: { exit: 0 }")
    }

    @Test func eachStepIsReportedAtOnce() {
        var reports: [ScenarioRecorder.Draft] = []
        let recorder = ScenarioRecorder { reports.append($0) }
        recorder.take(.key(.down), on: screen("Menu"), changed: .zero, at: .zero)
        #expect(reports.last?.steps == ["  - wait: \"Menu\"", "  - press: down"])
    }

    @Test func fragmentsAreNoWaitsWhereThereIsAWholeSentence() {
        let help = screen(
            "Enter → h, moving: from home into a program,", "Esc closes the help", "                    page")
        #expect(recorded([(.key(.escape), help)], end: help).first == "wait: \"Esc closes the help\"")
        let full = screen("a line that goes on until the very edge of it", "Short one")
        #expect(recorded([(.key(.escape), full)], end: full).first == "wait: \"Short one\"")
    }

    /// `j` and `j` again move a mark; what stood there in between is waited for.
    @Test func keysOfDifferentScreensAreNotOneText() {
        let first = screen("> Tea", "  Coffee", "  Cocoa")
        let second = screen("  Tea", "> Coffee", "  Cocoa")
        let third = screen("  Tea", "  Coffee", "> Cocoa")
        let keys = [(InputEvent.key(.character("j")), first), (.key(.character("j")), second), (.key(.enter), third)]
        #expect(
            recorded(keys, end: third) == [
                "wait: \"Coffee\"", "press: \"j\"", "wait: \"> Coffee\"", "press: \"j\"", "wait: \"> Cocoa\"",
                "press: enter", "wait: { exit: 0 }",
            ])
        // Letters that appear one after the other are one text.
        let typed = [(InputEvent.key(.character("o")), screen("Name:")), (.key(.character("k")), screen("Name: o"))]
        #expect(recorded(typed, end: screen("Name: ok"))[1] == "type: \"ok\"")
    }

    /// The flag of England ends with characters that nobody sees.
    @Test func whatIsTypedCanBeReadByYAML() {
        let flag = "🏴\u{E0067}\u{E007F}".unicodeScalars.map { (InputEvent.key(.character($0)), screen("Flag:")) }
        let type = recorded(flag, end: screen("Flag:")).first { $0.hasPrefix("type:") } ?? ""
        #expect(ScenarioRig.problems("title: T\nrun: cat\nsteps:\n  - \(type)\n") == [], "\(type)")
    }

    @Test func whatChangesByItselfIsProposedAsAMask() throws {
        var draft = ScenarioRecorder.Draft()
        let recorder = ScenarioRecorder { draft = $0 }
        for second in 1...4 {
            recorder.see(
                screen("Tasks: 6\(second), \(second) thr; 2 running", "Help  Quit"), .init(),
                at: .zero + .seconds(second))
        }
        #expect(draft.masks == ["Tasks: [0-9]+, [0-9]+ thr; [0-9]+ running"])
        let last = screen("Tasks: 65, 5 thr; 2 running", "Help  Quit")
        recorder.take(.key(.enter), on: last, changed: .zero, at: .zero + .seconds(9))
        #expect(draft.steps.first == "  - wait: \"Help\"")
        _ = try LineExpression(draft.masks[0])
    }

    /// What follows a key is its consequence.
    @Test func whatAKeyChangesIsNotProposed() {
        var draft = ScenarioRecorder.Draft()
        let recorder = ScenarioRecorder { draft = $0 }
        for second in 1...4 {
            let now = Instant.zero + .seconds(second)
            recorder.take(.key(.down), on: screen("Row \(second)"), changed: now, at: now)
            recorder.see(screen("Row \(second)"), .init(), at: now + .milliseconds(200))
        }
        #expect(draft.masks.isEmpty)
    }

    /// A clock goes on beside what the keys count.
    @Test func whatKeysCountIsNotProposedThoughAClockGoesOn() {
        var draft = ScenarioRecorder.Draft()
        let recorder = ScenarioRecorder { draft = $0 }
        func page(_ done: Int, _ second: Int) -> Buffer { screen("\(done)/5 done", "12:00:0\(second)") }
        for second in 1...4 {
            let now = Instant.zero + .seconds(second)
            recorder.take(.key(.character(" ")), on: page(second - 1, second), changed: now, at: now)
            recorder.see(page(second, second), .init(), at: now + .milliseconds(200))
            recorder.see(page(second, second + 1), .init(), at: now + .milliseconds(600))
        }
        #expect(draft.masks == ["[0-9]+:[0-9]+:[0-9]+"])
    }

    // MARK: - Secrets

    private func letters(_ text: String, _ screens: (Int) -> Buffer) -> [(InputEvent, Buffer)] {
        text.unicodeScalars.enumerated().map { (.key(.character($0.element)), screens($0.offset)) }
    }

    /// A raw program shows a mark for each letter, or nothing: the letters are not kept, whatever it prints at its end.
    @Test(arguments: ["", "*", "•"]) func lettersThatTheProgramDoesNotShowAreNotKept(_ mark: String) {
        let asking = { self.screen("Passphrase: " + String(repeating: mark, count: $0)) }
        let keys = letters("hunter2", asking) + [(.key(.enter), asking(7))]
        let lines = recorded(keys, end: screen("Welcome", "hunter2"))
        #expect(!lines.joined().contains("hunter2"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("type: \"•••••••\"  # ") }, "\(lines)")
        #expect(lines.contains("wait: \"Welcome\""), "\(lines)")
    }

    @Test func lettersOfASecretThatComeSlowlyAreNotKept() {
        let asking = { self.screen("Password: " + String(repeating: "*", count: $0)) }
        let lines = recorded(letters("hunter2", asking), end: asking(7), gap: .seconds(3))
        #expect(lines.count { $0.contains("•") } == 1 && !lines.contains { $0.hasPrefix("press") }, "\(lines)")
    }

    /// All at once with the key behind them, only what came later tells.
    @Test func lettersThatComeAtOnceAreKeptUnlessASecretIsAskedFor() {
        for (prompt, isKept) in [("Name:", true), ("Password:", false)] {
            let keys = letters("hunter2") { _ in screen(prompt) } + [(.key(.enter), screen(prompt))]
            let lines = recorded(keys, end: screen("Welcome"), gap: .zero)
            #expect(lines.joined().contains("hunter2") == isKept, "\(lines)")
        }
    }

    @Test func commandsOfOneOrTwoLettersAreKept() {
        let list = screen("One", "Two")
        let lines = recorded(letters("gg") { _ in list } + [(.key(.enter), list)], end: list)
        #expect(lines.contains("type: \"gg\""))
        let box = screen("[*] One", "[ ] Two")
        #expect(
            recorded([(.key(.character("x")), screen("[ ] One", "[ ] Two")), (.key(.enter), box)], end: box)
                .contains("press: \"x\""))
    }

    @Test func lettersThatAreShownLateAreKept() {
        let asking = screen("What would you like?")
        let lines = recorded(
            letters("tea") { _ in asking } + [(.key(.enter), asking)], end: screen("What would you like? tea"))
        #expect(lines.contains("type: \"tea\""), "\(lines)")
    }

    /// Keys for a raw program that shows nothing of them.
    private func recorded(_ text: String, on screen: Buffer, cursors: [CellPosition]) -> [String] {
        var lines: [String] = []
        let recorder = ScenarioRecorder { lines = $0.steps.map { String($0.dropFirst(4)) } }
        var now = Instant.zero
        let keys = text.unicodeScalars.map { KeyEvent.character($0) } + [.enter]
        for (index, key) in keys.enumerated() {
            recorder.see(screen, .init(cursor: cursors[index % cursors.count]), at: now)
            recorder.take(.key(key), on: screen, changed: .zero, at: now)
            now = now + .milliseconds(200)
        }
        recorder.finish(.status(0), isOurs: false, on: screen, at: now)
        return lines
    }

    @Test func `commands that the program does not echo are kept`() {
        let text = screen("This is a line", "of a text")
        #expect(recorded("yyp", on: text, cursors: [.init(column: 3, row: 0)]).contains("type: \"yyp\""))
        let pager = screen("This is a line", ":")
        #expect(recorded("gjk", on: pager, cursors: [.init(column: 1, row: 1)]).contains("type: \"gjk\""))
        let empty = screen("", "~")
        #expect(recorded("ddp", on: empty, cursors: [.init(column: 0, row: 0)]).contains("type: \"ddp\""))
        let moving = [CellPosition(column: 6, row: 0), .init(column: 7, row: 0)]
        #expect(recorded("lhlh", on: screen("Name:"), cursors: moving).contains("type: \"lhlh\""))
    }

    @Test func `letters behind a question that the program does not echo are not kept`() {
        for question in ["Master key: ", "Password", "Enter PIN> "] {
            let lines = recorded("abc1", on: screen(question), cursors: [.init(column: 12, row: 0)])
            #expect(!lines.joined().contains("abc1"), "\(lines)")
        }
    }

    // MARK: - What a wait waits for

    /// Figures, bars and clocks go on by themselves; a word that comes once may stay.
    @Test func rowsThatChangeByThemselvesAreNotWaitedFor() {
        var lines: [String] = []
        let recorder = ScenarioRecorder { lines = $0.steps.map { String($0.dropFirst(4)) } }
        var now = Instant.zero
        func see(_ screen: Buffer) {
            recorder.see(screen, .init(), at: now)
            now = now + .seconds(1)
        }
        for count in 1...3 {
            see(
                screen(
                    "CPU [" + String(repeating: "|", count: count * 2) + " load]", "Loading the list", "Uptime \(count)"
                ))
        }
        let last = screen("CPU [|||||||||| load]", "The list is ready", "Uptime 4")
        see(last)
        recorder.take(.key(.down), on: last, changed: .zero, at: now)
        #expect(lines.first == "wait: \"The list is ready\"", "\(lines)")
    }

    /// Nothing that a program without output would pass.
    @Test func aChangeWithoutNewTextIsWaitedForByWhatItTookAway() {
        let (insert, normal) = (screen("hello", "-- INSERT --"), screen("hello"))
        let lines = recorded(
            [(.key(.character("x")), insert), (.key(.escape), insert), (.key(.enter), normal)], end: normal)
        #expect(lines.contains("wait: { notext: \"-- INSERT --\" }"), "\(lines)")
        #expect(!lines.joined().contains("still"))
    }

    @Test func aLineThatIsChosenIsWaitedForByItsGround() {
        func list(_ chosen: Int) -> Buffer {
            var canvas = Canvas(size: CellSize(columns: 10, rows: 3))
            for (row, word) in ["Tea", "Coffee", "Cocoa"].enumerated() {
                let style = TextStyle(.text, on: row == chosen ? .hex(0x00CDCD) : .hex(0x000000))
                canvas.text(SafeText(word), column: 0, row: row, style: style)
            }
            return canvas.buffer
        }
        let lines = recorded([(.key(.down), list(0)), (.key(.enter), list(1))], end: list(1))
        #expect(lines.contains("wait: { cell: { column: 1, row: 2, background: \"#00cdcd\" } }"), "\(lines)")
    }

    // MARK: - Played once

    private static let size = CellSize(columns: 40, rows: 6)

    private func play(_ script: String, _ steps: [[String]]) async throws -> [String] {
        try await outcome(script, steps).draft.steps.map { String($0.dropFirst(4)) }
    }

    private func outcome(_ script: String, _ steps: [[String]]) async throws -> RecordedPlay.Outcome {
        var draft = ScenarioRecorder.Draft()
        for lines in steps {
            draft.steps.append("  - " + lines[0])
            draft.others.append(lines.dropFirst().map { "  - " + $0 })
        }
        let order = ProgramOrder(words: ["sh", "-c", script])
        let whole = draft
        let played = await BlockingWork.threads.run {
            RecordedPlay.play(whole, file: "/tmp/x.yaml", patience: .milliseconds(500)) {
                ScenarioRecording.text(order, size: Self.size, $0, for: "/tmp/x.yaml").text
            }
        }
        return try played.get()
    }

    /// Without it the next key comes sooner, so the rest is played again.
    @Test func `a wait that does not come true again is left out, named, and the rest played again`() async throws {
        let folder = TestFolder()
        let played = try await outcome(
            "echo >> \(folder.path)/starts; echo ready; read x; read y; echo done",
            [
                ["wait: ready"], ["press: enter"], ["wait: other"], ["press: enter"], ["wait: done"],
                ["wait: { exit: 0 }"],
            ])
        #expect(
            played.draft.steps.map { $0.dropFirst(4) } == [
                "wait: ready", "press: enter", "press: enter", "wait: done", "wait: { exit: 0 }",
            ])
        #expect(played.leftOut == ["wait: other"])
        #expect(TestFile.text(folder.path + "/starts") == "\n\n")
    }

    @Test func `a wait for a text about an exit is a wait for the screen`() {
        #expect(ScenarioRecorder.Draft.waitsForScreen("  - wait: \"{ exit: 0 }\""))
        #expect(!ScenarioRecorder.Draft.waitsForScreen("  - wait: { exit: 0 }"))
    }

    @Test func `an end that does not come true again fails`() async throws {
        let failure = await #expect(throws: LocalizedFailure.self) {
            try await play("echo ready; exit 3", [["wait: ready"], ["wait: { exit: 0 }"]])
        }
        #expect(failure?.description.contains("exit: 0") == true)
    }

    @Test func `a flow of a program in a full folder gets copies of all files`() throws {
        let folder = TestFolder()
        try folder.write("tea\n", to: "list.txt")
        try folder.write("a\n", to: "sub/one.txt")
        let (order, file) = (ProgramOrder(words: ["sh", "list.txt"], folder: folder.path), folder.path + "/flow.yaml")
        let room = try #require(FolderContents(folder.path, of: order.words).wholeRoom(order, for: file))
        #expect(room.folder == nil && room.files.map(\.name) == ["list.txt", "sub"])
        try UserFile.write([UInt8](repeating: 0, count: 17 << 20), to: folder.path + "/large")
        #expect(FolderContents(folder.path, of: order.words).wholeRoom(order, for: file) == nil)
    }

    @Test func `a path elsewhere that the program could change is noticed`() throws {
        let folder = TestFolder()
        try folder.write("tea\n", to: "list.txt")
        try folder.write("", to: "sub/x")
        let path = folder.path + "/list.txt"
        func changeable(_ words: String...) -> String? {
            FolderContents(folder.path + "/sub", of: words).changeable(
                ProgramOrder(words: words, folder: folder.path + "/sub"))
        }
        #expect(changeable("rm", path) == path)
        #expect(changeable("rm", "../list.txt") == "../list.txt")
        #expect(changeable("sort", "--output=" + path) == path)
        #expect(changeable("cat", "x", "/dev/null", "-f", "/no/such/file") == nil)
    }

    @Test func aWaitThatDoesNotComeTrueAgainIsReplaced() async throws {
        let played = try await play(
            "echo load 17; echo ready; read x; echo done; exit 3",
            [["wait: load 99", "wait: ready"], ["press: enter"], ["wait: done"], ["wait: { exit: 3 }"]])
        #expect(played == ["wait: ready", "press: enter", "wait: done", "wait: { exit: 3 }"])
    }

    /// Though each wait has other lines, none of them is true of nothing.
    @Test func aProgramThatPrintsNothingDoesNotPlay() async throws {
        let failure = await #expect(throws: LocalizedFailure.self) {
            try await play("read x", [["wait: ready", "wait: { cursor: { column: 5, row: 5 } }"], ["press: enter"]])
        }
        #expect(failure?.description.contains("ready") == true)
    }

    /// They would be there already when the flow is played again.
    @Test func aProgramThatWritesFilesIsPlayedInAFreshFolder() throws {
        let folder = TestFolder()
        for name in ["old.txt", "notes.txt"] { try UserFile.write(Array("tea\n".utf8), to: folder.path + "/" + name) }
        let order = ProgramOrder(words: ["./edit", "notes.txt", "old.txt", "new.txt"], folder: folder.path)
        let before = FolderContents(folder.path, of: order.words)
        try UserFile.write(Array("coffee\n".utf8), to: folder.path + "/notes.txt")
        try UserFile.write([], to: folder.path + "/new.txt")
        try UserFile.write([], to: folder.path + "/flow.yaml")
        let file = folder.path + "/flow.yaml"
        #expect(before.changes(besides: file) == ["new.txt", "notes.txt"])
        let text = ScenarioRecording.text(
            before.ownRoom(order, for: file), size: Self.size, .init(steps: ["  - wait: x"]), for: file
        ).text
        #expect(
            text.contains(
                "run: { command: [\"./edit\", \"notes.txt\", \"old.txt\", \"new.txt\"], "
                    + "files: { \"notes.txt\": \"tea\\n\", \"old.txt\": { copy: \"old.txt\" } } }"), "\(text)")
        #expect(try Scenario.read(Array(text.utf8), file: file).get().program?.files.count == 2)
    }
}
