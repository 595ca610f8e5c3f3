import FoyerCore

/// The words of the page of details.
extension Language {
    /// A line of the log as the details show it; the log file has it in English.
    package func logLine(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText {
        func name(_ id: String) -> SafeText {
            record.steps.first { $0.step.id == id }.map { stepLabel($0.step) } ?? SafeText(id)
        }
        func fixed(_ phrase: Phrase) -> Phrase { Phrase(english: entry.description, elsewhere: phrase) }
        let phrase =
            switch entry {
            case .attemptBegan(let number): fixed(Phrase("attempt \(number)"))
            case .stepBegan(let id): Phrase("\(name(id)): began")
            case .stepEnded(let id): Phrase("\(name(id)): done")
            case .stepFailed(let id, let cause):
                Phrase(english: "\(name(id)): \(cause)", elsewhere: Phrase("\(name(id)): failed"))
            case .infoArrived(let appID): fixed(Phrase("the info has arrived: \(appID)"))
            case .failed(let code): fixed(Phrase("error \(code.rawValue): \(Phrase.message(code))"))
            case .reloaded: fixed(.reload)
            case .completed: fixed(.stepReady)
            case .closed: fixed(.closed)
            }
        return self[phrase]
    }
}

extension Phrase {
    package static let steps = Phrase("Steps")
    package static let cause = Phrase("Cause")
    package static let log = Phrase("Log")
    package static let closed = Phrase("closed")
}
