import TestSupport
import Testing

/// Braille lines and magnifiers follow the terminal's cursor: it stands at the focus, and is hidden only while nothing
/// has the focus.
@Suite(.serialized, .ownThreads) struct FocusTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    /// Waits until the cursor stands on the first cell of this text, and stays there.
    private func expect(_ session: TerminalSession, at text: String) throws {
        try session.wait(for: "the cursor at \(text)") { $0.terminal.isCursorVisible && $0.fromCursor.hasPrefix(text) }
        try session.waitUntilItRests()
        #expect(session.terminal.isCursorVisible && session.fromCursor.hasPrefix(text), "\(text): \(session.picture)")
        #expect(session.terminal.cursorShape == .bar, "a block would cover the first letter")
    }

    /// Waits for a page on which nothing has the focus.
    private func expectNone(_ session: TerminalSession, with text: String) throws {
        try session.wait(for: text) { $0.text.contains(text) && !$0.terminal.isCursorVisible }
        try session.waitUntilItRests()
        #expect(!session.terminal.isCursorVisible, "\(session.picture)")
    }

    private func home() throws -> TerminalSession {
        let session = try bench.foyer(["demo", "--server", bench.stage.url, "--reduce-motion"])
        try expect(session, at: "Tea House")
        return session
    }

    private func walk(_ session: TerminalSession, _ steps: [(key: SessionKey, text: String)]) throws {
        for step in steps {
            session.send(step.key)
            try expect(session, at: step.text)
        }
    }

    @Test(arguments: [(80, 24), (100, 40), (44, 20)]) func onTheHomeScreen(columns: Int, rows: Int) throws {
        let session = try home()
        session.resize(columns: columns, rows: rows)
        try expect(session, at: "Tea House")
        try walk(session, [(.tab, "Home"), (.right, "Apps"), (.left, "Home"), (.tab, "Autumn at the Tea House")])
        try walk(session, [(.right, "The Night Market opens at dusk"), (.tab, "Tea House")])
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func onAProgramsPageAndItsLinks() throws {
        let session = try home()
        session.send(.enter)
        try expectNone(session, with: "Good evening.")
        session.send(.tab)
        try expect(session, at: "The menu")
        session.send("q")
        try expect(session, at: "Tea House")
        session.send("?")
        try session.wait(forText: "leave at once")
        #expect(!session.terminal.isCursorVisible, "a sheet of keys has nothing to choose: \(session.picture)")
    }

    @Test func inTheSettings() throws {
        let session = try home()
        session.send("o")
        try expect(session, at: "Colours")
        try walk(session, [(.down, "Characters"), (.down, "Pixels"), (.up, "Characters")])
        session.send("q")
        try expect(session, at: "Tea House")
    }

    /// The cursor is a thin bar, unless the user wants the terminal's own or none, at once; and it is put back at the end.
    @Test func theSettingDecidesHowItLooks() throws {
        let session = try home()
        session.send("o")
        try expect(session, at: "Colours")
        for _ in 1...6 { session.send(.down) }
        try expect(session, at: "Cursor")
        session.send(.right)
        try session.wait(for: "the terminal's own cursor") { $0.terminal.cursorShape == .block }
        try session.waitUntilItRests()
        #expect(session.terminal.isCursorVisible && session.fromCursor.hasPrefix("Cursor"))
        session.send(.right)
        try session.wait(for: "no cursor") { !$0.terminal.isCursorVisible }
        try session.waitUntilItRests()
        #expect(session.fromCursor.hasPrefix("Cursor"), "it is at the focus all the same: \(session.picture)")
        session.send(.left)
        session.send(.left)
        try expect(session, at: "Cursor")
        session.send("q")
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// A terminal whose entry has no shapes gets its own cursor, and no byte that it might show.
    @Test(arguments: ["linux", "screen", "vt220"]) func aTerminalWithoutShapesKeepsItsOwn(_ type: String) throws {
        let session = try bench.foyer(
            ["demo", "--server", bench.stage.url, "--reduce-motion"], environment: ["TERM": type, "COLORTERM": nil])
        try session.wait(for: "the cursor at Tea House") {
            $0.terminal.isCursorVisible && $0.fromCursor.hasPrefix("Tea House")
        }
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.terminal.cursorShape == .block)
        let bytes = String(decoding: session.bytes, as: UTF8.self)
        for shape in 0...6 { #expect(!bytes.contains("\u{1B}[\(shape) q")) }
    }

    @Test func onTheGuidePage() throws {
        let session = try home()
        session.send("s")
        try expect(session, at: "Add to desktop")
        try walk(session, [(.right, "b  In a browser"), (.right, "q  Cancel"), (.right, "Add to desktop")])
        session.send("q")
        try expect(session, at: "Tea House")
    }

    @Test func inTheFaultsPanelOnTheErrorPageAndOnAPopup() throws {
        let session = try bench.foyer(["demo", "--reduce-motion"])
        try expect(session, at: "Tea House")
        session.send("f")
        try expect(session, at: "1  1001")
        session.send(.down)
        try expect(session, at: "2  1002")
        session.send("3")
        try expect(session, at: "r  Reload")
        session.send(.tab)
        try expect(session, at: "q  Close")
        session.send("d")
        try expectNone(session, with: "Log")
        session.send("q")
        try expect(session, at: "q  Close")
        session.send("q")
        try expect(session, at: "3  10000")
        session.send("p")
        try session.wait(forText: "The Night Market opens at dusk")
        try expect(session, at: "Go")
        // A card takes no key in its first 300 ms.
        session.run(for: .milliseconds(400))
        try walk(session, [(.tab, "On the web"), (.tab, "✕"), (.tab, "Go")])
    }

    @Test func onThePageBeforeALink() throws {
        let session = try home()
        _ = try bench.piped(["open", "foyer://page/view1"]).waitForEnd()
        try session.wait(forText: "You are about to enter")
        try session.wait(for: "a button") { $0.terminal.isCursorVisible }
        try session.waitUntilItRests()
        let place = try #require(session.find("Enter") ?? session.find("Open"))
        #expect(session.terminal.cursor.row == place.row, "\(session.picture)")
    }

    @Test func inTheChecklist() throws {
        let session = try bench.foyer(["qa"], environment: ["FOYER_TESTER": "Somebody"])
        try expectNone(session, with: "A first launch")
        session.send("o")
        try expect(session, at: "○  A first launch")
        session.send(.down)
        try expect(session, at: "○  The fade")
    }
}

extension TerminalSession {
    /// The row from the cursor's cell on.
    fileprivate var fromCursor: String {
        let place = terminal.cursor
        return (place.column..<max(place.column, terminal.columns)).map { cell(column: $0, row: place.row) }
            .filter { $0.width > 0 }.map { $0.text.isEmpty ? " " : $0.text }.joined()
    }
}
