import Testing

/// One program on every kind of terminal.
@Suite(.serialized, .ownThreads) struct TerminalTypeTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    @Test(arguments: [nil, "", "dumb", "no-such-terminal"] as [String?])
    func withoutATerminalThatIsKnownThereArePlainLines(_ type: String?) throws {
        let session = try bench.launch(environment: ["TERM": type])
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("com.example.tea 1.2.0 is ready"))
        #expect(!session.bytes.contains(0x1B))
        #expect(session.isAsFound)
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let type: String
        var colorterm: String?
        /// The label of what Enter does.
        let accent: ScreenColor
        var isReversed = false
        var testDescription: String { type + (colorterm.map { " " + $0 } ?? "") }
    }

    static let kinds = [
        Kind(type: "vt100", accent: .default, isReversed: true), Kind(type: "xterm", accent: .indexed(3)),
        Kind(type: "xterm-256color", accent: .indexed(214)), Kind(type: "tmux-256color", accent: .indexed(214)),
        Kind(type: "xterm-256color", colorterm: "truecolor", accent: .rgb(0xE8, 0xA3, 0x3D)),
    ]

    @Test(arguments: kinds) func pagesAreReadableAndHaveTheirAccent(_ kind: Kind) throws {
        if kind.colorterm != nil { #expect(Products.hasTerminfo, "Scripts/test compiles the terminal descriptions") }
        let environment = ["TERM": kind.type, "COLORTERM": kind.colorterm]
        let error = try bench.launch("gone", environment: environment)
        try error.wait(for: "the error") { $0.text.contains("1001") && $0.text.contains("has been removed") }
        let place = try error.place(of: "Close")
        let cell = error.cell(column: place.column, row: place.row)
        #expect(cell.background == kind.accent, "\(error.picture)")
        #expect(cell.isReversed == kind.isReversed)
        error.send("q")
        #expect(try error.waitForEnd() == .status(11))
        #expect(error.isAsFound)

        let page = try bench.launch("museum", environment: environment)
        try page.wait(forText: museumText)
        page.send("q")
        #expect(try page.waitForEnd() == .status(0))
        #expect(page.isAsFound)
    }

    @Test(arguments: [["LANG": "C"], ["LANG": nil], ["LC_ALL": "POSIX"]] as [[String: String?]])
    func aLocaleWithoutUTF8GetsASCIIAlone(_ locale: [String: String?]) throws {
        let session = try bench.launch("museum", environment: locale)
        try session.wait(forText: museumText)
        session.send(.end)
        try session.wait(forText: "Opening hours: whenever a cursor blinks.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let error = try bench.launch("gone", environment: locale)
        try error.wait(forText: "x  1001")
        #expect(session.bytes.allSatisfy { $0 < 0x80 } && error.bytes.allSatisfy { $0 < 0x80 })
    }

    @Test func noColorIsHonoured() throws {
        let session = try bench.launch("gone", environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])
        try session.wait(forText: "✕  1001")
        for row in 0..<24 {
            for column in 0..<80 {
                let cell = session.cell(column: column, row: row)
                #expect(cell.foreground == .default && cell.background == .default)
            }
        }
        let place = try session.place(of: "Close")
        #expect(session.cell(column: place.column, row: place.row).isReversed)
        #expect(!session.text.contains("[38;") && !String(decoding: session.bytes, as: UTF8.self).contains("[38;"))
    }

    @Test(arguments: [("zh_CN.UTF-8", "小程序已下线"), ("zh_TW.UTF-8", "小程式已移除")])
    func theLocaleChoosesTheWords(_ locale: String, _ message: String) throws {
        let session = try bench.launch("gone", environment: ["LANG": locale])
        try session.wait(forText: message)
    }
}
