import FoyerCore
import FoyerPlatform
import Glibc
import TestSupport
import Testing

/// Command lines that are wrong, files that are not there, and output that goes nowhere.
@Suite(.serialized, .ownThreads) struct CommandLineTests {
    private static let stage = Result { try StageUnderTest() }
    private let bench: Bench

    init() throws { bench = try Bench(Self.stage) }

    private func run(_ words: [String]) throws -> (end: ProgramEnd, output: String, errors: String) {
        let program = try bench.piped(words)
        let end = try program.waitForEnd()
        return (end, program.lines.joined(separator: "\n"), String(decoding: program.errors, as: UTF8.self))
    }

    /// A command with its streams as a shell is told, where `"$@"` is the program and its words.
    private func shell(
        _ script: String, _ words: [String], _ changes: [String: String] = [:]
    ) throws -> (end: ProgramEnd, output: String, errors: String) {
        var environment = bench.household.environment.merging(changes) { $1 }
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        environment["LANG"] = "C.UTF-8"
        let program = try PipedProgram(
            "/bin/sh", ["-c", script, "sh", Products.foyer] + words, environment: environment)
        let end = try program.waitForEnd()
        return (end, program.lines.joined(separator: "\n"), String(decoding: program.errors, as: UTF8.self))
    }

    private func write(_ text: String, to file: String) throws {
        TestFile.write(text, to: bench.household.path + "/" + file)
    }

    // MARK: - Streams

    /// A newly opened file must not take the number of a closed stream: lines would go into it, or wait for it.
    @Test(arguments: [">&-", ">&- 2>&-", "<&- >&-", "<&-"]) func closedStreamsHoldNobody(_ closed: String) throws {
        let server = ["--server", bench.stage.url]
        for words in [
            ["launch", Bench.id("tea"), "--json"], ["launch", Bench.id("tea"), "--plain"],
            ["banner", "home", "--json"],
        ] {
            let (end, _, errors) = try shell(#"timeout 20 "$@" "# + closed, words + server + ["--timeout", "10"])
            let expected: ProgramEnd = closed.contains(">&-") ? .status(1) : .status(0)
            #expect(end == expected, "\(words) \(closed): \(errors)")
        }
        #expect(try shell(#"timeout 20 "$@" "# + closed, ["launch", Bench.id("gone")] + server).end == .status(11))
    }

    /// Output that could not be written is a failure.
    @Test func outputThatCannotBeWrittenIsAFailure() throws {
        let server = ["--server", bench.stage.url]
        for words in [
            ["--version"], ["launch", "--help"], ["doctor"], ["config"] + server, ["config", "--json"] + server,
            ["scenario", "list"], ["snapshot", "flows/loading-page"],
            ["shortcut", "page", "--title", "Dawn", "--link", "foyer://page/view1"],
            ["banner", "home"] + server, ["banner", "home", "--json"] + server, ["apps"] + ["--help"],
            ["launch", Bench.id("tea"), "--json"] + server,
            ["shortcut", "serve", "--title", "Dawn", "--link", "foyer://page/view1"], ["shortcut", "list"],
        ] {
            for full in ["> /dev/full", ">&-"] {
                let (end, _, errors) = try shell(#""$@" "# + full, words)
                #expect(end == .status(1), "\(words) \(full)")
                // How a command's launch goes is said there as well, before.
                let said = errors.split(separator: "\n").last ?? ""
                #expect(said.hasPrefix("standard output cannot be written: "), "\(words): \(errors)")
            }
        }
    }

    /// Other terminals would show every byte beyond ASCII as a separate character.
    @Test func withoutUTF8PlainLinesAreASCII() throws {
        let server = ["--server", bench.stage.url]
        for words in [
            ["config", "--plain"] + server, ["doctor"], ["launch", Bench.id("tea"), "--plain"] + server,
            ["banner", "home", "--plain", "--language", "zh-Hans"] + server, ["run", "--help"],
            ["launch", "x", "--language", "zh-Hans"], ["shortcut", "list", "--language", "zh-Hant"],
        ] {
            let (_, output, errors) = try shell(#""$@""#, words, ["LC_ALL": "C"])
            #expect(
                !(output + errors).isEmpty && (output + errors).utf8.allSatisfy { $0 < 0x80 }, "\(words): \(output)")
        }
    }

    // MARK: - Words

    /// A line that is copied must be whole: the second half of a broken one is another command.
    @Test func noExampleInAnyHelpIsBrokenAt80Columns() throws {
        let tree = try JSON.parse(Array(try run(["--experimental-dump-help"]).output.utf8))
        let helps = Self.helps(try #require(tree["command"]), [])
        #expect(helps.count > 30)
        for (words, text) in helps {
            let examples = text.split(separator: "\n").filter { $0.hasPrefix("  ") || $0.hasPrefix("EXAMPLE: ") }
            if examples.isEmpty { continue }
            let lines = try shell(#""$@""#, words + ["--help"], ["COLUMNS": "80"]).output.split(separator: "\n")
            let broken = examples.filter { !lines.contains($0) }
            #expect(broken.isEmpty, "\(words)")
        }
    }

    /// The words that lead to each command, with what its help says at length.
    private static func helps(_ command: JSON, _ words: [String]) -> [([String], String)] {
        var helps: [([String], String)] = []
        if case .string(let text) = command["discussion"] { helps = [(words, text)] }
        guard case .array(let commands) = command["subcommands"] else { return helps }
        for command in commands {
            guard case .string(let name) = command["commandName"] else { continue }
            helps += Self.helps(command, words + [name])
        }
        return helps
    }

    @Test func aCommandThatIsNotThereIsNamed() throws {
        let (end, output, errors) = try run(["lunch", "com.example.tea"])
        #expect(end == .status(64) && output.isEmpty)
        #expect(errors.contains("There is no command \"lunch\".") && errors.contains("foyer --help"), "\(errors)")
    }

    @Test func dashesThatWereForgottenAreAskedFor() throws {
        for words in [["echo", "hi"], ["ls", "-l"]] {
            let (end, output, errors) = try run(["run"] + words)
            #expect(end == .status(64) && output.isEmpty, "\(words)")
            #expect(errors.hasSuffix("two dashes: foyer run -- \(words[0]) …\n"), "\(errors)")
        }
        for words in [["--titel", "x", "--", "true"], ["dev", "--titel", "x"], ["dev", "--ready-port", "99999"]] {
            #expect(try !run(["run"] + words).errors.contains("two dashes"), "\(words)")
        }
        let unknown = try run(["run", "ghost", "--plain"]).errors
        #expect(unknown.ranges(of: "two dashes").count == 1, "\(unknown)")
    }

    @Test func whatIsWrongNamesItsOwnCommand() throws {
        for (words, command) in [
            (["launch", "x", "--page", "../x"], "launch"), (["launch", "x", "--public-key", "AAAA"], "launch"),
            (["run", "--title", "", "--", "true"], "run"), (["run", "--ready-file", "", "--", "true"], "run"),
            (["serve", "--port", "99999"], "serve"),
            (["snapshot", "flows/loading-page", "--size", "80xx24"], "snapshot"),
        ] {
            let (end, output, errors) = try run(words)
            #expect(end == .status(64) && output.isEmpty, "\(words)")
            #expect(errors.contains("See 'foyer \(command) --help'"), "\(errors)")
        }
    }

    @Test func aPlatformThatIsNotNamedIsOneSentence() throws {
        for words in [["launch", "x"], ["banner", "x"], ["config"], ["config", "--server", ""]] {
            let (end, output, errors) = try run(words)
            #expect(end == .status(64) && output.isEmpty)
            #expect(errors.hasPrefix("No platform is named.") && errors.count { $0 == "\n" } == 1, "\(errors)")
        }
    }

    /// No platform is asked, so that none needs to be named; and the network is not to blame.
    @Test func offlineNeedsNoPlatform() throws {
        let (end, output, _) = try run(["launch", "com.example.nowhere", "--policy", "offline"])
        #expect(end == .status(23))
        #expect(output.contains("Launch it once with another policy") && !output.contains("network"), "\(output)")
    }

    @Test func anEmptyLinkIsEmpty() throws {
        let (end, _, errors) = try run(["open", ""])
        #expect(end == .status(4))
        #expect(errors.contains("empty") && !errors.contains("long"), "\(errors)")
    }

    // MARK: - Files

    @Test func filesThatAreMissingAreNamed() throws {
        let missing = bench.household.path + "/missing"
        let server = ["--server", bench.stage.url]
        for words in [
            ["snapshot", missing], ["scenario", "run", "--headless", missing], ["qa", "check", missing],
            ["launch", Bench.id("tea"), "--cacert", missing] + server, ["config", "--cacert", missing] + server,
            ["banner", "home", "--cacert", missing] + server,
        ] {
            let (end, output, errors) = try run(words)
            #expect(end == .status(65) && output.isEmpty, "\(words): \(output)")
            #expect(errors == "\(missing) cannot be read: No such file or directory.\n", "\(words): \(errors)")
        }
        let icon = try run(["shortcut", "add", "--title", "A", "--link", "foyer://page/view1", "--icon", missing])
        #expect(icon.end == .status(65))
        #expect(icon.errors.components(of: missing) == 1, "\(icon.errors)")
    }

    /// A folder without scenarios has not passed.
    @Test func aFolderWithoutScenariosIsAWrongOne() throws {
        let folder = bench.household.path + "/empty"
        mkdir(folder, 0o700)
        for words in [["run", "--headless"], ["check"], ["list"]] {
            let (end, output, errors) = try run(["scenario"] + words + [folder])
            #expect(end == .status(65) && output.isEmpty, "\(words): \(output)")
            #expect(errors.contains("No scenario found in \(folder)"), "\(errors)")
        }
    }

    /// Standard output is only for the picture.
    @Test func aSnapshotThatCannotBeDrawnLeavesTheOutputEmpty() throws {
        let noStep = try run(["snapshot", "flows/loading-page", "--at", "99"])
        #expect(noStep.end == .status(64) && noStep.output.isEmpty)
        #expect(noStep.errors.contains("has no step \"99\""), "\(noStep.errors)")
        let failed = try run(["snapshot", "flows/loading-page", "--size", "1x1"])
        #expect(failed.end == .status(1) && failed.output.isEmpty)
        #expect(failed.errors.contains("is not on the screen"), "\(failed.errors)")
    }

    @Test func eventsSayInWordsWhatWaitsAndWhatIsOffAndWhy() throws {
        #expect(try run(["events"]) == (.status(0), "", "No events are waiting.\n"))
        let off = try shell("DO_NOT_TRACK=1 \"$@\"", ["events"])
        #expect(off.errors == "No events are waiting.\nSending is off: DO_NOT_TRACK is set.\n")
        let turnedOff = "Sending is off. To turn it on: foyer events on"
        #expect(try run(["events", "off"]) == (.status(0), turnedOff, ""))
        #expect(try run(["events", "on"]) == (.status(0), "Sending is on.", ""))
        let still = try shell("DO_NOT_TRACK=1 \"$@\"", ["events", "on"])
        #expect(still.output == "Sending is off: DO_NOT_TRACK is set.")
        #expect(try run(["events", "off", "--language", "zh-Hans"]).output.hasPrefix("已停止发送"))
        #expect(try run(["events"]).errors.hasSuffix("Sending is off. To turn it on: foyer events on\n"))
        try bench.household.writeSettings("events: off\n")
        #expect(try run(["events"]).errors.hasSuffix("Sending is off: the settings say events: off.\n"))
    }

    @Test func `a withdrawn word of a command line says what to use instead`() throws {
        for (words, sentence) in [
            (
                ["events", "report", "kept.jsonl"],
                "report was removed in 0.5: count the collector's files with jq and sqlite3"
            ),
            (
                ["popup", "home", "--program-version", "2.17"],
                "--program-version was removed in 0.5: a banner or a pop-up is"
            ),
            (
                ["config", "--program-version=2.9"],
                "--program-version was removed in 0.5: publish a value of another name"
            ),
        ] {
            let (end, output, errors) = try run(words)
            #expect(end == .status(64) && output.isEmpty && errors.hasPrefix(sentence), "\(errors)")
        }
    }

    /// Each mistake is told from the others, and nothing is drawn.
    @Test func whatCannotMoveIsSaidInWords() throws {
        let folder = bench.household.path
        try write("noise\n", to: "wrong.cast")
        try write("{\"version\":3,\"term\":{\"cols\":9,\"rows\":2}}\n[0,\"o\",\"Hello\"]\n", to: "run.v2.cast")
        let cases: [(words: [String], status: Int32, why: String)] = [
            (["wrong.cast", "--format", "apng"], 65, "Line 1 is not valid asciicast"),
            (["run.v2.cast", "--format", "gif"], 64, "gif was removed in 0.5: draw a film with --format apng"),
            (["missing.cast"], 65, "No such file"),
            (["run.v2.cast", "--at", "Ready"], 64, "has no marker \"Ready\""),
            (["run.v2.cast", "--size", "9x2"], 64, "a size of its own"),
        ]
        for (words, status, why) in cases {
            let (end, output, errors) = try run(["snapshot", folder + "/" + words[0]] + words.dropFirst())
            #expect(end == .status(status) && output.isEmpty)
            #expect(errors.contains(why), "\(errors)")
        }
        let whole = try run(["snapshot", folder + "/run.v2.cast"])
        #expect(whole.end == .status(0) && whole.output.hasPrefix("Hello"), "\(whole.errors)")
        let script = #"PATH=/nowhere exec "$@""#
        let bare = try shell(script, ["snapshot", folder + "/run.v2.cast", "--format", "apng"])
        #expect(bare.end == .status(1) && bare.output.isEmpty)
        #expect(bare.errors.contains("rsvg-convert"), "\(bare.errors)")
    }

    /// Players draw what follows on a screen of that size.
    @Test func aRecordingSaysWhichSizeTheTerminalHasGot() throws {
        let file = bench.household.path + "/banner.cast"
        let session = try bench.foyer(["banner", "home", "--server", bench.stage.url, "--record", file])
        try session.wait(forText: bannerTitles[0])
        session.resize(columns: 100, rows: 30)
        try session.waitUntilItRests()
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        let stream = try #require(fopen(file, "r"))
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let lines = bytes[..<fread(&bytes, 1, bytes.count, stream)].split(separator: UInt8(ascii: "\n"))
        let sizes = try lines.dropFirst().map { try JSONNode(JSON.parse(Array($0))).elements() }
            .filter { try $0[1].text() == "r" }.map { try $0[2].text() }
        #expect(sizes == ["100x30"])
    }

    /// Missing evidence is reported.
    @Test(arguments: ["--record", "--trace"]) func evidenceThatCannotBeWrittenIsNamed(_ option: String) throws {
        let server = ["--server", bench.stage.url]
        let (end, _, errors) = try run(["launch", Bench.id("tea"), option, "/dev/full"] + server)
        #expect(end == .status(65))
        #expect(errors.contains("/dev/full") && errors.contains("No space left"), "\(errors)")
    }

    // MARK: - Settings

    @Test func settingsThatCannotBeReadAreNamed() throws {
        let path = bench.household.path + "/config/foyer/config.yaml"
        mkdir(bench.household.path + "/config", 0o700)
        mkdir(bench.household.path + "/config/foyer", 0o700)
        mkdir(path, 0o700)
        let (end, output, errors) = try run(["apps"])
        #expect(end == .status(0) && output.isEmpty)
        #expect(errors.contains(path), "\(errors)")
    }

    /// Empty counts as unset.
    @Test func anEmptyVariableLeavesTheSettingsTheirWord() throws {
        mkdir(bench.household.path + "/config", 0o700)
        mkdir(bench.household.path + "/config/foyer", 0o700)
        try write("server: \(bench.stage.url)\n", to: "config/foyer/config.yaml")
        #expect(try shell(#""$@""#, ["config"], ["FOYER_SERVER": ""]).end == .status(0))
        #expect(try shell(#""$@""#, ["config"], ["FOYER_SERVER": "ftp://x"]).end == .status(64))
    }

    /// The settings' key counts for whatever is fetched from a platform of the user's, also by way of a banner.
    @Test func theSettingsKeyHoldsForWhatABannerLeadsTo() throws {
        mkdir(bench.household.path + "/config", 0o700)
        mkdir(bench.household.path + "/config/foyer", 0o700)
        // The stage's own key, which has signed the banner; the program's metadata is another's word.
        try write("public-key: Pa5O9LB2ApZgcgAY3kqH0oY5SYsCLyMi59qzmbnDwFE=\n", to: "config/foyer/config.yaml")
        try bench.stage.fail("metadata", #""kind":"attack","attack":"unsigned""#)
        let session = try bench.foyer(["banner", "home", "--server", bench.stage.url])
        try session.wait(forText: bannerTitles[0])
        session.send(.enter)
        try session.wait(forText: "10003")
        session.send("q")
        try session.wait(forText: bannerTitles[0])
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
