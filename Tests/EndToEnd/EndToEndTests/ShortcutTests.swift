import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

private let add = ["shortcut", "add", "--title", "Dawn; \"§\" %f", "--link", "foyer://page/view1"]
private func isInstalled(_ program: String) -> Bool { access("/usr/bin/" + program, X_OK) == 0 }

/// A page of the host on the desktop, and nothing left of it afterwards.
@Suite(.serialized, .ownThreads) struct ShortcutTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @discardableResult
    private func foyer(_ arguments: [String]) throws -> PipedProgram {
        let program = try bench.piped(arguments)
        #expect(try program.waitForEnd() == .status(0), "\(arguments): \(program.lines)")
        return program
    }

    private func run(_ program: String, _ arguments: [String], display: Bool = false) throws -> PipedProgram {
        var environment = bench.household.environment
        environment["PATH"] = "/usr/bin:/bin"
        environment["LANG"] = "C.UTF-8"
        if display { environment["DISPLAY"] = ":99" }
        return try PipedProgram("/usr/bin/" + program, arguments, environment: environment)
    }

    @Test(.enabled(if: isInstalled("desktop-file-validate"), "desktop-file-utils is not installed"))
    func itIsAddedListedRemovedAndNothingIsLeft() throws {
        let before = bench.household.files
        let added = try foyer(add + ["--json"])
        let item = try JSONNode(JSON.parse(Array((added.lines.last ?? "").utf8)))
        let entry = try item.field("entry").text()
        #expect(try item.field("title").text() == "Dawn; \"§\" %f")
        let validated = try run("desktop-file-validate", [entry])
        #expect(try validated.waitForEnd() == .status(0))
        #expect(validated.lines.isEmpty && validated.errors.isEmpty)
        #expect(try foyer(["shortcut", "list"]).lines.count == 1)
        #expect(try foyer(["shortcut", "list", "--json"]).lines.last?.contains("foyer://page/view1") == true)
        try foyer(["shortcut", "remove", "foyer://page/view1"])
        #expect(try foyer(["shortcut", "list"]).lines == ["There are no shortcuts."])
        let folders = Set(["data", "data/applications", "data/icons", "config"])
        #expect(bench.household.files.filter { !before.contains($0) && !folders.contains($0) } == [])
    }

    /// Whoever clicks it has no FOYER_SERVER; what the settings say need not stand there.
    @Test func anIconLeadsToThePlatformThatWasNamed() throws {
        func command(_ options: [String], _ environment: [String: String] = [:]) throws -> String {
            let program = try bench.piped(add + ["--json"] + options, environment: environment)
            #expect(try program.waitForEnd() == .status(0), "\(program.lines)")
            let item = try JSONNode(JSON.parse(Array((program.lines.last ?? "").utf8)))
            let entry = TestFile.text(try item.field("entry").text()) ?? ""
            return entry.split(separator: "\n").first { $0.hasPrefix("Exec=") }.map(String.init) ?? ""
        }
        #expect(try command([]).hasSuffix(" open foyer://page/view1"))
        let named = " open --server http://127.0.0.1:8642/ foyer://page/view1"
        #expect(try command(["--server", "http://127.0.0.1:8642"]).hasSuffix(named))
        #expect(try command([], ["FOYER_SERVER": "http://127.0.0.1:8642"]).hasSuffix(named))
        try foyer(["shortcut", "remove", "foyer://page/view1"])
    }

    // MARK: - The QR code of the guide page

    private static let address = "https://shop.example/guides/dawn.html"
    private let page = ["shortcut", "page", "--title", "Dawn", "--link", "foyer://page/view1", "--qr", address]

    @Test(arguments: ["dark", "light"]) func aPhoneReadsTheCodeThatIsPrintedIntoAPipe(theme: String) throws {
        let lines = try foyer(page + ["--theme", theme]).lines
        #expect(lines.last == Self.address)
        #expect(try QRReader.read(lines.dropLast(), inkIsDark: theme == "light") == [Self.address])
    }

    /// Text without a colour of its own is light on the dark terminal, and dark on the light one.
    @Test(arguments: ["dark", "light"], [nil, "1"]) func aPhoneReadsItOnATerminal(theme: String, noColor: String?)
        throws
    {
        let session = try bench.foyer(page + ["--theme", theme], environment: ["NO_COLOR": noColor])
        #expect(try session.waitForEnd() == .status(0))
        func isDark(_ color: ScreenColor, isText: Bool) -> Bool {
            switch color {
            case .default: isText == (theme == "light")
            case .indexed(let index): index == 0 || index == 16
            case .rgb(let red, _, _): red < 128
            }
        }
        let (columns, rows) = (session.terminal.columns, session.terminal.rows)
        let codes = try QRReader.read(columns: columns, rows: rows) { column, row, isLower in
            let cell = session.terminal.cell(column: column, row: row)
            let isInk = QRReader.isInk(cell.text.first ?? " ", isLower: isLower)
            return isDark(isInk ? cell.foreground : cell.background, isText: isInk)
        }
        #expect(codes == [Self.address], "\(session.text)")
        #expect(session.text.contains(Self.address))
    }

    @Test func whereTheCodeWouldNotFitOrBeSeenTheAddressIsPrinted() throws {
        #expect(try foyer(page + ["--accessible"]).lines == [Self.address])
        let narrow = try bench.foyer(page, columns: 30, rows: 24)
        #expect(try narrow.waitForEnd() == .status(0))
        #expect(!narrow.text.contains("█") && narrow.text.filter { !$0.isWhitespace }.contains(Self.address))
        #expect(try bench.piped(page.dropLast() + ["nowhere"]).waitForEnd() == .status(64))
    }

    @Test func whatIsRefusedWritesNothing() throws {
        let before = bench.household.files
        let wrong: [([String], Int32)] = [
            (["shortcut", "add", "--title", "x", "--link", "foyer://page/nothing"], 4),
            (["shortcut", "add", "--title", "x", "--link", "https://example.com"], 4),
            (["shortcut", "add", "--title", "\u{200B}", "--link", "foyer://page/view1"], 64),
            (add + ["--icon", "/etc/passwd"], 65), (["shortcut", "remove", "nobody"], 1),
        ]
        for (arguments, status) in wrong {
            let program = try bench.piped(arguments)
            #expect(try program.waitForEnd() == .status(status), "\(arguments)")
            #expect(!program.errors.isEmpty)
        }
        #expect(bench.household.files == before)
    }

    @Test(.enabled(if: isInstalled("xdg-open"), "xdg-utils is not installed"))
    func theDesktopsOwnOpenerReachesTheRunningProgram() throws {
        try foyer(add)
        let session = try bench.foyer(["demo", "--server", bench.stage.url])
        try session.wait(forText: "City Bikes")
        let opener = try run("xdg-open", ["foyer://page/view1"], display: true)
        #expect(try opener.waitForEnd() == .status(0))
        try session.wait(forText: "You are about to enter")
        session.send(.enter)
        try session.wait(forText: "Before anybody is up")
    }

    @Test func theKeyOnAPageAddsIt() throws {
        let session = try bench.foyer(["demo", "--server", bench.stage.url])
        try session.wait(forText: "City Bikes")
        session.send("s")
        try session.wait(forText: "An icon of its own")
        session.send("q")
        try session.wait(forText: "City Bikes")
        #expect(try bench.piped(["open", "foyer://page/view3"]).waitForEnd() == .status(0))
        try session.wait(forText: "You are about to enter")
        session.send(.enter)
        try session.wait(forText: "The lamps of the market")
        session.send("s")
        try session.wait(forText: "Find “Dusk” among your programs")
        session.send(.enter)
        try session.wait(forText: "“Dusk” is among your programs now.")
        session.send("qqqq")
        #expect(try session.waitForEnd() == .status(0))
        #expect(try foyer(["shortcut", "list"]).lines.first?.hasSuffix("  Dusk  foyer://page/view3") == true)
        try foyer(["shortcut", "remove", "Dusk"])
    }

    @Test func thePageIsPrintedOrServed() throws {
        let content = ["--title", "Dawn", "--link", "foyer://page/view1"]
        let page = try foyer(["shortcut", "page"] + content)
        #expect(page.lines.first == "<!DOCTYPE html>" && page.lines.contains("<title>Dawn</title>"))
        let address = try foyer(["shortcut", "page", "--data-uri"] + content)
        #expect(address.lines.map { $0.hasPrefix("data:text/html;base64,") } == [true])
        let server = try bench.piped(["shortcut", "serve", "--for", "60"] + content)
        try server.wait(forLines: 1)
        let port = try #require(server.lines[0].split(separator: ":").last?.split(separator: "/").first)
        let taken = try bench.piped(["shortcut", "serve", "--port", String(port)] + content)
        #expect(try taken.waitForEnd() == .status(1))
        #expect(String(decoding: taken.errors, as: UTF8.self).contains("is taken"))
        kill(server.process, SIGTERM)
        #expect(try server.waitForEnd() == .signal(SIGTERM))
    }

}

/// The guide page in a real browser.
@Suite(.serialized, .ownThreads, .enabled(if: isInstalled("chromium"), "chromium is not installed"))
struct GuidePageInBrowserTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench
    private let content = ["--title", "Dawn", "--link", "foyer://page/view1"]

    init() throws { bench = try Bench(Self.stage) }

    @Test func theServedPageIsTheGuideAndBreaksNoRuleOfItsOwn() throws {
        let server = try bench.piped(["shortcut", "serve", "--for", "120"] + content)
        try server.wait(forLines: 1)
        let document = try open(server.lines[0])
        #expect(document.contains("Choose “Add to Home Screen”") && document.contains("<main id=\"guide\">"))
        #expect(!document.contains("class=\"standalone\""))
        kill(server.process, SIGTERM)
        _ = try server.waitForEnd()
    }

    @Test func theGuideIsShownAndTheMiddlePageIsNot() throws {
        let parts = ["guide", "middle"].map { "getComputedStyle(document.getElementById('\($0)')).display" }
        let path = try page { text in
            text.replacing(
                "if (!standalone)", with: "document.title = \(parts.joined(separator: " + ' ' + ")); if (!standalone)")
        }
        #expect(try open("file://" + path).contains("<title>block none</title>"))
    }

    /// A browser without a window is never standalone: what the home screen says of itself is written into the page. The
    /// link leads to a file, so that it can be seen where the page has gone.
    @Test func standaloneItGoesOnToTheLink() throws {
        let target = bench.household.path + "/target.html"
        TestFile.write("<!DOCTYPE html><link rel=\"icon\" href=\"data:,\"><p>Here is the page.</p>", to: target)
        let standalone = ("window.navigator.standalone === true", "true")
        let path = try page { $0.replacing(standalone.0, with: standalone.1) }
        let leading = try page("leading") {
            $0.replacing(standalone.0, with: standalone.1).replacing("foyer://page/view1", with: "file://" + target)
        }
        let middle = try open("file://" + path, for: 0)
        #expect(middle.contains("class=\"standalone\"") && middle.contains("Enter Immediately"))
        #expect(try open("file://" + leading).contains("Here is the page."))
    }

    /// The page as a file, changed.
    private func page(_ name: String = "page", _ change: (String) -> String) throws -> String {
        let program = try bench.piped(["shortcut", "page"] + content)
        #expect(try program.waitForEnd() == .status(0))
        let text = String(decoding: program.output, as: UTF8.self)
        let changed = change(text)
        #expect(changed != text)
        let path = bench.household.path + "/\(name).html"
        TestFile.write(changed, to: path)
        return path
    }

    /// The document as a browser has it after so many milliseconds of its own; whatever its console says is a failure.
    private func open(_ address: String, for milliseconds: Int = 1_000) throws -> String {
        var environment = bench.household.environment
        environment["PATH"] = "/usr/bin:/bin"
        environment["LANG"] = "C.UTF-8"
        var arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr",
            "--user-data-dir=" + bench.household.path + "/browser", "--dump-dom",
        ]
        if milliseconds > 0 { arguments.append("--virtual-time-budget=\(milliseconds)") }
        let browser = try PipedProgram("/usr/bin/chromium", arguments + [address], environment: environment)
        #expect(try browser.waitForEnd() == .status(0))
        let said = String(decoding: browser.errors, as: UTF8.self).split(separator: "\n")
        #expect(said.filter { $0.contains(":CONSOLE") || $0.contains("Content Security Policy") } == [])
        return String(decoding: browser.output, as: UTF8.self)
    }
}
