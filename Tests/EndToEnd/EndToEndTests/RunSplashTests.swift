import Glibc
import Testing

/// `foyer run` with a splash in a file.
@Suite(.serialized, .ownThreads) struct RunSplashTests {
    private let folder = ScratchFolder()

    private func run(_ arguments: [String], columns: Int = 80, rows: Int = 24) throws -> TerminalSession {
        try TerminalSession(
            BuiltPrograms.foyer, ["run", "--reduce-motion"] + arguments, environment: folder.environment,
            columns: columns, rows: rows)
    }

    private func piped(_ arguments: [String]) throws -> PipedProgram {
        let variables = folder.environment.compactMapValues { $0 }.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        return try PipedProgram(BuiltPrograms.foyer, ["run"] + arguments, environment: variables)
    }

    @Test func aFileSaysWhatIsShown() throws {
        folder.write(
            "layout: corner\ntitle: Web shop\nslogan: Open soon\nsteps: {ready: Lighting the lamps}\n", to: "shop.yaml")
        // The upper row of "Web shop" in large letters.
        let title = "█ █ █ █▀▀ █▄▄   █▀ █ █ █▀█ █▀█"
        let session = try run(
            [
                "--splash", folder.path("shop.yaml"), "--ready-text", "here", "--", "/bin/sh", "-c",
                "sleep 1.5; echo here; read x",
            ])
        try session.wait(for: "the words") {
            [title, "Open soon", "Lighting the lamps"].allSatisfy($0.text.contains)
        }
        let line = session.text.split(separator: "\n").first { $0.contains(title) }
        #expect(line?.hasPrefix("|    \(title)") == true || line?.hasPrefix("    \(title)") == true, "\(session.text)")
        try session.wait(for: "the hand-over") { !$0.terminal.isAlternateScreen && $0.text.contains("here") }
        session.send("\r")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    @Test func mistakesAreNamedWithTheirPlace() throws {
        folder.write("layout: poster\ncolors: {accent: red}\n", to: "wrong.yaml")
        let session = try run(["--splash", folder.path("wrong.yaml"), "--", "echo", "ran"])
        #expect(try session.waitForEnd() == .status(65))
        #expect(session.text.contains("wrong.yaml:2:18: accent is \"red\""))
        #expect(!session.text.contains("ran"))
        folder.write("layout: poster\npicture: none.png\n", to: "bare.yaml")
        let bare = try run(["--splash", folder.path("bare.yaml"), "--", "echo", "ran"])
        #expect(try bare.waitForEnd() == .status(65))
        #expect(bare.text.contains("none.png"))
        // Where no splash would be seen, nobody needs it.
        let program = try piped(["--splash", folder.path("wrong.yaml"), "--", "echo", "ran"])
        #expect(try program.waitForEnd() == .status(0))
        #expect(String(decoding: program.output, as: UTF8.self) == "ran\n")
    }

    @Test func ofANamedCommandOnlyTheSplashIsLeftOut() throws {
        mkdir(folder.path("config"), 0o700)
        mkdir(folder.path("config/foyer"), 0o700)
        folder.write(
            "commands:\n  a: {run: [echo, ran], splash: wrong.yaml}\n  b: {run: [/bin/sh, -c, 'sleep 1; echo ran; read x'], splash: own.yaml}\n",
            to: "config/foyer/config.yaml")
        folder.write("nope: 1\n", to: "config/foyer/wrong.yaml")
        folder.write("title: Beside the settings\n", to: "config/foyer/own.yaml")
        let wrong = try run(["a"])
        #expect(try wrong.waitForEnd() == .status(0))
        #expect(wrong.text.contains("wrong.yaml:1:1:") && wrong.text.contains("ran"))
        let own = try run(["b"])
        try own.wait(forText: "Beside the settings")
        try own.wait(forText: "ran")
        own.send("\r")
        #expect(try own.waitForEnd() == .status(0))
    }

    @Test(arguments: [
        ("harbour", "The lamps are being lit"), ("paper", "Inking the rollers"), ("quiet", "Nothing to see yet"),
    ])
    func theShippedOnesAreRehearsed(_ name: String, _ words: String) throws {
        for (columns, rows) in [(80, 24), (200, 50), (40, 12)] {
            let session = try run(["--rehearse", "--splash", name], columns: columns, rows: rows)
            try session.wait(forText: words)
            session.send("1")
            try session.wait(forText: "Reload")
            session.send(.control("c"))
            #expect(try session.waitForEnd() == .status(0))
            #expect(session.isAsFound)
        }
        let program = try piped(["--rehearse", "--splash", name])
        #expect(try program.waitForEnd() == .status(0))
        let text = String(decoding: program.output, as: UTF8.self)
        #expect(text.contains(words) && text.contains("── 10010") && !program.output.contains(0x1B))
    }
}
