import Foyer
import FoyerPlatform
import FoyerSystem

/// A program that somebody else drives, line by line: each line is a step as in a file of a flow, each answer one object.
///
/// A key is answered at once, and what the program makes of it is in the answer of the `wait` that follows. A step that
/// fails, or that nobody understands, is answered, and the program goes on.
package final class FlowDrive {
    private let session: ProgramSession
    private let room: FlowRoom
    private let scenario: Scenario
    private var player: ProgramPlayer
    private let recorder = ScenarioRecorder()
    private let order: ProgramOrder
    /// The rows as they were last answered.
    private var told: [String] = []
    private let isOver: () -> Bool
    /// The first step that failed.
    private var failure: ScenarioVerdict.Failure?
    /// Whether every step was understood and came true.
    package private(set) var hasPassed = true

    /// - Parameters:
    ///   - file: the flow that it is, which its golden screens lie beside; `nil` for one named after the program, in `folder`.
    ///   - folder: where it runs.
    ///   - inherits: variables of this process's environment that it has as well.
    ///   - goldens: how golden screens are kept.
    ///   - isOver: whether nobody waits for an answer any more.
    package init(
        _ words: [String], size: CellSize, file: String? = nil, folder: String, inherits: [String] = [],
        goldens: GoldenOrder.Rule = .frozen, isOver: @escaping () -> Bool = { false }
    ) throws(LocalizedFailure) {
        var order = ProgramOrder(words: words, folder: folder)
        order.inherits = inherits
        let name = PathParts(words.first ?? "").name
        var scenario = Scenario(title: words.joined(separator: " "), file: file ?? folder + "/" + name + ".yaml")
        scenario.size = size
        scenario.goldens.rule = goldens
        (self.order, self.scenario, self.isOver) = (order, scenario, isOver)
        do { room = try FlowRoom(order) } catch { throw LocalizedFailure(error.cause) }
        do {
            session = try ProgramSession(order, in: room, size: size)
        } catch {
            room.remove()
            throw LocalizedFailure(room.elsewhere ?? error.cause)
        }
        let steps = ScenarioPlayer(oneByOne: scenario, grace: ProgramRun.grace)
        player = ProgramPlayer(steps, on: session, DisplayTheme(depth: .direct))
    }

    /// What becomes readable when the program has something to say.
    package var descriptors: [Int32] { session.descriptors }

    /// Takes what the program has written; does not wait.
    package func listen() { player.observe(until: .zero) }

    /// Carries out a line, and answers it.
    package func answer(_ line: String) -> JSON {
        // What stands there now is asked for.
        guard line.contains(where: { $0 != " " }) else {
            listen()
            return reply("ok")
        }
        let line = EscapedLine.readable(line)
        let (step, problems) = YAMLShape<ScenarioStep>.stepOfProgram.decode(Array(line.utf8), as: .aStepOfIt)
        guard var step, problems.isEmpty else {
            hasPassed = false
            let lines = problems.map { JSON.string("Column \($0.mark.column): \(Language.english[$0.phrase].string)") }
            return reply("wrong", problems: .array(lines))
        }
        step.line = player.steps.steps.count + 1
        guard let reason = play(step, line) else { return reply("ok") }
        hasPassed = false
        let failure = ScenarioVerdict.Failure(step: step, reason: reason, why: player.reasons(of: reason))
        self.failure = self.failure ?? failure
        return reply("failed", reason: .string(failure.sentence(.english).string))
    }

    private func play(_ step: ScenarioStep, _ text: String) -> StepFailure? {
        let (before, missed) = (session.screen, player.steps.missed.count)
        listen()
        if let failure = player.play(step, isOver: isOver) { return failure }
        let (kind, isEnd) = (step.action.kind, step.action.condition?.waitsForEnd == true)
        recorder.take(text, kind, isEnd: isEnd, on: kind == .look ? session.screen : before)
        listen()
        return player.steps.missed.count > missed ? player.steps.missed.last?.reason : nil
    }

    private func reply(_ result: String, problems: JSON? = nil, reason: JSON? = nil) -> JSON {
        let rows = session.screen.textLines
        let changed = rows.indices.filter { $0 >= told.count || told[$0] != rows[$0] }
        told = rows
        let surroundings = session.surroundings
        return JSON([
            "result": .string(result), "problems": problems, "reason": reason,
            "rows": .object(changed.map { .init("\($0 + 1)", .string(rows[$0])) }),
            "cursor": surroundings.cursor.map { ["column": JSON($0.column + 1), "row": JSON($0.row + 1)] } ?? .null,
            "title": .string(surroundings.title), "exit": session.end?.json ?? .null,
        ])
    }

    /// Ends the program, and writes the golden screens that may be written.
    ///
    /// - Parameter schema: where editors find which keys there are.
    /// - Returns: the flow of the steps that came true, for that file, and what came of all.
    package func finish(for file: String, schema: String? = nil) -> (text: String, steps: Int, result: ScenarioResult) {
        let draft = recorder.finish(session.end, on: session.screen)
        var result = player.result(scenario, failure, isStopped: false)
        result.order = order
        session.stop()
        room.remove()
        result.keepGoldens(scenario.goldens.rule)
        let flow = ScenarioRecording.text(order, size: scenario.size, draft, for: file, schema)
        return (flow.text, flow.steps, result)
    }
}

extension FlowDrive {
    /// Answers line after line until there are no more.
    ///
    /// - Parameters:
    ///   - input: where the lines come from.
    ///   - write: an answer, which somebody waits for.
    package func run(input: Int32, write: (JSON) -> Void) {
        var lines = LineInput(input, longest: YAMLDocument.largest)
        while !lines.hasEnded, !isOver() {
            Poll.wait(toRead: [input] + descriptors, for: .milliseconds(500))
            listen()
            for line in lines.read() { write(answer(line)) }
        }
    }
}

extension CommandEnd {
    /// As a file has it: a status, or a signal's name.
    fileprivate var json: JSON {
        switch self {
        case .status(let status): JSON(Int(status))
        case .signal(let number): .string(SignalName.allCases.first { $0.number == number }?.rawValue ?? "\(number)")
        }
    }
}
