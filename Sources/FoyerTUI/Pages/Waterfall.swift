import FoyerCore

/// A step on the time axis of its launch: a sign for the state, the label, the duration, and a bar at its place.
struct Waterfall: Widget {
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

    private func sign(_ state: StepDetail.State, _ glyphs: Glyphs) -> (Unicode.Scalar, TextStyle) {
        switch state {
        case .waiting: (glyphs.emptyDot, .faint)
        case .running: (glyphs.dot, TextStyle(.accent))
        case .done: (glyphs.check, .good)
        case .failed: (glyphs.cross, .bad)
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

    private func color(_ state: StepDetail.State) -> Color {
        switch state {
        case .waiting, .done: .accentDeep
        case .running: .accent
        case .failed: .bad
        }
    }
}
