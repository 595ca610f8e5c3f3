import FoyerCore

/// A step of a launch in the details. Times count from the start of the attempt.
package struct StepDetail: Equatable, Sendable {
    package enum State: Sendable {
        case waiting, running, done, failed
        /// Stopped because the launch had ended, one way or the other: no failure of its own.
        case stopped
    }

    package var label: SafeText
    package var state: State
    /// `nil` while the step waits.
    package var start: Duration?
    /// `nil` until the step has ended.
    package var end: Duration?

    package init(label: SafeText, state: State, start: Duration? = nil, end: Duration? = nil) {
        self.label = label
        self.state = state
        self.start = start
        self.end = end
    }
}

/// One line of the event log. Its time counts from the start of the attempt.
package struct LogLine: Equatable, Sendable {
    package var time: Duration
    package var text: SafeText

    package init(time: Duration, text: SafeText) {
        self.time = time
        self.text = text
    }
}

/// The headings of the details.
package struct DetailsWords: Equatable, Sendable {
    package var title: SafeText
    package var steps: SafeText
    package var cause: SafeText
    package var log: SafeText

    package init(
        title: SafeText = "Details", steps: SafeText = "Steps", cause: SafeText = "Cause", log: SafeText = "Log"
    ) {
        self.title = title
        self.steps = steps
        self.cause = cause
        self.log = log
    }
}

/// The details of a launch, a sheet that slides in from below over the page: the steps as a waterfall with their times,
/// and the event log. The cause of a failure comes first.
package struct DetailsPage: Widget, Equatable, Sendable {
    package var steps: [StepDetail]
    /// The duration of the attempt, which is the waterfall's length.
    package var elapsed: Duration
    /// Empty if nothing has failed.
    package var cause: SafeText
    package var log: [LogLine]
    package var words: DetailsWords
    package var footer: Footer
    /// The first visible line of the content.
    package var offset: Int
    /// When the sheet began to slide in.
    package var openedAt: Instant

    package init(
        steps: [StepDetail], elapsed: Duration, cause: SafeText = "", log: [LogLine] = [],
        words: DetailsWords = DetailsWords(), footer: Footer = Footer(keys: []), offset: Int = 0,
        openedAt: Instant = .zero
    ) {
        self.steps = steps
        self.elapsed = elapsed
        self.cause = cause
        self.log = log
        self.words = words
        self.footer = footer
        self.offset = offset
        self.openedAt = openedAt
    }

    /// The next instant at which the sheet has moved; `nil` once it is in place.
    package func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        guard !theme.reducesMotion, now < openedAt + Motion.sheet else { return nil }
        return Motion.nextFrame(from: openedAt, after: now)
    }

    /// The largest offset that has an effect on a screen of this size.
    package func maximumOffset(in size: CellSize) -> Int {
        let room = DetailsLayout(size).content
        return max(0, lines(columns: room.columns).count - room.rows)
    }

    /// The part of the screen that the sheet covers.
    package static func sheet(in size: CellSize) -> Rect { DetailsLayout(size).sheet }

    /// The number of lines that a page key scrolls.
    package static func pageRows(in size: CellSize) -> Int {
        max(1, DetailsLayout(size).content.rows - 1)
    }

    /// Draws over the present content, which is dimmed.
    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderOver(&$0, at: now) }
    }

    private func renderOver(_ canvas: inout Canvas, at now: Instant) {
        let layout = DetailsLayout(canvas.size)
        let theme = canvas.theme
        let way =
            theme.reducesMotion
            ? 1 : Easing.out(Motion.fraction(from: openedAt, lasting: Motion.sheet, at: now))
        canvas.scrim(0.55 * way)
        let hidden = Int((Double(layout.sheet.rows) * (1 - way)).rounded())
        canvas.within(layout.sheet.moved(rows: hidden)) { sheet in
            renderSheet(into: &sheet, layout, theme)
        }
    }

    private func renderSheet(into canvas: inout Canvas, _ layout: DetailsLayout, _ theme: DisplayTheme) {
        canvas.fill(.raised, in: Rect(column: 0, row: layout.edge, columns: canvas.columns, rows: canvas.rows))
        if layout.edge > 0 {
            if theme.canBlend, !theme.glyphs.isASCII {
                for column in 0..<canvas.columns { canvas.put("▄", column: column, row: 0, style: TextStyle(.raised)) }
            } else {
                canvas.fill(.ground, in: Rect(canvas.size).line(0))
                canvas.rule(column: 0, row: 0, columns: canvas.columns, style: .quiet)
            }
        }
        if !layout.heading.isEmpty {
            canvas.text(words.title, in: layout.heading, alignment: .leading, style: .strong)
            canvas.text(Self.time(elapsed), in: layout.heading, alignment: .trailing, style: .quiet)
        }
        let lines = lines(columns: layout.content.columns)
        let first = min(max(0, offset), max(0, lines.count - layout.content.rows))
        canvas.within(layout.content) { part in
            for (row, line) in lines.dropFirst(first).prefix(part.rows).enumerated() {
                render(line, row: row, into: &part)
            }
        }
        ScrollIndicator(first: first, visible: layout.content.rows, total: lines.count)
            .render(into: &canvas, in: layout.scroll)
        var footer = footer
        footer.isOnRaised = true
        footer.render(into: &canvas, in: layout.footer)
    }

    // MARK: Content

    private enum Line {
        case space
        case heading(SafeText)
        case step(StepDetail)
        case words([StyledGlyph])
        case log(SafeText, [StyledGlyph])
    }

    private func lines(columns: Int) -> [Line] {
        var lines: [Line] = []
        // Whoever opens the details of a failure wants to know the cause: keep it in view.
        if !cause.isEmpty {
            lines.append(.heading(words.cause))
            lines += TextWrap.lines(TextWrap.styled(cause, .text), width: columns).map(Line.words)
            lines += [.space, .heading(words.steps)]
        }
        lines += steps.map(Line.step)
        if !log.isEmpty {
            lines += [.space, .heading(words.log)]
            for entry in log {
                guard columns >= Self.leastBesideTimes else {
                    let whole = SafeText("\(Self.time(entry.time).string) \(entry.text.string)")
                    lines += TextWrap.lines(TextWrap.styled(whole, .text), width: columns).map(Line.words)
                    continue
                }
                let wrapped = TextWrap.lines(
                    TextWrap.styled(entry.text, .text), width: max(1, columns - Self.timeColumns - 2))
                for (index, line) in wrapped.enumerated() {
                    lines.append(.log(index == 0 ? Self.time(entry.time) : "", line))
                }
            }
        }
        if case .space? = lines.first { lines.removeFirst() }
        return lines
    }

    private func render(_ line: Line, row: Int, into canvas: inout Canvas) {
        let all = canvas.bounds.line(row)
        switch line {
        case .space: break
        case .heading(let text): canvas.text(text, in: all, alignment: .leading, style: .quiet)
        case .step(let step): Waterfall(step: step, elapsed: elapsed).render(into: &canvas, in: all)
        case .words(let glyphs): canvas.line(glyphs, column: 0, row: row)
        case .log(let time, let glyphs):
            canvas.text(time, in: all.splitLeft(Self.timeColumns).left, alignment: .trailing, style: .quiet)
            canvas.line(glyphs, column: Self.timeColumns + 2, row: row)
        }
    }

    /// Room for the longest usual time: `123.45 s`.
    fileprivate static let timeColumns = 8

    /// If fewer columns would be left, times get no column of their own: steps must remain distinguishable.
    fileprivate static let leastBesideTimes = 28

    /// Milliseconds; from one second on, seconds with two decimals.
    package static func time(_ duration: Duration) -> SafeText {
        if let milliseconds = duration.inMilliseconds { return milliseconds }
        let hundredths = duration.saturatedNanoseconds / 10_000_000
        return SafeText("\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) s")
    }
}

/// The places of the sheet and its parts; the parts in the sheet's own coordinates.
struct DetailsLayout {
    let sheet: Rect
    /// The sheet's first row in its own colour: above it is its edge, half a row high.
    let edge: Int
    let heading: Rect
    let content: Rect
    let scroll: Rect
    let footer: Rect

    private static let measure = 100
    private static let tallest = 28

    init(_ size: CellSize) {
        let isLow = size.rows < 12
        let rows = isLow ? size.rows : min(size.rows - 4, max(12, size.rows * 5 / 6), Self.tallest)
        sheet = Rect(size).splitBottom(rows).bottom
        edge = isLow ? 0 : 1
        let all = Rect(sheet.size)
        footer = PageLayout.split(sheet.size).footer
        let margin = PageLayout.margin(columns: size.columns)
        let air = isLow ? 0 : 1
        let body = all.splitTop(edge).rest.splitBottom(sheet.rows - footer.row).rest
        let inner = body.inset(columns: margin).centered(CellSize(columns: Self.measure, rows: body.rows))
        let (head, rest) = inner.splitTop(inner.rows >= 4 ? 1 + 2 * air : 0)
        heading = head.inset(rows: air)
        content = rest.splitRight(margin > 0 ? 2 : 0).rest.splitBottom(air).rest
        scroll = rest.splitRight(margin > 0 ? 1 : 0).right.splitBottom(air).rest
    }
}

/// A step on the time axis of its launch: a sign for the state, the label, the duration, and a bar at its place.
struct Waterfall: StillWidget {
    let step: StepDetail
    /// The duration that the whole width of the bars represents.
    let elapsed: Duration

    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let (sign, style) = sign(step.state, canvas.glyphs)
        canvas.put(sign, column: rect.column, row: rect.row, style: style)
        let isWide = rect.columns >= 44
        let hasTime = rect.columns >= DetailsPage.leastBesideTimes
        let labelColumns =
            isWide
            ? min(24, rect.columns / 3) : max(0, rect.columns - 2 - (hasTime ? DetailsPage.timeColumns + 1 : 0))
        let (label, rest) = rect.splitLeft(2).rest.splitLeft(labelColumns)
        canvas.text(step.label, in: label, alignment: .leading, style: step.state == .waiting ? .quiet : .text)
        let (time, bars) = rest.splitLeft(DetailsPage.timeColumns + 1)
        if hasTime, let start = step.start {
            let text = DetailsPage.time((step.end ?? elapsed) - start)
            canvas.text(text, in: time, alignment: .trailing, style: .quiet)
        }
        if isWide { renderBar(into: &canvas, in: bars.splitLeft(2).rest) }
    }

    private func sign(_ state: StepDetail.State, _ glyphs: DisplayTheme.Glyphs) -> (Unicode.Scalar, TextStyle) {
        switch state {
        case .waiting: (glyphs.emptyDot, .faint)
        case .running: (glyphs.dot, TextStyle(.accent))
        case .done: (glyphs.check, .good)
        case .failed: (glyphs.cross, .bad)
        case .stopped: (glyphs.isASCII ? "-" : "–", .quiet)
        }
    }

    /// From start to end in halves of a cell; at least one, so that a short step is visible.
    private func renderBar(into canvas: inout Canvas, in rect: Rect) {
        guard let start = step.start, elapsed > .zero, rect.columns > 0 else { return }
        let halves = rect.columns * 2
        let scale = Double(halves) / elapsed.inSeconds
        let from = min(max(0, Int((start.inSeconds * scale).rounded())), halves - 1)
        let end = min(max(from + 1, Int(((step.end ?? elapsed).inSeconds * scale).rounded())), halves)
        let line = canvas.glyphs.line
        for column in from / 2...(end - 1) / 2 {
            let glyph = column * 2 < from ? line.begin : column * 2 + 1 >= end ? line.end : line.whole
            canvas.put(glyph, column: rect.column + column, row: rect.row, style: TextStyle(color(step.state)))
        }
    }

    private func color(_ state: StepDetail.State) -> CellColor {
        switch state {
        case .waiting, .done: .accentDeep
        case .running: .accent
        case .failed: .bad
        case .stopped: .quiet
        }
    }
}

extension DetailsPage {
    /// The page in sentences: each step, the cause, the log.
    package func spoken(_ language: Language) -> Spoken {
        let cause = self.cause.isEmpty ? [] : [words.cause + (language == .english ? ": " : "：") + self.cause]
        var spoken = Spoken(
            words.title,
            steps.map { language.spoken($0, elapsed: elapsed) } + cause + log.map { language.spoken($0) })
        let (done, all) = (steps.count { $0.state == .done }, steps.count)
        let current = steps.last { $0.state == .failed || $0.state == .running }
        spoken.summary =
            [language[Phrase("\(done) of \(all) steps done.")]]
            + (current.map { [language.spoken($0, elapsed: elapsed)] } ?? []) + cause
        return spoken
    }
}

extension Language {
    /// A step in a sentence: "Downloading: failed after 1.2 seconds."
    fileprivate func spoken(_ step: StepDetail, elapsed: Duration) -> SafeText {
        let label = SpokenLine.words(step.label)
        let time = spokenTime((step.end ?? elapsed) - (step.start ?? .zero))
        return switch step.state {
        case .waiting: self[Phrase("\(label): not begun.")]
        case .running: self[Phrase("\(label): \(time) so far.")]
        case .done: self[Phrase("\(label): done in \(time).")]
        case .failed:
            self[Phrase("\(label): failed after \(time).")]
        case .stopped:
            self[Phrase("\(label): stopped after \(time).")]
        }
    }

    /// A line of the log in a sentence: "At 0.3 seconds: attempt 1."
    fileprivate func spoken(_ line: LogLine) -> SafeText {
        let (time, text) = (spokenSeconds(line.time), SpokenLine.words(line.text))
        return self[Phrase("At \(time): \(text)")]
    }

    /// Steps of less than a second differ in milliseconds alone.
    private func spokenTime(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.saturatedNanoseconds) / 1_000_000
        guard milliseconds < 1_000 else { return spokenSeconds(duration) }
        return self[
            Phrase(
                Int(milliseconds), one: Phrase("\(milliseconds) millisecond"),
                other: Phrase("\(milliseconds) milliseconds"))
        ].string
    }

    private func spokenSeconds(_ duration: Duration) -> String {
        let tenths = max(0, duration.saturatedNanoseconds) / 100_000_000
        let figure = "\(tenths / 10).\(tenths % 10)"
        return self[Phrase("\(figure) seconds")].string
    }
}
