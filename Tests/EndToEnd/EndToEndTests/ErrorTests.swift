import Foundation
import Glibc
import Testing

/// An error with its real cause: which program of the stage meets it, and what is to be seen.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let code: Int
    let message: String
    let app: String
    var options: [String] = []
    let status: Int32
    let reloadCanHelp: Bool
    /// A part of the cause in the details.
    let cause: String

    var testDescription: String { "\(code) \(app)" }

    static let all = [
        ErrorCase(
            code: 1001, message: "Mini Program has been removed", app: "gone", status: 11, reloadCanHelp: false,
            cause: "com.example.gone was removed"),
        ErrorCase(
            code: 1002, message: "Mini Program has been suspended", app: "kiosk", status: 12, reloadCanHelp: false,
            cause: "com.example.kiosk is suspended"),
        ErrorCase(
            code: 10000, message: "Unknown error", app: "tomorrow", status: 20, reloadCanHelp: true,
            cause: "platform 9999"),
        ErrorCase(
            code: 10001, message: "Mini program does not exist.", app: "nowhere", status: 21, reloadCanHelp: false,
            cause: "HTTP 404"),
        ErrorCase(
            code: 10002, message: "Mini program unzip failed", app: "box", status: 22, reloadCanHelp: true,
            cause: "has a wrong checksum"),
        ErrorCase(
            code: 10003, message: "Mini program fetch failed", app: "desk", status: 23, reloadCanHelp: true,
            cause: "HTTP 503"),
        ErrorCase(
            code: 10009, message: "Mini program download failed", app: "cable", status: 29, reloadCanHelp: true,
            cause: "reset by peer"),
        ErrorCase(
            code: 10010, message: "Mini program preparation timed out", app: "boat", options: ["--timeout", "1"],
            status: 30, reloadCanHelp: true, cause: "Not ready within 1 s"),
        ErrorCase(
            code: 10030, message: "Failed to load remote resources", app: "page", status: 50, reloadCanHelp: true,
            cause: "answered 404"),
    ]
}

/// The nine errors, each from its real cause.
@Suite(.serialized, .ownThreads) struct ErrorTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test(arguments: ErrorCase.all) func isShownWithItsCodeItsMessageAndItsCause(_ error: ErrorCase) throws {
        let session = try bench.launch(error.app, error.options, rows: 32)
        try session.wait(forText: "✕  \(error.code)")
        #expect(session.text.contains(error.message))
        #expect(session.footer.contains("r Reload   q Close   d Details"))
        for other in ErrorCase.all where other.code != error.code {
            #expect(!session.text.contains("✕  \(other.code)\n") && !session.text.contains(other.message))
        }
        try session.wait(for: "the focus") { focusedWord($0) == (error.reloadCanHelp ? "Reload" : "Close") }

        session.send("d")
        try session.wait(forText: "Cause")
        #expect(session.text.contains(error.cause), "\(session.picture)")
        session.send("d")
        try session.wait(for: "the details' end") { !$0.text.contains("Cause") }

        session.send("q")
        #expect(try session.waitForEnd() == .status(error.status))
        #expect(session.isAsFound)
        #expect(session.text.contains("error \(error.code): \(error.message)"), "\(session.picture)")
        #expect(bench.household.staged == [])
    }

    @Test(arguments: ErrorCase.all) func enterReloadsWhereThatCanHelpAndClosesElsewhere(_ error: ErrorCase) throws {
        let session = try bench.launch(error.app, error.options)
        try session.wait(forText: "✕  \(error.code)")
        // A reload that never ends is sure to be seen.
        try bench.stage.fail("metadata", #""kind":"hang""#)
        session.send(.enter)
        guard error.reloadCanHelp else {
            #expect(try session.waitForEnd() == .status(error.status))
            return
        }
        try session.wait(for: "the splash") { !$0.text.contains("✕") && $0.text.contains("Asking for the program") }
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    /// What makes the tea house fail, and with which code.
    static let curable: [(route: String, fault: String, code: Int)] = [
        ("metadata", #""kind":"status","code":410"#, 1001), ("metadata", #""kind":"status","code":451"#, 1002),
        ("metadata", #""kind":"status","code":404"#, 10001), ("package", #""kind":"corrupt","at":80"#, 10002),
        ("metadata", #""kind":"garbage""#, 10003), ("package", #""kind":"status","code":403"#, 10009),
        ("package", #""kind":"stall","at":500"#, 10010), ("resource", #""kind":"length","by":-3"#, 10030),
    ]

    @Test(arguments: curable.indices) func reloadSucceedsOnceTheFaultIsGone(_ index: Int) throws {
        let (route, fault, code) = Self.curable[index]
        try bench.stage.fail(route, fault)
        let session = try bench.launch("tea", ["--timeout", code == 10010 ? "1.5" : "30"])
        try session.wait(forText: "✕  \(code)")
        try bench.stage.reset()
        session.send("r")
        try session.wait(forText: pageText)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        #expect(bench.household.staged == [])
        let log = try String(contentsOfFile: bench.household.path + "/state/foyer/foyer.log", encoding: .utf8)
        #expect(log.contains("error launch: \(code) ") && log.contains("ready"), "\(log)")
    }

    @Test func aFolderThatCannotBeUsedIsNamedAndReloadSucceedsOnceItCan() throws {
        let path = bench.household.path + "/data"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        let session = try bench.launch()
        try session.wait(forText: "✕  10000")
        session.send("d")
        try session.wait(forText: path)
        session.send("d")
        unlink(path)
        session.send("r")
        try session.wait(forText: pageText)
    }

    @Test func aPlatformThatIsNotThereIs10003() throws {
        // Bound and closed again: a port without a listener.
        let port = try LoopbackListener().port
        let session = try bench.foyer(["launch", "com.example.tea", "--server", "http://127.0.0.1:\(port)"])
        try session.wait(forText: "✕  10003")
        session.send(.escape)
        #expect(try session.waitForEnd() == .status(23))
    }

    @Test func theButtonsCanBeClickedAndWalkedThrough() throws {
        let session = try bench.launch("kiosk")
        try session.wait(forText: "✕  1002")
        try session.wait(for: "the focus on close") { focusedWord($0) == "Close" }
        session.send(.tab)
        try session.wait(for: "the focus on reload") { focusedWord($0) == "Reload" }
        session.send(.backTab)
        try session.wait(for: "the focus on close") { focusedWord($0) == "Close" }
        try bench.stage.fail("metadata", #""kind":"delay","seconds":0.3"#)
        try session.click("r  Reload")
        try session.wait(forText: "Asking for the program")
        try session.wait(forText: "✕  1002")
        try session.click("q  Close")
        #expect(try session.waitForEnd() == .status(12))
    }

    /// The button on the accent: what Enter does.
    private func focusedWord(_ session: TerminalSession) -> String? {
        ["r  Reload", "q  Close"].first { label in
            guard let place = session.find(label) else { return false }
            return session.cell(column: place.column, row: place.row).background == .indexed(214)
        }.map { String($0.dropFirst(3)) }
    }
}
