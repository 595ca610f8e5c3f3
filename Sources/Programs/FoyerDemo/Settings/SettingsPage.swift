import Foyer
import FoyerPlatform

/// The user's settings: each choice takes effect at once, everywhere, and in later runs.
final class SettingsPage: Screen {
    private let control: DisplayControl
    private let places: Places
    private let surroundings: PlatformSurroundings
    private let lines: [SettingLine]
    private var focus = 0
    /// In lines: whether a row's choices are asked.
    private var isChoosing = false
    private var notice: PageNotice?
    private var preview = SettingsPreview()
    private(set) var remainingWork: Task<Void, Never>?

    /// - Parameters:
    ///   - added: the settings that others add.
    ///   - places: where the file is that keeps them.
    init(
        _ control: DisplayControl, added: [Demo.AddedSetting], places: Places, surroundings: PlatformSurroundings
    ) {
        lines = SettingLine.all(added)
        self.surroundings = surroundings
        self.control = control
        self.places = places
    }

    /// Why a choice could not be kept.
    private let refusals = Inbox<Phrase>()

    private var line: SettingLine { lines[focus] }

    // MARK: - Events

    func appear(_ context: ScreenContext) { preview.startedAt = context.now }

    func nextFrame(after now: Instant) -> Instant? { preview.nextFrame(after: now) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken:
            preview.wake()
            for cause in refusals.drain() { notice = PageNotice(context.language[cause], tone: .bad) }
        case .input(let input): return handle(input, context)
        case .chosen(let number): answer(number, context)
        default: break
        }
        return .stay
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        if input.isKeyOrClick { notice = nil }
        let last = lines.count - 1
        switch input {
        case .key(.character("q")), .key(.escape): return .leave
        case .key(.up), .key(.backTab): focus = focus == 0 ? last : focus - 1
        case .key(.down), .key(.tab): focus = focus == last ? 0 : focus + 1
        case .key(.home), .key(.pageUp): focus = 0
        case .key(.end), .key(.pageDown): focus = last
        case .key(.left): choose(max(0, line.shown(control) - 1), context)
        case .key(.right): choose(min(count(context) - 1, line.shown(control) + 1), context)
        case .key(.enter), .key(.character(" ")): chooseNext(context)
        case .mouse(let mouse) where mouse.kind == .wheelUp: focus = max(0, focus - 1)
        case .mouse(let mouse) where mouse.kind == .wheelDown: focus = min(last, focus + 1)
        case .mouse(let mouse) where mouse.kind == .click: click(mouse, context)
        default: break
        }
        return .stay
    }

    private func click(_ mouse: MouseEvent, _ context: ScreenContext) {
        let layout = SettingsLayout(lines, context.size, context.language, focus: focus)
        guard let target = layout.target(atColumn: mouse.column, row: mouse.row) else { return }
        focus = target.line
        if let choice = target.choice { choose(choice, context) } else if !layout.isWide { chooseNext(context) }
    }

    private func chooseNext(_ context: ScreenContext) {
        choose((line.shown(control) + 1) % count(context), context)
    }

    private func count(_ context: ScreenContext) -> Int { line.choiceNames(in: context.language).count }

    /// Shown at once, and kept in the background, one after the other.
    private func choose(_ choice: Int, _ context: ScreenContext) {
        guard !line.isDecided(control), choice != line.chosen(control) else { return }
        line.choose(choice, control)
        let (line, places, surroundings) = (line, places, surroundings)
        let (former, post) = (remainingWork, refusals.poster(context))
        remainingWork = Task {
            await former?.value
            do throws(SettingsFailure) {
                try await line.keep(choice, in: places, surroundings: surroundings)
            } catch {
                post(error.cause)
            }
        }
    }

    // MARK: - In lines

    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = isChoosing ? choices(language) : overview(language)
        if let notice { spoken.news = [notice.text] }
        return spoken
    }

    private func overview(_ language: Language) -> Spoken {
        var spoken = Spoken(language[.settingsTitle])
        spoken.returnsBriefly = true
        spoken.answers = lines.enumerated().map { index, line in
            SpokenAnswer(
                language[line.word], detail: line.choiceNames(in: language)[line.shown(control)], choose: index)
        }
        spoken.answers.append(.back(language))
        return spoken
    }

    private func choices(_ language: Language) -> Spoken {
        let obstacle = line.obstacle(control).map { [language[$0]] } ?? []
        var spoken = Spoken(language[line.word], [language[line.detail]] + obstacle)
        if !line.isDecided(control) {
            spoken.answers = line.choiceNames(in: language).enumerated().map {
                SpokenAnswer($0.element, choose: $0.offset)
            }
            spoken.usual = line.shown(control)
        }
        spoken.answers.append(SpokenAnswer(language[.back], choose: Self.back, letter: "q"))
        return spoken
    }

    private static let back = 1_000

    private func answer(_ number: Int, _ context: ScreenContext) {
        notice = nil
        if isChoosing {
            if (0..<count(context)).contains(number) { choose(number, context) }
            isChoosing = false
        } else if lines.indices.contains(number) {
            (focus, isChoosing) = (number, true)
        }
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let language = context.language
        let layout = SettingsLayout(lines, context.size, language, focus: focus)
        canvas.fill(.ground)
        canvas.text(language[.settingsTitle], in: layout.header, alignment: .leading, style: .accent)
        for (index, rect) in layout.lines { draw(index, rect, layout, &canvas, language) }
        if !layout.detail.isEmpty {
            let text = Rect(
                column: layout.detail.column + SettingsLayout.marker, row: layout.detail.row,
                columns: layout.detail.columns - SettingsLayout.marker, rows: layout.detail.rows)
            canvas.paragraph(language[line.obstacle(control) ?? line.detail], in: text, style: .quiet)
        }
        preview.render(into: &canvas, in: layout.preview, context)
        Footer(
            keys: [
                KeyHint([.left, .right], language[.change]), KeyHint([.up, .down], language[.choose]),
                KeyHint("q", language[.back]),
            ], note: SafeText(places.settingsFile)
        ).render(into: &canvas, in: layout.footer)
        notice?.render(into: &canvas)
    }

    private func draw(
        _ index: Int, _ rect: Rect, _ layout: SettingsLayout, _ canvas: inout Canvas, _ language: Language
    ) {
        let (line, hasFocus) = (lines[index], index == focus)
        if hasFocus {
            canvas.put(canvas.glyphs.marker, column: rect.column, row: rect.row, style: TextStyle(.accent))
            canvas.markFocus(column: rect.column + SettingsLayout.marker, row: rect.row)
        }
        let shown = line.shown(control)
        let chosen = label(line, shown, &canvas, language)
        // The choice matters most, so the label gives way.
        let taken = SettingsLayout.marker + (layout.isWide ? 0 : Canvas.columns(of: chosen) + 1)
        canvas.text(
            language[line.word], column: rect.column + SettingsLayout.marker, row: rect.row,
            style: hasFocus ? .strong : .quiet, columns: rect.columns - taken)
        guard layout.isWide else {
            canvas.text(chosen, in: rect, alignment: .trailing, style: hasFocus ? .accent : .strong)
            return
        }
        let isDecided = line.isDecided(control)
        for choice in layout.choices where choice.line == index {
            let isShown = choice.index == shown
            canvas.put(
                isShown ? canvas.glyphs.dot : canvas.glyphs.emptyDot, column: choice.rect.column, row: choice.rect.row,
                style: isShown ? TextStyle(.accent) : .faint)
            let style: TextStyle = isShown ? hasFocus ? .accent : .strong : isDecided ? .faint : .quiet
            canvas.text(
                label(line, choice.index, &canvas, language), column: choice.rect.column + SettingsLayout.sign,
                row: choice.rect.row, style: style, columns: choice.rect.columns - SettingsLayout.sign)
        }
    }

    /// A language's own name, unless it would be nothing but question marks.
    private func label(_ line: SettingLine, _ choice: Int, _ canvas: inout Canvas, _ language: Language) -> SafeText {
        let name = line.choiceNames(in: language)[choice]
        guard canvas.glyphs.isASCII, !name.string.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
        return line.plainName(choice)
    }
}
