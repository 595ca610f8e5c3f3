import Foyer
import FoyerGolden
import FoyerStage
import FoyerSystem

/// Why a scenario failed.
package enum StepFailure: Hashable, Sendable, CustomStringConvertible {
    /// A condition that did not come true within this many seconds.
    indirect case stayed(StepFailure, seconds: String)
    case notOnScreen(String)
    case notInOneLine(String)
    /// Something differs from what it should be; `nil` if it is missing.
    case isNot(Subject, String?, wanted: String)
    case terminalGone
    /// A program that is not ours.
    case programEnded(Int32)
    /// The flow's own limit of time; what had not come true by then, if that is what it waited for.
    indirect case timedOut(seconds: String, before: StepFailure? = nil)
    /// It was ended before its end.
    case interrupted
    /// The path of the golden file.
    case goldenMissing(String)
    case goldenDiffers(String, GoldenDifference)
    case goldenFlawed(String, GoldenText.Problem)
    /// The path of a golden file, or of its folder, that is there and cannot be read; the system's `errno`.
    case goldenUnread(String, code: Int32)
    /// A failure that nothing else depends on: its sentence is all of it.
    case other(Phrase)

    package enum Subject: Hashable, Sendable, CaseIterable {
        case state, outcome, exitStatus, banner, page, picture, bannerError, root, value, source, fetch, link, focus
        case cursor, title, clipboard, bells
    }

    package enum Calls: Hashable, Sendable, CaseIterable {
        case delegate, popup, banner, host, owner, desktop, pending
    }

    package var description: String { phrase.english }

    /// No later screen can make it come true: the golden file is not there, or cannot be read.
    var isFinal: Bool {
        switch self {
        case .goldenMissing, .goldenFlawed, .goldenUnread: true
        default: false
        }
    }

    /// The path of a golden file that the screen is not as.
    var golden: String? {
        switch self {
        case .goldenMissing(let path), .goldenDiffers(let path, _), .goldenFlawed(let path, _),
            .goldenUnread(let path, _):
            path
        default: nil
        }
    }

    /// Of a golden screen that differs.
    package var difference: GoldenDifference? {
        switch self {
        case .goldenDiffers(_, let difference): difference
        case .timedOut(_, let unmet): unmet?.difference
        default: nil
        }
    }

    /// The failure inside one that says how long was waited.
    var awaited: StepFailure? {
        switch self {
        case .stayed(let failure, _): failure
        case .timedOut(_, let failure): failure
        default: nil
        }
    }

    /// The sentence in every language.
    package var phrase: Phrase {
        switch self {
        case .stayed(let failure, let seconds): .within(seconds, failure.phrase)
        case .notOnScreen(let text): .notOnScreen(text)
        case .notInOneLine(let text): .notInOneLine(text)
        case .isNot(let subject, let found, let wanted): .isAnother(subject, found, wanted)
        case .terminalGone: .terminalHasGone
        case .programEnded(let status): .programEnded(status)
        case .timedOut(let seconds, let unmet): .flowTookTooLong(seconds, unmet?.phrase)
        case .interrupted: .flowInterrupted
        case .goldenMissing(let path): .goldenMissing(path)
        case .goldenDiffers(let path, let difference): .goldenDiffers(path, cells: difference.count)
        case .goldenFlawed(let path, let problem): .goldenFlawed(path, problem)
        case .goldenUnread(let path, let code): .fileNotRead(path, SystemError.cause(code))
        case .other(let cause): cause
        }
    }
}
