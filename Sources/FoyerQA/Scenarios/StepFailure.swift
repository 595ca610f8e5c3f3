import Foyer
import FoyerStage

/// Why a scenario failed.
package enum StepFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A condition that did not come true within this many seconds.
    indirect case stayed(StepFailure, seconds: String)
    case notOnScreen(String)
    case onScreen(String)
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
    case mouseUnheard, screenMoves
    /// From 1.
    case cell(column: Int, row: Int, shows: String, not: String)
    /// The virtual world cannot continue.
    case nothingComes, endless, slow
    case other(Cause)

    package enum Subject: Hashable, Sendable, CaseIterable {
        case state, outcome, exitStatus, banner, page, picture, bannerError, root, value, source, fetch, link
    }

    package enum Calls: Hashable, Sendable, CaseIterable {
        case delegate, popup, banner, host, owner, desktop, pending
    }

    package var description: String { phrase.english }

    /// The sentence in every language.
    package var phrase: Phrase {
        switch self {
        case .stayed(let failure, let seconds): .within(seconds, failure.phrase)
        case .notOnScreen(let text): .notOnScreen(text)
        case .onScreen(let text): .isOnScreen(text)
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
        case .screenMoves: .screenMoves
        case .cell(let column, let row, let found, let wanted): .cellShows(column: column, row: row, found, wanted)
        case .nothingComes: .nothingWillHappen
        case .endless: .happensWithoutEnd
        case .slow: .takesTooLong
        case .other(let cause): cause
        }
    }
}
