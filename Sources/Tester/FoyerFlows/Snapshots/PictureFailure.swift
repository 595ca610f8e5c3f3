import Foyer

/// The reason why there is no picture.
package enum PictureFailure: Error, Sendable, CustomStringConvertible {
    /// The scenario has no such step or snapshot, or the recording no such marker.
    case noStep(Phrase)
    /// The scenario failed before that step: its report.
    case failed(@Sendable (Language) -> String)
    /// The recording is more than the terminal in memory can hold.
    case notShown(Phrase)
    /// It cannot be drawn in that format.
    case noPicture(String)

    package var description: String {
        switch self {
        case .noStep(let phrase), .notShown(let phrase): phrase.english
        case .failed(let report): report(.english)
        case .noPicture(let text): text
        }
    }
}
