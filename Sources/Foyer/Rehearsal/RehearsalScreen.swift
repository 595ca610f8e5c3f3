import FoyerCore
import FoyerSystem
import FoyerTUI

/// A rehearsal on the terminal: the splash, and a line below it with the rehearsal's own keys.
final class RehearsalScreen: Screen {
    private let rehearsal: SplashRehearsal
    private let control: DisplayControl
    private var stage: RehearsalStage?
    private var moment = SplashRehearsal.Moment.loading
    /// How far the stage's clock is ahead of the loop's.
    private var lead = Duration.zero
    private var isSmall = false

    init(_ rehearsal: SplashRehearsal, _ control: DisplayControl) {
        self.rehearsal = rehearsal
        self.control = control
    }

    func appear(_ context: ScreenContext) {
        ProcessSignals.interruptIsKey(true)
        play(.loading, context)
    }

    func disappear() {
        ProcessSignals.interruptIsKey(false)
        stage?.end()
    }

    func nextFrame(after now: Instant) -> Instant? {
        stage?.nextFrame().map { max(now, $0 + (.zero - lead)) }
    }

    // MARK: - Events

    static let moments: [(key: Unicode.Scalar, moment: SplashRehearsal.Moment)] =
        LaunchCode.allCases.map { ($0.key, .failed($0)) } + [
            ("p", .preparing), ("l", .loading), ("s", .slow), ("y", .ready),
        ]

    static let rows: [Unicode.Scalar: DisplaySettings.Row] = [
        "t": .theme, "c": .colors, "a": .characters, "m": .motion, "g": .language,
    ]

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        stage?.look = look(context)
        guard case .input(let input) = event else {
            if case .presented = event { return .stay }
            stage?.handle(event, at: context.now + lead)
            return .stay
        }
        switch input {
        case .key(.control("c")): return .leave
        case .key(.character("q")) where stage?.isClosed != false: return .leave
        case .key(.character("z")):
            isSmall.toggle()
            let look = look(context)
            stage?.look = look
            stage?.handle(.input(.resized(look.size)), at: context.now + lead)
        case .key(.character(let sign)):
            if let moment = Self.moments.first(where: { $0.key == sign })?.moment {
                play(moment, context)
            } else if let row = Self.rows[sign] {
                let next = (row.choices.firstIndex(of: control.chosen(row)) ?? 0) + 1
                control.choose(row.choices[next % row.choices.count])
            } else {
                stage?.handle(event, at: context.now + lead)
            }
        case .resized: stage?.handle(.input(.resized(look(context).size)), at: context.now + lead)
        default: stage?.handle(event, at: context.now + lead)
        }
        return .stay
    }

    /// Plays twelve seconds at once, by moving the stage's clock ahead.
    private func play(_ moment: SplashRehearsal.Moment, _ context: ScreenContext) {
        stage?.end()
        self.moment = moment
        let stage = RehearsalStage(rehearsal, look: look(context), at: context.now + lead, wake: context.wake)
        stage.play(moment)
        lead = stage.now - context.now
        self.stage = stage
    }

    // MARK: - Drawing

    private func look(_ context: ScreenContext) -> RehearsalStage.Look {
        let room = CellSize(columns: context.size.columns, rows: max(1, context.size.rows - 1))
        let size = isSmall ? CellSize(columns: max(1, room.columns / 2), rows: max(1, room.rows / 2)) : room
        return .init(size: size, theme: context.theme, language: context.language)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(isSmall ? .raised : .ground)
        if let stage, !stage.isClosed {
            stage.look = look(context)
            let part = stage.draw()
            if let picture = CellPicture(size: part.size, cells: part.buffer.cells) {
                canvas.picture(picture, column: 0, row: 0)
            }
        } else {
            canvas.text(
                context.language[.rehearsalIsOver(stage?.outcome)], in: canvas.bounds.line(canvas.rows / 2),
                alignment: .center, style: .quiet)
        }
        drawLine(in: &canvas, canvas.bounds.splitBottom(1).bottom, context.language)
    }

    /// From the first code's to the last one's.
    private static let codeKeys: SafeText = {
        let keys = LaunchCode.allCases.map { String(Character($0.key)) }
        return SafeText("\(keys.first ?? "")…\(keys.last ?? "")")
    }()

    private func drawLine(in canvas: inout Canvas, _ line: Rect, _ words: Language) {
        canvas.fill(canvas.theme.blend(.raised, .faint, 0.35), in: line)
        Footer(
            keys: [
                KeyHint(named: Self.codeKeys, words[.rehearseErrors]),
                KeyHint(["p", "l", "s", "y"], words[.rehearseStates]),
                KeyHint("z", words[.rehearseSize]), KeyHint(["t", "c", "a", "m", "g"], words[.rehearseLook]),
                KeyHint(.control("c"), words[.rehearseEnd]),
            ], note: words[moment.phrase]
        ).render(into: &canvas, in: line)
    }
}
