import Foyer

/// The steps of a launch's attempt on one time axis, as HTML rather than a picture, so that it can be read aloud.
struct LaunchWaterfall {
    let attempt: ItemEvidence.Attempt
    let language: Language

    var html: String {
        let rows = attempt.steps.map(row)
        return "<figure class=\"waterfall\"><ol>\(rows.joined(separator: "\n"))</ol>"
            + "<figcaption>\(escaped(SafeText(attempt.app))) · \(JUnitFile.seconds(attempt.began)) + "
            + "\(JUnitFile.seconds(attempt.took)) s</figcaption></figure>"
    }

    private func row(_ step: ItemEvidence.Attempt.Step) -> String {
        let glyphs = Glyphs.unicode
        let sign: Unicode.Scalar =
            switch step.state {
            case .running: glyphs.dot
            case .done: glyphs.check
            case .failed: glyphs.cross
            case .cancelled: "–"
            }
        return "<li class=\"\(step.state.rawValue)\"><b>\(sign)</b> "
            + "<span>\(escaped(language.stepLabel(step.label)))</span>"
            + "<i><i style=\"left:\(percent(step.began))%;width:\(percent(step.took, after: step.began))%\"></i></i>"
            + "<data>\(JUnitFile.seconds(step.took)) s</data></li>"
    }

    /// A time as a percentage of the whole attempt; no bar leaves its track.
    private func percent(_ seconds: Double, after start: Double = 0) -> Int {
        guard attempt.took > 0 else { return 0 }
        let begin = Int((min(1, start / attempt.took) * 100).rounded())
        let end = Int((min(1, (start + seconds) / attempt.took) * 100).rounded())
        return end - begin
    }

    private func escaped(_ text: SafeText) -> String { XMLText.escaped(text.string) }
}
