import Foyer
import FoyerGolden
import FoyerStage
import FoyerSystem

/// Calls that no delegate may ever receive.
package enum CallViolation: Hashable, Sendable {
    case afterEnd(String)
    /// Progress that falls, or is not in 0…1.
    case progress(from: String, to: String)
}

/// Why a scenario failed.
package enum StepFailure: Hashable, Sendable, CustomStringConvertible {
    /// A condition that did not come true within this many seconds.
    indirect case stayed(StepFailure, seconds: String)
    case notOnScreen(String)
    /// From 0; a text that was wrapped stands in no single place.
    case onScreen(String, at: CellPosition? = nil)
    /// From 1.
    case screenDiffers(row: Int)
    case notInOneLine(String)
    case color(of: String, is: String, not: String)
    /// Something differs from what it should be; `nil` if it is missing.
    case isNot(Subject, String?, wanted: String)
    /// All calls, in order.
    case were(Calls, [String])
    case requests(of: String, Int, wanted: Int)
    case bannerMoves(Bool)
    case noBanner, noRoot, noGuide
    case notInGuide(String)
    case nothingToBindTo, noNotifications
    case deadLink(String)
    case violation(CallViolation)
    case terminalGone, noMemory
    /// A program that is not ours.
    case programEnded(Int32)
    case mouseUnheard, focusUnheard, screenMoves
    /// No line matches the expression.
    case noMatch(String)
    /// One of the words of `modes`.
    case mode(String, isOn: Bool)
    case file(String, isThere: Bool)
    /// It has this text.
    case fileText(String, String)
    case overBudget(Budget, String, most: String)
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
    /// From 1.
    case cell(column: Int, row: Int, shows: String, not: String)
    case noCell(column: Int, row: Int, on: CellSize)
    /// What has, or has not, been on the screen.
    case neverSeen(String)
    case onceSeen(String)
    /// At the longest.
    case wasSeen(String, seconds: Double)
    case apart([String])
    case moved(String)
    case shrank(String)
    case isLifeless(String)
    case noOtherTerminal
    /// The virtual world cannot continue.
    case nothingComes, endless, slow
    case other(Phrase)

    package enum Subject: Hashable, Sendable, CaseIterable {
        case state, outcome, exitStatus, banner, page, picture, bannerError, root, value, source, fetch, link, focus
        case cursor, title, clipboard, bells
    }

    package enum Budget: Hashable, Sendable, CaseIterable {
        case bytes, frames, seconds
    }

    package enum Calls: Hashable, Sendable, CaseIterable {
        case delegate, popup, banner, host, owner, desktop, pending
    }

    package var description: String { phrase.english }

    /// Whether no later screen can make it come true: the golden file is not there, or cannot be read.
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

    /// What has to come true, of one that says how long it was waited for.
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
        case .onScreen(let text, let place): .isOnScreen(text, at: place)
        case .screenDiffers(let row): .screenDiffers(row)
        case .notInOneLine(let text): .notInOneLine(text)
        case .color(let text, let found, let wanted): .colorIs(text, found, not: wanted)
        case .isNot(let subject, let found, let wanted): .isAnother(subject, found, wanted)
        case .were(let calls, let all): .callsWere(calls, all)
        case .requests(let route, let count, let wanted): .requestsWere(route, count, wanted)
        case .bannerMoves(let moves): moves ? .bannerMovesByItself : .bannerStandsStill
        case .noBanner: .noBannerThere
        case .noRoot: .noHostWithRoot
        case .noGuide: .noGuideServed
        case .notInGuide(let text): .notInGuide(text)
        case .nothingToBindTo: .nothingIsBindable
        case .noNotifications: .noHostWithNotifications
        case .deadLink(let link): .linkLeadsNowhere(link)
        case .violation(.afterEnd(let call)): .calledAfterEnd(call)
        case .violation(.progress(let before, let after)): .progressWent(before, after)
        case .terminalGone: .terminalHasGone
        case .noMemory: .noMemoryLeft
        case .programEnded(let status): .programEnded(status)
        case .mouseUnheard: .mouseUnheard
        case .focusUnheard: .focusUnheard
        case .screenMoves: .screenMoves
        case .noMatch(let pattern): .noLineMatches(pattern)
        case .mode(let mode, let isOn): .modeIs(mode, isOn: isOn)
        case .file(let path, let isThere): .fileIs(path, isThere: isThere)
        case .fileText(let path, let text): .fileHas(path, text)
        case .overBudget(let budget, let spent, let most): .spentTooMuch(budget, spent, most: most)
        case .timedOut(let seconds, let unmet): .flowTookTooLong(seconds, unmet?.phrase)
        case .interrupted: .flowInterrupted
        case .goldenMissing(let path): .goldenMissing(path)
        case .goldenDiffers(let path, let difference): .goldenDiffers(path, cells: difference.count)
        case .goldenFlawed(let path, let problem): .goldenFlawed(path, problem)
        case .goldenUnread(let path, let code): .fileNotRead(path, SystemError.cause(code))
        case .cell(let column, let row, let found, let wanted): .cellShows(column: column, row: row, found, wanted)
        case .noCell(let column, let row, let size): .noCell(column: column, row: row, on: size)
        case .neverSeen(let name): .neverSeen(name)
        case .onceSeen(let name): .onceSeen(name)
        case .wasSeen(let name, let seconds): .wasSeen(name, seconds: seconds)
        case .apart(let texts): .cameApart(texts)
        case .moved(let text): .textMoved(text)
        case .shrank(let text): .textShrank(text)
        case .isLifeless(let text): .textIsLifeless(text)
        case .noOtherTerminal: .noOtherTerminal
        case .nothingComes: .nothingWillHappen
        case .endless: .happensWithoutEnd
        case .slow: .takesTooLong
        case .other(let cause): cause
        }
    }
}
