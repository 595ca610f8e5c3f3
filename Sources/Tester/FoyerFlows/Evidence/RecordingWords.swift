import Foyer

/// The words of a recording.
extension Phrase {
    package static func recordingNotWritten(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("The recording cannot be written to \(path): \(why).")
    }
}

extension Phrase {
    static func noMarker(_ place: String, in file: String) -> Phrase {
        Phrase("\(file) has no marker \"\(place)\".")
    }

    /// - Parameters:
    ///   - line: from 1.
    ///   - why: in English.
    static func notARecording(line: Int, _ why: SafeText) -> Phrase {
        Phrase("Line \(line) is not valid asciicast: \(why)")
    }
}

extension Language {
    /// A recording's marker for a launch that has reached another state; `nil` if it has not.
    package func marker(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText? {
        switch entry {
        case .attemptBegan(let number):
            self[Phrase("Attempt \(number)")]
        case .stepBegan(let id):
            record.steps.first { $0.step.id == id }.map { stepLabel($0.step) } ?? SafeText(id)
        case .failed(let code):
            self[Phrase("Error")] + " \(code.rawValue): " + self[.message(code)]
        case .reloaded: self[.reload]
        case .completed: self[.stepReady]
        case .closed: self[.closed]
        case .stepEnded, .stepFailed, .infoArrived: nil
        }
    }
}
