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

    // MARK: - Actions

    private static let codes = LaunchCode.allCases.map { KeyEvent.character($0.key) }
    static let moments: [KeyEvent: SplashRehearsal.Moment] = LaunchCode.allCases.reduce(
        into: ["p": .preparing, "l": .loading, "s": .slow, "y": .ready]
    ) { $0[.character($1.key)] = .failed($1) }
    static let rows: [KeyEvent: DisplaySettings.Row] = [
        "t": .theme, "c": .colors, "a": .characters, "m": .motion, "g": .language,
    ]

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        let words = context.language
        return [
            ScreenAction(elsewhere: KeyHint(named: Self.codeKeys, words[.rehearseErrors])),
            ScreenAction(["p", "l", "s", "y"], or: Self.codes, words[.rehearseStates]) { key in
                if let moment = Self.moments[key] { self.play(moment, context) }
            },
            ScreenAction("z", words[.rehearseSize]) {
                self.isSmall.toggle()
                context.request(self.child.handle(.input(.resized(context.size)), context: context))
            },
            ScreenAction(["t", "c", "a", "m", "g"], words[.rehearseLook]) { self.chooseNext($0) },
            ScreenAction(.control("c"), or: stage?.isClosed == false ? [] : ["q"], words[.rehearseEnd]) {
                context.request(.leave)
            },
        ]
    }

    private func chooseNext(_ key: KeyEvent) {
        guard let row = Self.rows[key] else { return }
        let next = (row.choices.firstIndex(of: control.chosen(row)) ?? 0) + 1
        control.choose(row.choices[next % row.choices.count])
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
        var footer = Footer(actions(context), note: context.language[moment.phrase])
        footer.isOnRaised = true
        footer.render(into: &canvas, in: canvas.bounds.splitBottom(1).bottom)
    }

    /// From the first code's to the last one's.
    private static let codeKeys: SafeText = {
        let keys = LaunchCode.allCases.map { String(Character($0.key)) }
        return SafeText("\(keys.first ?? "")…\(keys.last ?? "")")
    }()
}
