import FoyerCore
import FoyerEmulator
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows
@testable import FoyerGolden

/// The pages of the product as four other emulators show them: the parts of alacritty, ghostty, rio and xterm.js that read
/// what a program writes (tui-test).
///
/// libvterm, which the other tests look through, is one reading of a terminal's language. Here the bytes of each page go
/// to the others as well, and every cell must have the same text, colours and attributes.
@Suite(.serialized, .ownThreads) struct ForeignJudgesTests {
    private static let stage = Result { try StageUnderTest() }
    private static let root = Checkout.root
    private static let python = root + "/.build/judges/bin/python"
    private static let hasJudges = access(python, X_OK) == 0
    private let bench: Bench
    private let folder = ScratchFolder()

    init() throws { bench = try Bench(Self.stage) }

    /// A page, and how to get there.
    private struct Page {
        var name: String
        var arguments: [String]
        /// What is waited for, and then typed; the last is waited for alone.
        var path: [(text: String, keys: String)]
        var end: String
        var size = (columns: 80, rows: 24)
        var environment: [String: String?] = [:]

        init(
            _ name: String, _ arguments: [String], _ path: [(text: String, keys: String)] = [], at end: String,
            size: (columns: Int, rows: Int) = (80, 24), _ environment: [String: String?] = [:]
        ) {
            (self.name, self.arguments, self.path, self.end) = (name, arguments, path, end)
            (self.size, self.environment) = (size, environment)
        }
    }

    private func launch(_ app: String) -> [String] { ["launch", Bench.id(app), "--server", bench.stage.url] }

    private var pages: [Page] {
        let wide = (columns: 200, rows: 50)
        let demo = ["demo", "--reduce-motion"]
        let home = "Tea House"
        let run = ["run", "--reduce-motion", "--title", "Slow"]
        return [
            Page("program", launch("tea"), at: pageText),
            Page("program-wide", launch("tea"), at: pageText, size: wide),
            Page("program-small", launch("tea"), at: "Tea", size: (20, 6)),
            Page("program-256", launch("tea"), at: pageText, ["COLORTERM": nil]),
            Page("program-16", launch("tea"), at: pageText, ["COLORTERM": nil, "TERM": "xterm"]),
            Page("program-no-color", launch("tea"), at: pageText, ["NO_COLOR": "1"]),
            Page("program-light", launch("tea") + ["--theme", "light"], at: pageText),
            Page("noodles", launch("noodles"), at: pageText),
            Page("museum", launch("museum"), at: museumText),
            Page("error-1001", launch("gone"), at: "✕  1001"),
            Page("error-1002", launch("kiosk"), at: "✕  1002"),
            Page("error-10000", launch("tomorrow"), at: "✕  10000"),
            Page("error-10001", launch("nowhere"), at: "✕  10001"),
            Page("error-10002", launch("box"), at: "✕  10002"),
            Page("error-chinese", launch("gone"), at: "✕  1001", ["LANG": "zh_CN.UTF-8", "FOYER_LANG": "zh-Hans"]),
            Page("error-small", launch("gone"), at: "1001", size: (20, 6)),
            Page("details", launch("gone"), [("✕  1001", "d")], at: "Steps"),
            Page("keys", demo, [(home, "?")], at: "Shift-Tab"),
            Page("home", demo, at: home),
            Page("home-wide", demo, at: home, size: wide),
            Page("home-16", demo, at: home, ["COLORTERM": nil, "TERM": "xterm"]),
            Page("inbox", demo, [(home, "f"), ("1  1001", "j"), ("Inbox", "tt")], at: "Inbox"),
            Page("settings", demo, [(home, "o")], at: "Settings"),
            Page("faults", demo, [(home, "f")], at: "1  1001"),
            Page("card", demo, [(home, "f"), ("1  1001", "p")], at: "The Night Market opens at dusk"),
            Page("guide", demo, [(home, "s")], at: "b  In a browser"),
            Page(
                "banner", ["banner", "home", "--server", bench.stage.url, "--reduce-motion"],
                at: "Autumn at the Tea House"),
            Page("run-splash", run + ["--", "sleep", "600"], at: "Ctrl-C Stop"),
            Page(
                "run-error", run + ["--ready-text", "never", "--", "sh", "-c", "sleep 1; echo no; exit 3"],
                at: "ended with status 3"),
        ]
    }

    /// Brings a program to the page, and keeps its bytes and what libvterm shows of them.
    private func keep(_ page: Page) throws {
        let session = try bench.foyer(
            page.arguments, environment: page.environment, columns: page.size.columns, rows: page.size.rows)
        for step in page.path {
            try session.wait(forText: step.text)
            session.send(step.keys)
        }
        try session.wait(forText: page.end)
        try session.waitUntilItRests()
        folder.write(bytes: session.bytes, to: page.name + ".bytes")
        let terminal = session.terminal
        var lines = ["\(terminal.columns) \(terminal.rows)"]
        for row in 0..<terminal.rows {
            for column in 0..<terminal.columns { lines.append(Self.line(terminal.cell(column: column, row: row))) }
        }
        folder.write(lines.joined(separator: "\n") + "\n", to: page.name + ".cells")
        session.signal(SIGKILL)
        _ = try session.waitForEnd()
    }

    private static func line(_ cell: VirtualCell) -> String {
        let flags: [(String, Bool)] = [
            ("b", cell.isBold), ("i", cell.isItalic), ("u", cell.isUnderlined), ("r", cell.isReversed),
        ]
        return [
            cell.text, name(cell.foreground), name(cell.background), flags.filter(\.1).map(\.0).joined(),
        ].joined(separator: "\t")
    }

    private static func name(_ color: ScreenColor) -> String {
        switch color {
        case .default: return "default"
        case .indexed(let index): return "\(index)"
        case .rgb(let red, let green, let blue):
            return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try UserFile.read(folder.path(name), limit: 64 << 20), as: UTF8.self)
    }

    /// The golden file of a page as our own emulator shows it, without its cursor.
    private func golden(_ page: Page) throws -> [UInt8] {
        let terminal = TerminalEmulator(size: CellSize(columns: page.size.columns, rows: page.size.rows))
        terminal.feed(try UserFile.read(folder.path(page.name + ".bytes"), limit: 64 << 20))
        // Not all judges know of faint text.
        var screen = terminal.screen
        for place in 0..<screen.size.columns * screen.size.rows {
            let (column, row) = (place % screen.size.columns, place / screen.size.columns)
            screen[column, row].attributes.formIntersection([.bold, .italic, .underline, .reverse])
        }
        return GoldenText.print(GoldenScreen(screen))
    }

    /// The same of a judge's cells.
    private static func golden(_ text: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let sides = lines[0].split(separator: " ").compactMap { Int($0) }
        let size = CellSize(columns: sides[0], rows: sides[1])
        var places: [GoldenScreen.Place] = []
        for line in lines.dropFirst().prefix(size.columns * size.rows) {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            var place = GoldenScreen.Place()
            let scalars = Array(parts[0].unicodeScalars)
            if let base = scalars.first { place.glyph = Glyph(base: base, marks: Array(scalars.dropFirst())) }
            place.style = GoldenScreen.Style(foreground: color(parts[1]), background: color(parts[2]))
            for (letter, attribute) in [
                ("b", ScreenCell.Attributes.bold), ("i", .italic), ("u", .underline), ("r", .reverse),
            ] {
                if parts[3].contains(letter) { place.style.attributes.insert(attribute) }
            }
            // The right half of a wide character is as the left one is.
            if scalars.isEmpty, let left = places.last, left.width != 0 {
                places[places.count - 1].width = 2
                (place.width, place.style) = (0, left.style)
            }
            places.append(place)
        }
        return String(decoding: GoldenText.print(GoldenScreen(size: size, places: places)), as: UTF8.self)
    }

    private static func color(_ name: String) -> UInt32? {
        if let index = UInt8(name) { return TerminalPalette.exact(index) }
        return UInt32(name.dropFirst(), radix: 16)
    }

    @Test(.enabled(if: hasJudges, "Scripts/setup tests installs tui-test where Python's packages can be had."))
    func everyCellIsTheSameInFourOtherEmulators() throws {
        let pages = pages
        for page in pages { try keep(page) }
        let judges = try PipedProgram(
            Self.python, [Self.root + "/Tests/Tester/Judges/judge.py", folder.path(".")],
            environment: ["HOME": folder.path("."), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        // 116 sessions.
        let end = try judges.waitForEnd(within: .seconds(300))
        #expect(end == .status(0), "\(String(decoding: judges.errors, as: UTF8.self))")
        let report = String(decoding: judges.output, as: UTF8.self)
        let rows = report.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.split(separator: " ") }
        try #require(rows.count == pages.count * 4, "\(report)")
        for row in rows { #expect(row[3] == "0", "\(report)") }
        // And so the golden file of a page is the same whoever reads its bytes, at every size.
        for page in pages {
            let own = try golden(page)
            #expect(try GoldenText.print(GoldenText.parse(own)) == own)
            for judge in ["alacritty", "ghostty", "rio", "xtermjs"] {
                let other = try Self.golden(text(page.name + "." + judge))
                #expect(String(decoding: own, as: UTF8.self) == other, "\(page.name) in \(judge)")
            }
        }
    }

    /// asciinema's own reader takes our recordings of its second format apart and prints what was shown. It does not know the
    /// third one yet; the version that does is not among Python's packages.
    @Test(.enabled(if: hasJudges, "Scripts/setup tests installs asciinema where Python's packages can be had."))
    func asciinemaPrintsARecordingAsItWasShown() throws {
        let file = folder.path("launch.v2.cast")
        let session = try bench.foyer(launch("tea") + ["--record", file])
        try session.wait(for: "the page with its picture") { $0.text.contains(pageText) && $0.text.contains("▓") }
        try session.waitUntilItRests()
        let page = session.screen
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let reader = try PipedProgram(
            Self.python, ["-m", "asciinema", "cat", file],
            environment: ["HOME": folder.path("."), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        #expect(try reader.waitForEnd() == .status(0), "\(String(decoding: reader.errors, as: UTF8.self))")
        // What leaves the page is part of the recording as well.
        let leave = Array("\u{1B}[?1049l".utf8)
        let shown = reader.output.indices.last { reader.output[$0...].starts(with: leave) } ?? reader.output.count
        let terminal = VirtualTerminal(columns: 80, rows: 24)
        terminal.feed(Array(reader.output[..<shown]))
        #expect(terminal.lines == page)
    }
}
