import Foyer

/// What came of a run, for whoever reads it: the same figures in each form. A value; somebody else writes.
package struct RunReport: Sendable {
    package let outcomes: [FlowOutcome]
    package let rules: RunRules
    package let figures: RunFigures

    package init(_ outcomes: [FlowOutcome], in time: Duration, _ rules: RunRules) {
        (self.outcomes, self.rules) = (outcomes, rules)
        figures = RunFigures(outcomes.map(\.verdict), in: time, rules)
    }

    /// The files of those that did not pass, for another run of them.
    package var bad: [String] {
        outcomes.filter { $0.verdict == .failed || $0.verdict == .flaky }.map(\.file)
    }

    /// The files of those that passed at once in all that was played of them.
    package var good: [String] {
        Dictionary(grouping: outcomes, by: \.file).filter { $0.value.allSatisfy { $0.verdict == .passed } }.map(\.key)
    }

    // MARK: - JUnit

    /// A test case for each flow.
    package var junit: String {
        var file = JUnitFile(suite: "foyer scenarios", cases: outcomes.map(junitCase))
        file.seconds = figures.seconds
        file.properties = [("passed", figures.passed), ("flaky", figures.flaky)].map {
            JUnitFile.Property(name: $0.0, value: "\($0.1)")
        }
        return file.xml
    }

    private func junitCase(_ outcome: FlowOutcome) -> JUnitFile.Case {
        let details = outcome.result?.report(.english) ?? ""
        let message = outcome.sentence(.english).string
        let result: JUnitFile.Case.Result =
            switch outcome.verdict {
            case .passed: .passed
            case .flaky where rules.allowsFlaky: .flaky(message: message, details: details)
            case .flaky, .failed: .failure(message: message, details: details)
            case .notRun: .skipped(message: message)
            }
        return JUnitFile.Case(
            name: outcome.title, group: outcome.file, file: outcome.file, time: outcome.time.inSeconds, result: result)
    }

    // MARK: - JSON lines

    /// The last line of all.
    package var json: JSON {
        [
            "event": "result", "status": figures.hasPassed ? "ok" : "failed", "flows": JSON(figures.all),
            "passed": JSON(figures.passed), "failed": JSON(figures.failed), "flaky": JSON(figures.flaky),
            "notRun": JSON(figures.notRun), "seconds": .number(figures.seconds),
        ]
    }
}

extension FlowOutcome {
    /// One line of the run: the flow, and what came of it.
    ///
    /// - Parameter trace: the page that shows it; `nil` if there is none.
    package func json(trace: String? = nil) -> JSON {
        let failure = verdict == .passed ? nil : result?.failure
        let step = failure?.step
        return JSON([
            "event": "flow", "file": .string(file), "title": .string(title), "status": .string(verdict.rawValue),
            "plays": JSON(plays), "bad": JSON(bad), "seconds": .number((time.inSeconds * 100).rounded() / 100),
            "line": step.map { JSON($0.line) }, "column": step.map { JSON($0.column) },
            "step": step.map { .string($0.summary) }, "reason": failure.map { .string($0.sentence(.english).string) },
            "trace": trace.map { .string($0) },
        ])
    }

    /// What there is to say of it in one line; empty if it passed.
    package func sentence(_ language: Language) -> SafeText {
        let reason = result?.failure.map { $0.sentence(language) }
        switch verdict {
        case .passed: return ""
        case .notRun: return language[.notRun]
        case .flaky: return often(language) + (reason.map { " " + $0 } ?? "")
        case .failed: return (plays > 1 ? often(language) + " " : "") + (reason ?? "")
        }
    }

    /// How many of its plays did not pass at once.
    func often(_ language: Language) -> SafeText {
        if verdict == .failed { return language[.failedIn(bad, of: plays)] }
        return language[plays > 1 ? .flakyIn(bad, of: plays) : .flakyOnce(result?.tries.count ?? 2)]
    }
}
