import FoyerCore
import FoyerSystem
import FoyerTUI

/// A rehearsal on the terminal: the splash, and a line below it with the rehearsal's own keys.
final class RehearsalScreen: ScreenWrapper {
    private let rehearsal: SplashRehearsal
    private let control: DisplayControl
    private var stage: RehearsalStage?
    private var moment = SplashRehearsal.Moment.loading
    private var isSmall = false
    /// The stage, in its part of the terminal.
    private(set) var child = ScreenChild(BlankScreen())

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
        child.disappear()
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
        switch event.key {
        case .control("c"): return .leave
        case .character("q") where stage?.isClosed != false: return .leave
        case .character(let sign): return handle(sign, event, context)
        default: return child.handle(event, context: context)
        }
    }

    private func handle(_ sign: Unicode.Scalar, _ event: ScreenEvent, _ context: ScreenContext) -> ScreenCommand {
        if sign == "z" {
            isSmall.toggle()
            return child.handle(.input(.resized(context.size)), context: context)
        }
        if let moment = Self.moments.first(where: { $0.key == sign })?.moment {
            play(moment, context)
        } else if let row = Self.rows[sign] {
            let next = (row.choices.firstIndex(of: control.chosen(row)) ?? 0) + 1
            control.choose(row.choices[next % row.choices.count])
        } else {
            return child.handle(event, context: context)
        }
        return .stay
    }

    private func play(_ moment: SplashRehearsal.Moment, _ context: ScreenContext) {
        child.disappear()
        self.moment = moment
        let size = room(in: context.size).size
        let stage = RehearsalStage(
            rehearsal, look: .init(context.inside(size: size)), at: context.now, wake: context.wake)
        stage.play(moment)
        child = ScreenChild(stage, theme: nil) { [weak self] in self?.room(in: $0) ?? Rect($0) }
        self.stage = stage
    }

    // MARK: - Drawing

    /// All rows but the line's, or a quarter of that.
    private func room(in size: CellSize) -> Rect {
        let room = CellSize(columns: size.columns, rows: max(1, size.rows - 1))
        let quarter = CellSize(columns: max(1, room.columns / 2), rows: max(1, room.rows / 2))
        return Rect(isSmall ? quarter : room)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(isSmall ? .raised : .ground)
        if stage?.isClosed == false {
            child.draw(in: &canvas, context: context)
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
        var footer = Footer(
            keys: [
                KeyHint(named: Self.codeKeys, words[.rehearseErrors]),
                KeyHint(["p", "l", "s", "y"], words[.rehearseStates]),
                KeyHint("z", words[.rehearseSize]), KeyHint(["t", "c", "a", "m", "g"], words[.rehearseLook]),
                KeyHint(.control("c"), words[.rehearseEnd]),
            ], note: words[moment.phrase])
        footer.isOnRaised = true
        footer.render(into: &canvas, in: line)
    }
}
