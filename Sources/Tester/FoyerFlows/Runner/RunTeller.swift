import Foyer
import FoyerSystem
import Synchronization

/// Tells of a run while it lasts: each flow that does not pass at once with its reason and its screen, and how far it is.
package final class RunTeller: Sendable {
    package enum Form: Sendable {
        /// A terminal: the last line moves.
        case terminal(columns: Int)
        /// The same, with the reason of a failure beside its screen.
        case watched(columns: Int)
        /// A log, or a pipe.
        case lines
        /// Sentences, without a screen drawn.
        case accessible
        /// One object a line.
        case json
    }

    /// Where it goes.
    package struct Output: Sendable {
        let line: @Sendable (SafeText) -> Void
        let json: @Sendable (JSON) -> Void
        /// Bytes that move the line, at once.
        let raw: @Sendable (String) -> Void
        /// What stands around a screen, which may hold lines that the build would take for its own.
        let fence: GitHubFence?

        package init(
            line: @escaping @Sendable (SafeText) -> Void, json: @escaping @Sendable (JSON) -> Void,
            raw: @escaping @Sendable (String) -> Void, fence: GitHubFence? = nil
        ) {
            (self.line, self.json, self.raw, self.fence) = (line, json, raw, fence)
        }
    }

    private struct State {
        var progress: RunProgress
        /// Those that have been reported: of further failures of the same flow only the figures tell.
        var told: Set<Int> = []
        var traces: [Int: String] = [:]
        /// Those that have their JSON line.
        var written: Set<Int> = []
        var trouble: Phrase?
        var isDrawn = false
        var isOver = false
        var lastSign: Instant
    }

    /// Who is done sooner sees no line flash.
    private static let patience = Duration.milliseconds(300)
    private static let interval = Duration.milliseconds(200)
    /// How often a listener hears that it goes on.
    private static let signs = Duration.seconds(30)

    private let form: Form
    private let language: Language
    private let output: Output
    private let pages: TraceFolder
    private let tracesAll: Bool
    private let rounds: Int
    private let state: Mutex<State>
    private let wake: WakePipe?

    /// - Parameters:
    ///   - pages: where the pages of failures go.
    ///   - tracesAll: whether those of all flows go there.
    package init(
        _ flows: [Scenario], _ rules: RunRules, _ form: Form, _ language: Language, _ output: Output,
        pages: TraceFolder, tracesAll: Bool
    ) {
        (self.form, self.language, self.output) = (form, language, output)
        (self.pages, self.tracesAll, rounds) = (pages, tracesAll, rules.rounds)
        let progress = RunProgress(titles: flows.map(\.title), rounds: rules.rounds)
        state = Mutex(State(progress: progress, lastSign: MonotonicClock.now))
        if case .accessible = form { output.line(language[.playingFlows(flows.count)]) }
        switch form {
        case .terminal, .watched, .accessible:
            wake = WakePipe()
            if wake != nil { _ = BlockingThread.start { [self] in tick() } }
        case .lines, .json: wake = nil
        }
    }

    package func take(_ news: RunNews) {
        state.withLock { state in
            state.progress.take(news, at: MonotonicClock.now)
            guard case .ended(let flow, let verdict, let result, let outcome) = news else { return }
            defer { if outcome.plays == rounds { write(flow, outcome, &state) } }
            let isNew = verdict != .passed && state.told.insert(flow).inserted
            guard isNew || tracesAll && !state.told.contains(flow) else { return }
            let page = trace(result, &state)
            if let page { state.traces[flow] = page }
            if isNew { tell(result, verdict, page, &state) }
        }
    }

    private func write(_ flow: Int, _ outcome: FlowOutcome, _ state: inout State) {
        guard case .json = form, state.written.insert(flow).inserted else { return }
        output.json(outcome.json(trace: state.traces[flow]))
    }

    private func trace(_ result: ScenarioResult, _ state: inout State) -> String? {
        do { return try pages.write(result) } catch {
            state.trouble = state.trouble ?? error.cause
            return nil
        }
    }

    private func writeIndex(_ report: RunReport, _ state: inout State) {
        do { try pages.writeIndex(report, state.traces) } catch { state.trouble = state.trouble ?? error.cause }
    }

    private func tell(_ result: ScenarioResult, _ verdict: FlowVerdict, _ page: String?, _ state: inout State) {
        if case .json = form { return }
        clear(&state)
        for line in output.fence?.begin ?? [] { output.line(line) }
        defer { for line in output.fence?.end ?? [] { output.line(line) } }
        let flaky = verdict == .flaky ? language[.flakyOnce(result.tries.count)] : nil
        switch form {
        case .json: break
        case .accessible:
            output.line(SafeText(result.title) + ": " + (flaky.map { $0 + " " } ?? "") + result.sentence(language))
            if let page { output.line(language.traceWritten(page)) }
        case .terminal, .lines, .watched:
            var text = result.report(language)
            if case .terminal(let columns) = form { text = result.report(language, columns: columns) }
            if case .watched(let columns) = form { text = result.report(language, beside: columns) }
            for line in SafeText.lines(of: text + "\n") { output.line(line) }
            if let flaky { output.line(flaky) }
            if let page { output.line(language.traceWritten(page)) }
            output.line("")
        }
    }

    /// Nothing more is played: the line that moves goes, so that others can be written.
    package func endProgress() {
        wake?.wake()
        state.withLock { state in
            state.isOver = true
            clear(&state)
        }
    }

    /// The run is over.
    ///
    /// - Returns: why a page could not be written.
    package func finish(_ report: RunReport) -> Phrase? {
        endProgress()
        return state.withLock { state in
            if tracesAll { writeIndex(report, &state) }
            switch form {
            case .json:
                for (number, outcome) in report.outcomes.enumerated() { write(number, outcome, &state) }
                output.json(report.json)
            case .terminal, .watched, .lines, .accessible:
                let often = report.outcomes.filter { $0.plays > 1 && $0.verdict != .passed }
                if !often.isEmpty { for line in output.fence?.begin ?? [] { output.line(line) } }
                for outcome in often { output.line(SafeText("\(outcome.title): ") + outcome.often(language)) }
                if !often.isEmpty { for line in output.fence?.end ?? [] { output.line(line) } }
                output.line(language.told(report.figures))
            }
            return state.trouble
        }
    }

    // MARK: - The line that moves

    private func tick() {
        wake?.sleep(until: MonotonicClock.now + Self.patience)
        while true {
            let isOver = state.withLock { state in
                if !state.isOver { show(&state) }
                return state.isOver
            }
            if isOver { return }
            wake?.sleep(until: MonotonicClock.now + Self.interval)
        }
    }

    private func show(_ state: inout State) {
        let now = MonotonicClock.now
        switch form {
        case .terminal(let columns), .watched(let columns):
            let line = state.progress.line(language, at: now).prefix(columns: max(1, columns - 1), ellipsis: "…")
            output.raw("\r" + PlainText.fitted(line.string) + "\u{1B}[K")
            state.isDrawn = true
        case .accessible where now - state.lastSign >= Self.signs:
            state.lastSign = now
            output.line(state.progress.sentence(language))
        case .accessible, .lines, .json: break
        }
    }

    private func clear(_ state: inout State) {
        guard state.isDrawn else { return }
        output.raw("\r\u{1B}[K")
        state.isDrawn = false
    }
}

extension ScenarioResult {
    /// Where and why it failed, without its screen.
    fileprivate func sentence(_ language: Language) -> SafeText {
        guard let failure else { return "" }
        let place = failure.step.map { SafeText("\(file), \($0.line): \($0.summary). ") } ?? SafeText("\(file). ")
        return place + failure.sentence(language)
    }
}
