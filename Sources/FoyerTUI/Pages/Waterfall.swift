import FoyerCore

/// Steps on one time axis: a sign for the state, the label, the time it took, and a bar where in the launch it was.
struct Waterfall {
    /// What the whole width of the bars stands for.
    let elapsed: Duration

    func render(_ step: StepDetail, into canvas: inout Canvas, in rect: Rect) {
        let (sign, style) = sign(step.state, canvas.glyphs)
        canvas.put(sign, column: rect.column, row: rect.row, style: style)
        let isWide = rect.columns >= 44
        let labelColumns = isWide ? min(24, rect.columns / 3) : max(0, rect.columns - 2 - DetailsPage.timeColumns - 1)
        let (label, rest) = rect.splitLeft(2).rest.splitLeft(labelColumns)
        canvas.text(step.label, in: label, alignment: .leading, style: step.state == .waiting ? .quiet : .text)
        let (time, bars) = rest.splitLeft(DetailsPage.timeColumns + 1)
        if let start = step.start {
            let text = DetailsPage.time((step.end ?? elapsed) - start)
            canvas.text(text, in: time, alignment: .trailing, style: .quiet)
        }
        if isWide { renderBar(step, into: &canvas, in: bars.splitLeft(2).rest) }
    }

    private func sign(_ state: StepDetail.State, _ glyphs: Glyphs) -> (Unicode.Scalar, TextStyle) {
        switch state {
        case .waiting: (glyphs.emptyDot, .faint)
        case .running: (glyphs.dot, TextStyle(.accent))
        case .done: (glyphs.check, .good)
        case .failed: (glyphs.cross, .bad)
        }
    }

    /// From start to end in eighths of a cell; never less than one, so that a short step is seen.
    private func renderBar(_ step: StepDetail, into canvas: inout Canvas, in rect: Rect) {
        guard let start = step.start, elapsed > .zero, rect.columns > 0 else { return }
        let total = Double(rect.columns * 8)
        let scale = total / elapsed.inSeconds
        let from = min(max(0, Int(start.inSeconds * scale)), rect.columns * 8 - 1)
        let end = min(max(from + 1, Int((step.end ?? elapsed).inSeconds * scale)), rect.columns * 8)
        let color = color(step.state)
        let background = canvas[rect.column, rect.row].background
        for column in from / 8...(end - 1) / 8 {
            let left = max(from - column * 8, 0)
            let right = min(end - column * 8, 8)
            // Blocks fill from the left alone: a bar's beginning inside a cell is the same block in exchanged colours.
            let isHead = left > 0 && !canvas.glyphs.isASCII && canvas.theme.depth > .mono && right == 8
            let glyph = canvas.glyphs.bar[isHead ? left : right == 8 || left > 0 ? 8 : right]
            let style = isHead ? TextStyle(background, on: color) : TextStyle(color)
            canvas.put(glyph, column: rect.column + column, row: rect.row, style: style)
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
