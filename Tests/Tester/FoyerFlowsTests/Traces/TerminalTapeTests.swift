import Foyer
import Testing

@testable import FoyerTrace

/// What a run sent to its terminal, as a page.
@Suite struct TerminalTapeTests {
    private func at(_ milliseconds: Int) -> Instant { .zero + .seconds(5) + .milliseconds(milliseconds) }

    private func page(_ tape: TerminalTape, add: (inout Trace.Try, Instant) -> Void = { _, _ in }) -> TracePage {
        tape.page(facts: [], palette: .dark, .english, until: at(900), add: add)
    }

    @Test func whatCameTogetherIsAFrame() throws {
        let tape = TerminalTape(title: "t", since: at(0))
        let size = CellSize(columns: 20, rows: 3)
        tape.take(Array("\u{1B}]2;Tea\u{7}\u{1B}[?1049hone".utf8), size: size, at: at(100))
        tape.take(Array(" two".utf8), size: size, at: at(103))
        tape.take(Array(" three".utf8), size: size, at: at(300))
        tape.take(Array("\r\nfour".utf8), size: CellSize(columns: 30, rows: 4), at: at(500))
        let scenes = Array(try #require(try TracePage.tracks(in: Array(page(tape).html.utf8)).first))
        #expect(scenes.map { $0.screen.textLines[0].trimmed } == ["one two", "one two three", "one two three"])
        #expect(scenes.map(\.time) == [103, 300, 500].map { .zero + .milliseconds($0) })
        #expect(scenes.last?.screen.size == CellSize(columns: 30, rows: 4))
        #expect(scenes.allSatisfy { $0.surroundings.title == "Tea" && $0.surroundings.modes.contains("alternate") })
    }

    @Test func secretsAreDotsOnEveryScreenAndInEveryText() throws {
        let tape = TerminalTape(title: "run --token zq7Hunter9x", since: at(0))
        let size = CellSize(columns: 40, rows: 4)
        tape.take(Array("said zq7Hunter9x first\r\n".utf8), size: size, at: at(100))
        tape.take(Array("API_KEY=zq7Hunter9x\r\nplain".utf8), size: size, at: at(200))
        // It goes on in the next row.
        let token = "ghp_zq" + String(repeating: "7a", count: 17)
        tape.take(Array("\u{1B}[2J\u{1B}[H\u{1B}]2;zq7Hunter9x\u{7}\u{8BCD} is \(token)".utf8), size: size, at: at(300))
        let page = page(tape) { attempt, _ in
            attempt.ending = "log: zq7Hunter9x"
            attempt.fail("It wrote last: \(SafeText("password: zq7Hunter9x"))")
        }
        let html = page.html
        #expect(!html.contains("zq7") && html.contains("Secrets hidden"))
        let scenes = Array(try #require(try TracePage.tracks(in: Array(html.utf8)).first))
        #expect(scenes.map { $0.screen.textLines[0].trimmed }.first == "said ••••••••••• first")
        #expect(scenes[1].screen.textLines[1...2].map(\.trimmed) == ["API_KEY=•••••••••••", "plain"])
        #expect(scenes[2].screen.textLines[0].hasPrefix("\u{8BCD} is ••••"))
        for scene in scenes {
            #expect(!scene.screen.textLines.joined().contains("7") && !scene.surroundings.title.contains("zq7"))
        }
    }

    /// What went wrong is not what was done last.
    @Test func theStepOfThatTimeFails() {
        let tape = TerminalTape(title: "t", since: at(0))
        for (label, time) in [("Package", 100), ("Error", 300), ("closed", 700)] { tape.mark(label, at: at(time)) }
        var states: [Trace.Step.State] = []
        _ = page(tape) { attempt, _ in
            attempt.fail("Gone.", at: .milliseconds(300))
            states = attempt.steps.map(\.state)
        }
        #expect(states == [.passed, .passed, .failed, .passed])
    }

    @Test func marksAreItsStepsAndTheLastFails() throws {
        let tape = TerminalTape(title: "t", since: at(0))
        tape.mark("Attempt 1", at: at(200))
        tape.mark("Package", at: at(300))
        var steps: [Trace.Step] = []
        let html = page(tape) { attempt, _ in
            attempt.fail("It is <gone>.")
            steps = attempt.steps
        }.html
        #expect(steps.map(\.title) == ["Start", "Attempt 1", "Package"])
        #expect(steps.map(\.from) == [.zero, .milliseconds(200), .milliseconds(300)])
        #expect(steps.map(\.state) == [.passed, .passed, .failed] && steps.last?.to == .milliseconds(900))
        #expect(html.contains("It is &lt;gone&gt;."))
    }
}
