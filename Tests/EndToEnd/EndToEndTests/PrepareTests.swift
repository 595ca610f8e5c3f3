import FoyerSystem
import Glibc
import Testing

/// `prepare()`: a splash before a renderer that is not Foyer's, in a program that sees what is public alone.
@Suite(.serialized, .ownThreads) struct PrepareTests {
    private static let program =
        getenv("FOYER_OUTSIDE_HOST").map { String(cString: $0) } ?? Products.folder + "/OutsideHost"
    private let folder = ScratchFolder()

    private func start(_ words: String, environment: [String: String?] = [:]) throws -> TerminalSession {
        try TerminalSession(
            Self.program, ["--prepare"],
            environment: folder.environment.merging(["PREPARE": words]) { $1 }.merging(environment) { $1 })
    }

    /// A hundred times: from the splash to the renderer's end, the second screen is never left, and never empty.
    @Test func aHundredHandOversShowNothingInBetween() throws {
        for _ in 0..<100 {
            let session = try start("")
            try session.wait(forText: "The renderer draws.")
            session.send("q")
            #expect(try session.waitForEnd() == .status(0))
            #expect(session.isAsFound && session.text.contains("the settings are as they were"), "\(session.picture)")
            #expect(Self.screens(session.bytes) == ["shell", "splash", "renderer", "shell"])
        }
    }

    /// What is seen, told in order: which screen is on after each byte, and around the hand-over what stands on it before
    /// each sequence. The renderer's own first frame clears the screen.
    private static func screens(_ bytes: [UInt8]) -> [String] {
        let terminal = VirtualTerminal(columns: 80, rows: 24)
        let entry = Array("\u{1B}[?1049h".utf8)
        let handOver = bytes.indices.last { bytes[$0...].starts(with: entry) } ?? bytes.count
        var screens = ["shell"]
        for (index, byte) in bytes.enumerated() {
            if terminal.isAlternateScreen != (screens.last != "shell") {
                screens.append(terminal.isAlternateScreen ? "splash" : "shell")
            }
            if byte == 0x1B, (handOver - 60..<handOver + entry.count).contains(index) {
                let isDrawn = terminal.lines.contains { $0.contains("Fetching mail") || $0.contains("Close") }
                if screens.last == "splash", !isDrawn { screens.append("empty") }
            }
            terminal.feed([byte])
            if index > handOver, screens.last == "splash", byte == UInt8(ascii: "."),
                terminal.lines.contains(where: { $0.contains("The renderer draws.") })
            {
                screens.append("renderer")
            }
        }
        return terminal.isAlternateScreen || screens.last == "shell" ? screens : screens + ["shell"]
    }

    @Test func aFailureIsShownAndReloadHelps() throws {
        let session = try start("fails")
        try session.wait(forText: "10003")
        session.send("d")
        try session.wait(forText: "The mail server hung up.")
        session.send("d")
        session.send("r")
        try session.wait(forText: "The renderer draws.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func aClosedFailureGivesTheTerminalBackWhole() throws {
        let session = try start("fails")
        try session.wait(forText: "10003")
        session.send("q")
        #expect(try session.waitForEnd() == .status(23))
        #expect(session.isAsFound)
    }

    /// Nothing was to be seen, so nothing was written.
    @Test func aLaunchThatIsReadyAtOnceLeavesTheTerminalAlone() throws {
        let session = try start("quick")
        try session.wait(forText: "The renderer draws.")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let written = String(decoding: session.bytes, as: UTF8.self)
        let frame = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2JThe renderer"
        #expect(written.hasPrefix(frame), "\(written.debugDescription)")
    }

    @Test func aProgramThatDrawsNothingLeavesTheScreenItself() throws {
        let session = try start("leaves")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        #expect(session.text.contains("nothing to draw"), "\(session.picture)")
    }

    @Test func inLinesStandardOutputIsThePrograms() throws {
        let environment = folder.environment.compactMapValues { $0 }.merging(["PREPARE": "fails"]) { $1 }
        let failed = try PipedProgram(Self.program, ["--prepare"], environment: environment)
        #expect(try failed.waitForEnd() == .status(23))
        #expect(failed.output.isEmpty)
        #expect(String(decoding: failed.errors, as: UTF8.self).contains("10003"))
        let ready = try PipedProgram(
            Self.program, ["--prepare"], environment: environment.merging(["PREPARE": ""]) { $1 })
        #expect(try ready.waitForEnd() == .status(0))
        #expect(ready.lines == ["prepared: the settings are as they were"], "\(ready.lines)")
        #expect(!ready.errors.contains(0x1B))
    }

    @Test func inAccessibleLinesTheLaunchIsSaid() throws {
        let session = try start("fails", environment: ["ACCESSIBLE": "1"])
        try session.wait(forText: "10003")
        session.send("r\n")
        try session.wait(forText: "prepared: the settings are as they were")
        #expect(try session.waitForEnd() == .status(0))
        #expect(!session.bytes.contains(0x1B))
        #expect(session.text.contains("Ready"), "\(session.text)")
    }

    @Test(arguments: [SIGTERM, SIGINT]) func aSignalAtTheSplashLeavesTheTerminalAsFound(_ number: Int32) throws {
        let session = try start("fails")
        try session.wait(forText: "10003")
        session.signal(number)
        #expect(try session.waitForEnd() == .signal(number))
        #expect(session.isAsFound)
    }
}
