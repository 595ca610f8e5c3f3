import FoyerCore
import FoyerTUI

/// What the details page shows of a launch: the machine's record in words.
struct LaunchDetails {
    let machine: LaunchMachine
    let notes: [LaunchNote]
    let language: Language

    func page(at now: Instant) -> DetailsPage {
        let record = machine.record
        let began = record.began ?? now
        var cause: SafeText = ""
        if case .failed(let failure) = machine.phase { cause = language[failure.reason] }
        return DetailsPage(
            steps: record.steps.map { detail(of: $0, began: began) },
            elapsed: (record.ended ?? now) - began,
            cause: cause, log: log(began: began),
            words: DetailsWords(
                title: language[.details], steps: language[.steps], cause: language[.cause], log: language[.log]),
            footer: DetailsPage.footer(language))
    }

    private func detail(of step: LaunchRecord.Step, began: Instant) -> StepDetail {
        let state: StepDetail.State =
            switch step.state {
            case .waiting: .waiting
            case .running: .running
            case .done: .done
            case .failed: .failed
            case .cancelled: .stopped
            }
        return StepDetail(
            label: language.stepLabel(step.step), state: state, start: step.began.map { $0 - began },
            end: step.ended.map { $0 - began })
    }

    /// The machine's lines and the steps' own, in the order of their instants.
    private func log(began: Instant) -> [LogLine] {
        let lines =
            machine.record.log.map { ($0.instant, language.logLine($0.entry, in: machine.record)) }
            + notes.map { ($0.instant, $0.text) }
        return lines.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map { LogLine(time: max($0.element.0 - began, .zero), text: $0.element.1) }
    }
}
