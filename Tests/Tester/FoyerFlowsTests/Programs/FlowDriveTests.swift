import Foyer
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// A program that is driven line by line, and the flow that comes of it.
@Suite struct FlowDriveTests {
    private static let folder = "/tmp"
    /// Shows what it gets, and asks who is there.
    private static let asking = "printf \"Who is there? \"; read name; echo \"Welcome, $name.\"; sleep 0.05; exit 3"

    /// Drives `sh -c script` on a thread of its own.
    private func drive<Value: Sendable>(
        _ script: String, _ body: @escaping @Sendable (FlowDrive) throws -> Value
    ) async throws -> Value {
        try await BlockingWork.threads.run { () throws -> Value in
            let drive = try FlowDrive(
                ["sh", "-c", script], size: CellSize(columns: 40, rows: 4), folder: Self.folder)
            defer { _ = drive.finish(for: "/x.yaml") }
            return try body(drive)
        }
    }

    private static func text(_ answer: JSON, _ name: String) -> String? {
        if case .string(let text)? = answer[name] { text } else { nil }
    }

    @Test func eachAnswerHasTheRowsThatChanged() async throws {
        let answers = try await drive(Self.asking) { drive in
            ["wait: Who is there?", "{\"type\": \"Ann\"}", "press: enter", "wait: { exit: 3 }"].map {
                drive.answer($0).jsonText
            }
        }
        #expect(answers[0].hasPrefix("{\"result\":\"ok\",\"rows\":{\"1\":\"Who is there?\""))
        #expect(answers[0].hasSuffix("\"cursor\":{\"column\":15,\"row\":1},\"title\":\"\",\"exit\":null}"))
        // A quick program has answered before the answer to the key.
        #expect((answers[2] + answers[3]).contains("\"2\":\"Welcome, Ann.\""))
        #expect(answers[3].hasSuffix("\"exit\":3}"))
        #expect(!answers[3].contains("\"3\":"))
    }

    @Test func aMistakeIsAnsweredAndTheSessionGoesOn() async throws {
        let (answers, hasPassed) = try await drive(Self.asking) { drive in
            let lines = ["wiat: x", "press: [", "wait: { text: nothing, within: 0.1 }", "click: nowhere", "wait: Who"]
            return (lines.map { drive.answer($0) }, drive.hasPassed)
        }
        #expect(answers.map { Self.text($0, "result") } == ["wrong", "wrong", "failed", "failed", "ok"])
        let problem = #"["Column 1: A step knows no \"wiat\"; did you mean \"wait\"?"]"#
        #expect(answers[0]["problems"]?.jsonText == problem)
        #expect(Self.text(answers[2], "reason")?.contains("\"nothing\" is not on the screen") == true)
        #expect(!hasPassed)
    }

    /// With its marks and signs kept apart from texts that look like them.
    @Test(arguments: [
        (#"{"type": "\u65e5\u672c \ud83c\udf75"}"#, #"{"type": "日本 🍵"}"#),
        (
            #"{"type": "\\ud83c\\udf75 \u0022 \u005c \u001b"}"#,
            #"{"type": "\\ud83c\\udf75 \U00000022 \U0000005c \U0000001b"}"#
        ),
        // The flag of England ends with characters that nobody sees.
        (#"{"type": "\ud83c\udff4\udb40\udc67"}"#, #"{"type": "🏴\U000e0067"}"#),
        (#"{"type": "\ud83c \u12"}"#, #"{"type": "\ud83c \u12"}"#), (#"type: "\u65e5""#, #"type: "\u65e5""#),
    ])
    func aLineIsReadableWithoutEscapes(line: String, read: String) {
        #expect(EscapedLine.readable(line) == read)
    }

    /// As Python's `json.dumps` writes them.
    @Test func escapesOfJSONAreItsCharacters() async throws {
        let (answers, flow) = try await drive("read x; echo \"got $x.\"; read x") { drive in
            let lines = [
                #"{"type": "tea \ud83c\udf75"}"#, #"{"press": "enter"}"#, #"{"wait": "got tea \ud83c\udf75."}"#,
            ]
            let answers = lines.map { Self.text(drive.answer($0), "result") }
            return (answers, drive.finish(for: "/tmp/x.yaml").text)
        }
        #expect(answers == ["ok", "ok", "ok"])
        #expect(flow.contains("got tea 🍵.") && !flow.contains("\\u"), "\(flow)")
    }

    /// As other tools call it, too; what is recorded has one name.
    @Test func escapeHasTwoNames() async throws {
        let answers = try await drive("read x; echo \"got $x.\"") { drive in
            ["press: escape", "press: [esc, enter]", "wait: got"].map { Self.text(drive.answer($0), "result") }
        }
        #expect(answers == ["ok", "ok", "ok"])
        #expect(KeyName.key("escape") == .escape && KeyName.key("esc") == .escape && KeyName.name(.escape) == "esc")
    }

    @Test func aSignalComesAfterTheKeysBeforeIt() async throws {
        let script = "trap 'echo over' INT; echo ready; sleep 0.1; read x; echo \"got $x\"; read y"
        let results = try await drive(script) { drive in
            ["wait: ready", "type: Ann", "press: enter", "press: ctrl-c", "wait: got Ann"].map {
                Self.text(drive.answer($0), "result")
            }
        }
        #expect(results == ["ok", "ok", "ok", "ok", "ok"])
    }

    @Test func anEmptyLineAsksWhatStandsThere() async throws {
        let rows = try await drive("echo one; read x; echo two; read y") { drive -> [String] in
            [drive.answer("wait: one"), drive.answer(""), drive.answer("press: enter"), drive.answer("wait: two")].map {
                $0["rows"]?.jsonText ?? ""
            }
        }
        #expect(rows[0] == "{\"1\":\"one\",\"2\":\"\",\"3\":\"\",\"4\":\"\"}" && rows[1] == "{}")
    }

    /// The bar: it plays fifty times of fifty.
    @Test func whatIsSavedPlaysEveryTime() async throws {
        let flow = try await drive(Self.asking) { drive in
            let lines = ["wait: Who", "type: Ann", "wait: Ann", "press: enter", "wait: { exit: 3 }"]
            for line in lines { _ = drive.answer(line) }
            return drive.finish(for: "/tmp/x.yaml").text
        }
        #expect(
            flow == """
                title: \"sh -c \(Self.asking.replacing("\"", with: "\\\""))\"
                size: 40x4
                run: { command: [\"sh\", \"-c\", \"\(Self.asking.replacing("\"", with: "\\\""))\"], folder: . }
                steps:
                  - wait: Who
                  - type: Ann
                  - wait: Ann
                  - press: enter
                  - wait: { exit: 3 }

                """)
        let saved = try Scenario.read(Array(flow.utf8), file: "/tmp/x.yaml").get()
        let report = try await ScenarioRig.report([saved]) { $0.rounds = 50 }
        #expect(report.outcomes.first?.bad == 0 && report.outcomes.first?.plays == 50)
    }

    /// Only a condition waits for the end: the word in a text does not.
    @Test func theEndIsSavedThoughTheLastStepSpeaksOfAnExit() async throws {
        for (line, steps) in [("wait: exit now", 2), ("wait: { exit: 3 }", 1), ("expect: { text: exit now }", 2)] {
            let flow = try await drive("echo exit now; exit 3") { drive in
                _ = drive.answer(line)
                _ = drive.answer("")
                while drive.answer("")["exit"] == .null {}
                return drive.finish(for: "/tmp/x.yaml")
            }
            #expect(flow.steps == steps && flow.text.hasSuffix("  - wait: { exit: 3 }\n"), "\(flow.text)")
        }
    }

    /// Python's JSON has an escape for each letter that is not ASCII.
    @Test func whatIsSavedCanBeRead() async throws {
        let flow = try await drive("echo 日本 x; read x") { drive in
            _ = drive.answer(#"{"wait": "\u65e5\u672c"}"#)
            _ = drive.answer(#"{"wait": "x"}"#)
            let flow = drive.finish(for: "/tmp/x.yaml")
            return (text: flow.text, steps: flow.steps)
        }
        #expect(flow.text.contains("  - {\"wait\": \"日本\"}\n  - {\"wait\": \"x\"}\n"), "\(flow.text)")
        #expect(try Scenario.read(Array(flow.text.utf8), file: "/tmp/x.yaml").get().steps.count == flow.steps)
    }

    /// The first time writes it, and the second compares.
    @Test func `a golden screen is compared as in a file`() async throws {
        let folder = TemporaryFolder()
        func drive(_ word: String) async throws -> (answers: [JSON], result: ScenarioResult) {
            try await BlockingWork.threads.run {
                [path = folder.path] () throws -> (answers: [JSON], result: ScenarioResult) in
                let drive = try FlowDrive(
                    ["sh", "-c", "echo \(word); read x"], size: CellSize(columns: 40, rows: 4), folder: path,
                    goldens: .record)
                let answers = ["wait: \(word)", "golden: start"].map(drive.answer)
                return (answers, drive.finish(for: "/x.yaml").result)
            }
        }
        let first = try await drive("ready")
        #expect(first.answers.map { Self.text($0, "result") } == ["ok", "ok"])
        #expect(first.result.goldenNotes.count == 1)
        #expect(access(folder.path + "/sh.screens/start.40x4.txt", F_OK) == 0)
        let second = try await drive("ready")
        #expect(second.answers.map { Self.text($0, "result") } == ["ok", "ok"] && second.result.hasPassed)
        let other = try await drive("tea")
        #expect(Self.text(other.answers[1], "reason")?.contains("start.40x4.txt") == true)
        #expect(!other.result.hasPassed && other.result.tries.first?.steps.map(\.state) == [.passed, .failed])
    }

    @Test func `a drive has a trace`() async throws {
        let result = try await drive(Self.asking) { drive in
            for line in [
                "wait: Who", "wait: { text: nobody, within: 0.1 }", "type: Ann", "expect: { unseen: Welcome }",
            ] {
                _ = drive.answer(line)
            }
            return drive.finish(for: "/x.yaml").result
        }
        let attempt = try #require(result.tries.first)
        #expect(attempt.steps.map(\.state) == [.passed, .failed, .passed, .passed])
        #expect(attempt.steps.map(\.line) == [1, 2, 3, 4] && attempt.events.map(\.name) == ["Ann"])
        #expect(try attempt.frames.track().count > 1)
        #expect(!attempt.reasons.isEmpty)
    }

    @Test func itWaitsForWhatAStepShowed() async throws {
        let flow = try await drive("echo ready; read x; echo Tea is served; read y") { drive in
            _ = drive.answer("wait: ready")
            var reply = drive.answer("press: enter")
            // Nobody asked for it; it may have come with the key already.
            while reply["rows"]?.jsonText.contains("served") != true {
                poll(nil, 0, 1)
                reply = drive.answer("")
            }
            _ = drive.answer("press: enter")
            return drive.finish(for: "/tmp/x.yaml").text
        }
        #expect(
            flow.contains(
                "  - wait: ready\n  - press: enter\n  - wait: \"Tea is served\"\n  - press: enter\n"))
    }

    /// The bar: 1,000 steps.
    @Test func aStepTakesNoLongerThanTheProgram() async throws {
        let took = try await drive("cat") { drive in
            let began = MonotonicClock.now
            for number in 0..<1_000 {
                _ = drive.answer(number.isMultiple(of: 2) ? "press: x" : "wait: x")
            }
            return MonotonicClock.now - began
        }
        #expect(took < .seconds(20), "5 s where nothing else runs")
    }

    @Test func aProgramThatIsNotThereIsNamed() async throws {
        let failure = await BlockingWork.threads.run { () -> String? in
            do throws(LocalizedFailure) {
                _ = try FlowDrive(["no-such-program"], size: CellSize(columns: 40, rows: 4), folder: "/tmp")
                return nil
            } catch { return error.cause.english }
        }
        #expect(failure?.contains("no-such-program") == true)
    }
}
