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
    private let theme = DisplayTheme(depth: .direct, palette: .fitting(.dark, ground: nil), isASCII: false)
    private let record = FlowRecord(.live)
    private var player = ScenarioPlayer(grace: .seconds(5))
    private let recorder = ScenarioRecorder()
    private let order: ProgramOrder
    private let size: CellSize
    /// The rows as they were last answered.
    private var told: [String] = []
    private let isOver: () -> Bool
    /// Whether every step was understood and came true.
    package private(set) var hasPassed = true

    /// - Parameters:
    ///   - folder: where it runs.
    ///   - inherits: variables of this process's environment that it has as well.
    ///   - isOver: whether nobody waits for an answer any more.
    package init(
        _ words: [String], size: CellSize, folder: String, inherits: [String] = [],
        isOver: @escaping () -> Bool = { false }
    ) throws(LocalizedFailure) {
        var order = ProgramOrder(words: words, folder: folder)
        order.inherits = inherits
        (self.order, self.size, self.isOver) = (order, size, isOver)
        do { room = try FlowRoom(order) } catch { throw LocalizedFailure(error.cause) }
        do {
            session = try ProgramSession(order, in: room, size: size, depth: .direct)
        } catch {
            room.remove()
            throw LocalizedFailure(room.elsewhere ?? error.cause)
        }
    }

    /// What becomes readable when the program has something to say.
    package var descriptors: [Int32] { session.descriptors }

    /// Takes what the program has written; does not wait.
    package func listen() { session.wait(until: .zero) }

    /// Carries out a line, and answers it.
    package func answer(_ line: String) -> JSON {
        // What stands there now is asked for.
        guard line.contains(where: { $0 != " " }) else {
            listen()
            return reply("ok")
        }
        let line = EscapedLine.readable(line)
        let (step, problems) = YAMLShape<ScenarioStep>.stepOfProgram.decode(Array(line.utf8), as: .aStepOfIt)
        guard let step, problems.isEmpty else {
            hasPassed = false
            let lines = problems.map { JSON.string("Column \($0.mark.column): \(Language.english[$0.phrase].string)") }
            return reply("wrong", [.init("problems", .array(lines))])
        }
        guard let failure = play(step, line) else { return reply("ok") }
        hasPassed = false
        let why = FailureReason.find(
            for: failure, on: session.screen, history: FrameHistory(), began: .zero, program: session.facts)
        let phrases = ScenarioVerdict.Failure(step: step, reason: failure, why: why)
        return reply("failed", [.init("reason", .string(phrases.sentence(.english).string))])
    }

    private func play(_ step: ScenarioStep, _ text: String) -> StepFailure? {
        if step.action.golden != nil { return .other(.goldenInDrive) }
        let before = session.screen
        listen()
        player.add(step)
        while true {
            if let failure = isOver() ? .interrupted : session.failure.map({ StepFailure.other($0.cause) }) {
                player.skip()
                return failure
            }
            let now = MonotonicClock.now
            switch player.decide(session.observation(theme, record), at: now) {
            case .wait(let instant): session.wait(until: min(instant, now + .milliseconds(100)))
            case .finished:
                let kind = step.action.given
                recorder.take(
                    text, kind, isEnd: step.action.waitsForEnd, on: kind == .look ? session.screen : before)
                listen()
                return nil
            case .failed(let failure):
                player.skip()
                return failure
            case .act(let action):
                guard let failure = session.carryOut(action) else { continue }
                player.skip()
                return failure
            }
        }
    }

    private func reply(_ result: String, _ more: [JSON.Member] = []) -> JSON {
        let rows = session.screen.textLines
        let changed = rows.indices.filter { $0 >= told.count || told[$0] != rows[$0] }
        told = rows
        let surroundings = session.surroundings
        return .object(
            [.init("result", .string(result))] + more + [
                .init("rows", .object(changed.map { .init("\($0 + 1)", .string(rows[$0])) })),
                .init(
                    "cursor",
                    surroundings.cursor.map { cursor in
                        .object([
                            .init("column", .integer(Int64(cursor.column + 1))),
                            .init("row", .integer(Int64(cursor.row + 1))),
                        ])
                    } ?? .null), .init("title", .string(surroundings.title)),
                .init("exit", session.end?.json ?? .null),
            ])
    }

    /// Ends the program.
    ///
    /// - Parameter schema: where editors find which keys there are.
    /// - Returns: the flow of the steps that came true, for that file.
    package func finish(for file: String, schema: String? = nil) -> (text: String, steps: Int) {
        let draft = recorder.finish(session.end, on: session.screen)
        session.stop()
        room.remove()
        return ScenarioRecording.text(order, size: size, draft, for: file, schema)
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

extension ScenarioStep.Action {
    fileprivate var given: ScenarioRecorder.Given {
        switch self {
        case .wait, .expect, .golden: .look
        case .advance, .program(.answer): .neither
        default: .act
        }
    }

    /// Whether it comes true only once the program has ended.
    fileprivate var waitsForEnd: Bool {
        switch self {
        case .wait(let condition, _), .expect(let condition): condition.exit != nil || condition.terminal?.signal != nil
        default: false
        }
    }
}

extension CommandEnd {
    /// As a file has it: a status, or a signal's name.
    fileprivate var json: JSON {
        switch self {
        case .status(let status): .integer(Int64(status))
        case .signal(let number): .string(SignalName.allCases.first { $0.number == number }?.rawValue ?? "\(number)")
        }
    }
}
