import Foyer

/// The words of a recording.
extension Phrase {
    package static func recordingNotWritten(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "The recording cannot be written to \(path): \(why).", "无法将录制内容写入 \(path)：\(why.simplified)。",
            "無法將錄製內容寫入 \(path)：\(why.traditional)。")
    }
}

extension Phrase {
    static func noMarker(_ place: String, in file: String) -> Phrase {
        Phrase(
            "\(file) has no marker \"\(place)\".", "\(file) 中没有标记“\(place)”。", "\(file) 中沒有標記「\(place)」。")
    }

    /// - Parameters:
    ///   - line: from 1.
    ///   - why: in English.
    static func notARecording(line: Int, _ why: SafeText) -> Phrase {
        Phrase(
            "Line \(line) is not valid asciicast: \(why)", "第 \(line) 行不属于 asciicast：\(why)",
            "第 \(line) 行不屬於 asciicast：\(why)")
    }
}

extension Language {
    /// A recording's marker for a launch that has reached another state; `nil` if it has not.
    package func marker(_ entry: LaunchRecord.Entry, in record: LaunchRecord) -> SafeText? {
        switch entry {
        case .attemptBegan(let number):
            self[Phrase("Attempt \(number)", "第 \(number) 次尝试", "第 \(number) 次嘗試")]
        case .stepBegan(let id):
            record.steps.first { $0.step.id == id }.map { stepLabel($0.step) } ?? SafeText(id)
        case .failed(let code):
            self[Phrase("Error", "错误", "錯誤")] + " \(code.rawValue): " + self[.message(code)]
        case .reloaded: self[.reload]
        case .completed: self[.stepReady]
        case .closed: self[.closed]
        case .stepEnded, .stepFailed, .infoArrived: nil
        }
    }
}
