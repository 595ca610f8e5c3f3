import Foyer
import FoyerSystem
import Glibc
import Testing

@testable import FoyerFlows

/// Expectations and budgets wait for the program's answer; a flood outruns no limit.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) struct ProgramAnswerTests {
    /// A program that answers each key in raw mode, after a time, by what `body` does; `k` is the key.
    private func flow(_ body: String, _ steps: String, delay: String, head: String) throws -> Scenario {
        let start = [
            "import os, tty, time, sys", "tty.setraw(0)", "def w(text): os.write(1, text.encode())", "w('ready ')",
            "while True:", "  k = os.read(0, 64).decode()", "  time.sleep(\(delay))",
        ]
        let script = (start + body.split(separator: "\n").map { "  " + $0 }).map { "      \($0)\n" }.joined()
        let text = """
            title: T
            size: 40x6
            \(head)run:
              command: [python3, answer.py]
              files:
                answer.py: |
            \(script)steps:
              - wait: ready
            \(steps)
            """
        return try Scenario.read(Array(text.utf8), file: "t.yaml").get()
    }

    private func play(
        _ body: String, _ steps: String, delay: String = "0.05", head: String = ""
    ) async throws -> ScenarioResult {
        try await ScenarioRig.run(try flow(body, steps, delay: delay, head: head))
    }

    /// Of each kind, what is true before the key has been read.
    @Test(arguments: [
        ("w(k)", "notext: hunter2", "hunter2"), ("w('\\a')", "bell: 0", "bells is 1, not 0"),
        ("w('oops'); time.sleep(0.06); w('\\r\\x1b[K')", "unseen: oops", "oops"),
        ("w('\\x1b[5;9H')", "cursor: { column: 7, row: 1 }", "cursor"),
        ("w('\\x1b]2;Other\\a')", "title: ''", "title"),
        ("w('\\x1b[?1049h')", "modes: { alternate: false }", "alternate"),
        ("open('made', 'w')", "file: { path: made, there: false }", "made"),
        ("w('!')", "matches: 'ready *$'", "ready"), ("w('\\x1b[2J')", "text: ready", "ready"),
        ("w('!')", "screen: ready", "row 1"), ("w('\\r\\x1b[31mready')", "colour: { ready: text }", "colour"),
    ])
    func `an expectation waits for the answer to the key before it`(
        body: String, condition: String, reason: String
    ) async throws {
        for delay in ["0.05", "0.4"] {
            let result = try await play(body, "  - type: hunter2\n  - expect: { \(condition) }\n", delay: delay)
            #expect(result.failure?.step?.summary.hasPrefix("expect") == true, "\(condition) after \(delay) s")
            #expect(
                result.failure?.reason.description.contains(reason) == true,
                "\(result.failure?.reason.phrase.english ?? "")")
        }
    }

    @Test(arguments: ["notext: oops", "bell: 0", "file: { path: made, there: false }"])
    func `a wait for an absence waits for the answer as well`(condition: String) async throws {
        let result = try await play(
            "w('oops\\a')\nopen('made', 'w')", "  - press: x\n  - wait: { \(condition), within: 1 }\n", delay: "0.3")
        #expect(result.failure?.step?.summary.hasPrefix("wait") == true, "\(condition)")
    }

    @Test func `what holds after the answer passes within 100 ms of it`() async throws {
        let result = try await play("w(k)", "  - press: x\n  - expect: { text: ready x, notext: error, bell: 0 }\n")
        #expect(result.failure == nil && result.realTime < .seconds(4))
    }

    @Test func `a program that never reads does not hold up a flow for ever`() async throws {
        let text = """
            title: T
            run: [sh, -c, 'stty raw; echo ready; sleep 30']
            steps: [{ wait: ready }, { press: x }, { expect: { notext: error } }, { expect: { notext: other } }]
            """
        let result = try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
        #expect(result.failure == nil && result.realTime >= .seconds(5) && result.realTime < .seconds(9))
    }

    // MARK: - Budgets

    @Test func `a budget of seconds lasts until the program has answered`() async throws {
        let steps = "  - { press: x, budget: { seconds: 0.4 } }\n  - wait: done\n"
        let result = try await play("w('done')", steps, delay: "0.7")
        #expect(result.failure?.reason.phrase.english.hasPrefix("The screen was still after 0.") == true)
        #expect(result.failure?.step?.summary == "press x")
        // The same in its trace.
        #expect(result.tries.first?.steps.map(\.state) == [.passed, .failed, .unplayed])
        let quick = try await play("w('done')", steps)
        #expect(quick.failure == nil)
    }

    /// Node and others wait for keys while a timer runs.
    @Test func `an answer that comes while the program polls counts for the key before it`() async throws {
        let body = "import select\nselect.select([0], [], [], 0.7)\nw('done')"
        let steps = "  - { press: x, budget: { seconds: 0.4 } }\n  - wait: done\n  - wait: { still: 0.1 }\n"
        let result = try await play(body, steps, delay: "0")
        #expect(result.failure?.step?.summary == "press x", "\(result.failure?.reason.phrase.english ?? "")")
        #expect(result.tries.first?.steps.map(\.state) == [.passed, .failed, .unplayed, .unplayed])
    }

    @Test func `what follows a key belongs to it until the next key`() async throws {
        let steps = "  - press: x\n  - press: y\n  - wait: y\n"
        let result = try await play("w(k)", steps, delay: "0")
        let all = try #require(result.tries.first?.steps)
        #expect(all[2].to >= all[3].to && all[1].to >= all[1].from && all[1].to <= all[2].to)
    }

    // MARK: - Floods

    private func flood(_ command: String, _ step: String, head: String = "") async throws -> ScenarioResult {
        let text = "title: T\n\(head)run: [\(command)]\nsteps:\n  - \(step)\n"
        return try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get())
    }

    @Test(arguments: [
        "yes", "sh, -c, 'yes | nl'", "python3, -c, \"while True: print('x\\\\x1b[9999b' * 400, end='')\"",
        "python3, -c, \"while True: print('\\\\x1b[?u\\\\x1b[6n' * 400, end='')\"",
    ])
    func `a flood outruns no limit`(command: String) async throws {
        let waited = try await flood(command, "wait: { text: READY, within: 1 }")
        #expect(waited.failure?.reason.phrase.english == "After 1 s: \"READY\" is not on the screen.")
        #expect(waited.realTime < .seconds(20), "1.2 s where nothing else runs; 28 to 53 s once")
        let limited = try await flood(command, "wait: { text: READY, within: 60 }", head: "timeout: 1\n")
        #expect(limited.failure?.reason.phrase.english.hasPrefix("The flow took more than 1 s.") == true)
        #expect(limited.realTime < .seconds(20), "1.2 s where nothing else runs; 28 to 53 s once")
    }

    @Test func `a flood is ended at once when the run is`() async throws {
        let text = "title: T\nrun: [yes]\nsteps: [{ wait: { text: READY, within: 60 } }]\n"
        let flow = try Scenario.read(Array(text.utf8), file: "t.yaml").get()
        let order = try #require(flow.program)
        let began = MonotonicClock.now
        let result = await BlockingWork.threads.run {
            ProgramRun.run(flow, order, FlowLimits { MonotonicClock.now - began > .milliseconds(300) })
        }
        if let room = result.room { Folder.removeTree(path: room) }
        #expect(
            result.failure?.reason == .interrupted && result.realTime < .seconds(2), "0.35 s where nothing else runs")
    }

    @Test func `a driven program that floods is answered`() async throws {
        let took = try await BlockingWork.threads.run { () throws -> Duration in
            let drive = try FlowDrive(["yes"], size: CellSize(columns: 40, rows: 4), folder: "/tmp")
            defer { _ = drive.finish(for: "/x.yaml") }
            let began = MonotonicClock.now
            _ = drive.answer("wait: { text: READY, within: 1 }")
            _ = drive.answer("press: q")
            return MonotonicClock.now - began
        }
        #expect(took < .seconds(4), "1.2 s where nothing else runs")
    }
}
