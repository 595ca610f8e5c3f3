import Foyer

/// What a run leaves in a build of GitHub's: a note at each line that failed, and a summary of the job. GitHub's own forms
/// (workflow commands, Markdown of the job's summary).
package struct GitHubReport: Sendable {
    private let report: RunReport
    private let name: @Sendable (String) -> String

    /// - Parameters:
    ///   - folder: this process's.
    ///   - root: the checkout, to which GitHub's paths are relative; `nil` if it is not known.
    package init(_ report: RunReport, folder: String, root: String?) {
        self.report = report
        name = { Self.path($0, folder: folder, root: root) }
    }

    /// A file as GitHub names it.
    static func path(_ file: String, folder: String, root: String?) -> String {
        var parts: [Substring] = []
        for part in (file.hasPrefix("/") ? file : folder + "/" + file).split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
        }
        let above = root?.split(separator: "/") ?? []
        guard root != nil, parts.starts(with: above) else { return file }
        return parts.dropFirst(above.count).joined(separator: "/")
    }

    /// A line for each flow that did not pass; a flaky one that is allowed is a warning.
    package var annotations: [String] {
        report.outcomes.filter { $0.verdict == .failed || $0.verdict == .flaky }.map { outcome in
            let kind = report.rules.isBad(outcome.verdict) ? "error" : "warning"
            var place = "file=" + Self.property(name(outcome.file))
            if let step = outcome.result?.failure?.step { place += ",line=\(step.line),col=\(step.column)" }
            let title = Self.property(outcome.title)
            return "::\(kind) \(place),title=\(title)::" + Self.data(outcome.sentence(.english).string)
        }
    }

    /// Markdown: the figures, and a table of what did not pass.
    package var summary: String {
        let figures = report.figures
        let names = ["passed", "failed", "flaky", "not run", "seconds"]
        let values = ["\(figures.passed)", "\(figures.failed)", "\(figures.flaky)", "\(figures.notRun)"]
        var lines = [
            "### Foyer: \(figures.hasPassed ? "all passed" : "not all passed")", "", Self.row(names),
            Self.row(names.map { _ in "---:" }), Self.row(values + ["\(figures.seconds)"]),
        ]
        let others = report.outcomes.filter { $0.verdict != .passed }
        if !others.isEmpty {
            lines += ["", Self.row(["flow", "result", "place", "reason"]), "| --- | --- | --- | --- |"]
        }
        for outcome in others {
            let line = outcome.result?.failure?.step.map { ":\($0.line)" } ?? ""
            let verdict = outcome.verdict == .notRun ? "not run" : outcome.verdict.rawValue
            let place = name(outcome.file) + line
            let reason = outcome.verdict == .notRun ? "" : outcome.sentence(.english).string
            lines.append(Self.row([outcome.title, verdict, place, reason].map(Self.cell)))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    /// Text as it is, in a table of Markdown.
    private static func cell(_ text: String) -> String {
        var result = ""
        for character in SafeText(text).string {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case _ where "\\`*_{}[]()#+-.!|~$@:".contains(character): result += "\\" + String(character)
            default: result.append(character)
            }
        }
        return result
    }

    /// A line for each mistake in files that cannot be played.
    static func annotations(_ files: [ScenarioProblems], name: (String) -> String) -> [String] {
        files.flatMap { file in
            file.problems.map { problem in
                let place = "file=\(property(name(file.file))),line=\(problem.mark.line),col=\(problem.mark.column)"
                return "::error \(place)::" + data(problem.phrase.english)
            }
        }
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
