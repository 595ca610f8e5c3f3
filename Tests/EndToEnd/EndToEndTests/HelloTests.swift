import Glibc
import TestSupport
import Testing

/// The example program, as a reader of the documentation would try it.
@Suite(.serialized, .ownThreads) struct HelloTests {
    private let folder = ScratchFolder()

    @Test func theSplashGoesOverIntoTheFirstScreen() throws {
        let session = try TerminalSession(BuiltPrograms.hello, environment: folder.environment)
        try session.wait(forText: "Hello, Foyer")
        try session.wait(forText: "Switching on the lights")
        try session.wait(forText: "Welcome, Ada.")
        session.send("q")
        // The first key may have skipped the fade.
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aHostOfFoyerAloneShowsPagesOfItsOwn() throws {
        let session = try TerminalSession(BuiltPrograms.hello, ["--tips"], environment: folder.environment)
        try session.wait(forText: "The bar never falls")
        try session.wait(forText: "r tries again")
        session.send("\t2\r")
        try session.wait(forText: "Tip 2 is open.")
        #expect(session.text.contains("q leaves"))
        session.send("1")
        try session.wait(for: "the other tip") { !$0.text.contains("is open") }
        #expect(session.text.contains("The bar never falls"))
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aStepThatFailsIsShownAndReloadHelps() throws {
        var environment = folder.environment
        environment["HELLO_FAILS"] = "1"
        let session = try TerminalSession(BuiltPrograms.hello, environment: environment)
        try session.wait(forText: "Unknown error (10000) · r reloads")
        session.send("d")
        try session.wait(forText: "No power.")
        session.send("d")
        session.send("r")
        try session.wait(forText: "Welcome, Ada.")
        session.send("q")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }

    @Test func closingWhileLoadingIsTold() throws {
        let session = try TerminalSession(BuiltPrograms.hello, environment: folder.environment)
        // The splash comes after 300 ms, and the first step may have ended by then.
        try session.wait(forText: "Hello, Foyer")
        session.send("q")
        #expect(try session.waitForEnd() == .status(3))
        #expect(session.isAsFound)
    }

    /// The pool would wait for ever for a thread, and trap without a descriptor.
    @Test(
        .enabled(if: geteuid() != 0, "for root there is no limit of processes"),
        arguments: [("-u 1", "ulimit -u"), ("-n 4", "ulimit -n"), ("-n 8", "ulimit -n"), ("-n 12", "ulimit -n")])
    func withoutRoomItSaysSoAndEnds(limit: String, advice: String) throws {
        let words = ["-c", "ulimit \(limit); exec \"$0\"", BuiltPrograms.hello]
        let session = try TerminalSession("/bin/bash", words, environment: folder.environment)
        try session.wait(forText: advice)
        #expect(try session.waitForEnd() == .status(20))
        #expect(session.isAsFound)
        let piped = try PipedProgram("/bin/bash", words, environment: folder.environment.compactMapValues { $0 })
        #expect(try piped.waitForEnd() == .status(20))
        #expect(String(decoding: piped.output + piped.errors, as: UTF8.self).contains(advice))
    }

    @Test func theRehearsalShowsTheNineCodesInARow() throws {
        let session = try TerminalSession(BuiltPrograms.hello, ["--rehearse"], environment: folder.environment)
        try session.wait(forText: "Switching on the lights")
        for (key, code) in zip("123456789", [1001, 1002, 10000, 10001, 10002, 10003, 10009, 10010, 10030]) {
            session.send(String(key))
            try session.wait(forText: "(\(code)) · r reloads")
        }
        session.send("r")
        try session.wait(forText: "Opening the door")
        session.send("y")
        try session.wait(forText: "The first screen")
        session.send("tcaz")
        session.send("l")
        try session.wait(forText: "Switching on the lights")
        session.send("q")
        try session.wait(forText: "The launch is over: it was closed. q leaves.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func withoutAScreenTheRehearsalIsText() throws {
        var environment = folder.environment
        environment["TERM"] = "dumb"
        let session = try TerminalSession(BuiltPrograms.hello, ["--rehearse"], environment: environment)
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("── closed"))
    }

    @Test func inAccessibleLinesTheRehearsalIsWhatIsHeard() throws {
        let session = try TerminalSession(
            BuiltPrograms.hello, ["--rehearse"], environment: folder.environment.merging(["ACCESSIBLE": "1"]) { $1 })
        #expect(try session.waitForEnd() == .status(0))
        let text = String(decoding: session.bytes, as: UTF8.self)
        #expect(text.contains("Error 10009: Mini program download failed."), "\(text)")
        #expect(text.unicodeScalars.allSatisfy { $0 != "\u{1B}" && !(0x2500...0x259F ~= $0.value) }, "\(text)")
    }

    @Test func withoutAScreenItIsToldInLines() throws {
        var environment = folder.environment
        environment["TERM"] = "dumb"
        environment["HELLO_FAILS"] = "1"
        let session = try TerminalSession(BuiltPrograms.hello, environment: environment)
        #expect(try session.waitForEnd() == .status(20))
        #expect(session.text.contains("error 10000: Unknown error (No power.)"))
    }
}

/// A folder for one test's files and state; it goes with its owner.
final class ScratchFolder {
    private let root: String

    init() {
        var template = Array("/tmp/foyer-test-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
        // Commands that a test lets go.
        MarkedProcesses.end(mark: path("state"), of: "XDG_STATE_HOME")
        Self.removeAll(root)
    }

    private static func removeAll(_ path: String) {
        for name in TestFile.names(in: path) { removeAll(path + "/" + name) }
        remove(path)
    }

    func path(_ name: String) -> String { root + "/" + name }

    func write(_ text: String, to name: String) { TestFile.write(text, to: path(name)) }

    func write(bytes: [UInt8], to name: String) { TestFile.write(bytes, to: path(name)) }

    /// Keeps a program off the user's own files.
    var environment: [String: String?] {
        [
            "XDG_STATE_HOME": path("state"), "XDG_CONFIG_HOME": path("config"), "XDG_DATA_HOME": path("data"),
            "XDG_CACHE_HOME": path("cache"),
        ]
    }

    /// Whether the process whose number is in the file runs.
    func isRunning(_ name: String) -> Bool {
        let process = TestFile.text(path(name)).flatMap { pid_t($0.prefix { $0 != "\n" }) } ?? 0
        return process > 0 && kill(process, 0) == 0
    }

    func waitUntilGone(_ name: String) throws {
        let deadline = ContinuousClock.now + TerminalSession.patience
        while isRunning(name) {
            guard ContinuousClock.now < deadline else { throw SessionFailure(description: "\(name) still runs") }
            poll(nil, 0, 5)
        }
    }
}

/// What has been built beside the tests.
enum BuiltPrograms {
    static let foyer = folder + "/foyer"
    static let hello = folder + "/HelloFoyer"

    private static let folder: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &path, Int(PATH_MAX)) > 0 else { return "." }
        let text = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
    }()
}
