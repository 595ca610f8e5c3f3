import Glibc
import TestSupport
import Testing

/// Pictures in pixels on a line that takes them slowly.
@Suite(.serialized, .ownThreads) struct PixelLineTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private static let fence = "\u{1B}[c"
    private static let picture = "\u{1B}P0;1q"
    /// More than the kernel keeps of what a program has written and no terminal has read.
    private static let queue = 32 << 10

    /// A page with a large photograph, up to the first byte of its pixels.
    private func page(_ form: String = "sixel", from picture: String = picture) throws -> TerminalSession {
        let session = try bench.launch(
            "lighthouse", ["--pixels", form, "--theme", "dark"], columns: 100, rows: 30)
        session.isAnswering = false
        try session.wait(forBytes: Self.fence)
        // Large cells make many bytes.
        session.send("\u{1B}[6;40;20t\u{1B}[?62;4c")
        session.readLimit = 512
        try session.wait(for: "a picture in pixels") { Self.contains($0.bytes.suffix(600), picture) }
        return session
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.firstRange(of: Array(text.utf8)) != nil
    }

    /// A terminal ends a picture at the first byte of another sequence, and shows the rest as text.
    @Test(arguments: ["sixel", "iterm"]) func aPictureIsSentInOnePiece(form: String) throws {
        let (start, end) = form == "sixel" ? (Self.picture, "\u{1B}\\") : ("\u{1B}]1337;File=", "\u{7}\u{1B}[")
        let session = try page(form, from: start)
        session.readLimit = .max
        let first = try #require(session.bytes.firstRange(of: Array(start.utf8)))
        try session.wait(for: "its end") { Self.contains($0.bytes[first.upperBound...], end) }
        let body = session.bytes[first.upperBound...]
        let (escape, last) = (body.firstIndex(of: 0x1B), body.firstRange(of: Array(end.utf8)))
        #expect(escape == last?.lowerBound || escape == last.map { $0.lowerBound + 1 })
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    /// Where the cursor stands while a picture comes, xterm draws the cell anew, and the picture has a hole.
    @Test func noCursorStandsInAPicture() throws {
        let session = try bench.foyer(
            ["demo", "--server", bench.stage.url, "--pixels", "sixel", "--reduce-motion"], columns: 100, rows: 30)
        session.isAnswering = false
        try session.wait(forBytes: Self.fence)
        session.send("\u{1B}[6;20;10t\u{1B}[?62;4c")
        try session.wait(for: "the home screen with its cursor") {
            $0.terminal.isCursorVisible && $0.text.contains("Tea House")
        }
        try session.wait(for: "a picture in pixels") { Self.contains($0.bytes[...], Self.picture) }
        try session.wait(for: "the cursor again") { $0.terminal.isCursorVisible }
        for start in session.bytes.ranges(of: Array(Self.picture.utf8)).map(\.lowerBound) {
            let before = session.bytes[..<start]
            let switched = try #require(before.ranges(of: Array("\u{1B}[?25".utf8)).last)
            #expect(before[switched.upperBound] == UInt8(ascii: "l"))
        }
        session.send("qq")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func aKeyIsNotLaterForAPicture() throws {
        let session = try page()
        let before = session.bytes.count
        session.send("?")
        try session.wait(for: "the page of keys") { $0.text.contains("leave at once") }
        #expect(session.bytes.count - before < Self.queue)
        session.readLimit = .max
        session.send("?")
        let keys = session.bytes.count
        try session.wait(for: "the picture again") { Self.contains($0.bytes[keys...], Self.picture) }
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aNewSizeIsNotLaterForAPicture() throws {
        let session = try page()
        let before = session.bytes.count
        session.resize(columns: 60, rows: 20)
        try session.wait(for: "the screen drawn anew") { Self.contains($0.bytes[before...], "\u{1B}[2J") }
        #expect(session.bytes.count - before < Self.queue)
        session.readLimit = .max
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }
}
