import Foyer
import FoyerSystem

extension FailureReason {
    /// The sentence in every language.
    package var phrase: Phrase {
        switch self {
        case .nearest(let text): .nearestText(text)
        case .nearestBefore(let text, let from, let to): .nearestText(text, from: from, to: to)
        case .wasThere(let from, let to, isLeft: true):
            Phrase("It was there from \(from) to \(to) s, on the alternate screen, which the program has left.")
        case .wasThere(let from, let to, isLeft: false):
            Phrase("It was there from \(from) to \(to) s.")
        case .wrapped(let row):
            Phrase("It is there, broken at the edge, from row \(row) on.")
        case .below(let row, let rows):
            Phrase("The program wrote it in row \(row), below the \(rows) rows.")
        case .beyondEdge(let column, let columns):
            Phrase("The program wrote it from column \(column) on; it is cut at the edge of the \(columns) columns.")
        case .scrolledAway:
            Phrase("It has scrolled away, above the first row.")
        case .behindAlternate:
            Phrase("It is on the main screen, behind the alternate one.")
        case .unanswered(let question): .unanswered(question)
        case .ended(let end, let after, let last): .programEnded(end, after: after, last: last)
        case .silent(let seconds, let activity): .programSilent(seconds, activity)
        case .launchFailed(let code, let cause):
            cause.isEmpty
                ? Phrase("The launch failed with \(code).")
                : Phrase("The launch failed with \(code): \(cause)")
        }
    }
}

extension Phrase {
    fileprivate static func nearestText(_ text: NearestText) -> Phrase {
        let row = text.row + 1
        if text.differences == [.cut] {
            return Phrase("Row \(row) has \"\(text.found)\", and is cut there.")
        }
        let (found, wanted) = text.marked
        let why = text.differences.compactMap(difference)
        let first = Phrase("Row \(row) has \"\(found)\", not \"\(wanted)\"")
        return Phrase("\(why.reduce(first) { Phrase("\($0); \($1)") }).")
    }

    fileprivate static func nearestText(_ text: NearestText, from: String, to: String) -> Phrase {
        let row = text.row + 1
        let (found, wanted) = text.differences == [.cut] ? (text.found, text.wanted) : text.marked
        return Phrase("From \(from) to \(to) s, row \(row) had \"\(found)\", not \"\(wanted)\".")
    }

    private static func difference(_ difference: NearestText.Difference) -> Phrase? {
        switch difference {
        case .letterCase: Phrase("upper and lower case differ")
        case .blanks: Phrase("blanks differ")
        case .unseen(let character, let isWanted):
            unseen(VisibleText.name(character) ?? "", isWanted: isWanted)
        case .lookAlike(let found, let wanted):
            Phrase("\(LookAlikes.name(found)) looks like \(LookAlikes.name(wanted))")
        case .spelling, .cut: nil
        }
    }

    private static func unseen(_ name: String, isWanted: Bool) -> Phrase {
        isWanted
            ? Phrase("the text of the step has \(name)")
            : Phrase("the row has \(name)")
    }

    fileprivate static func programEnded(_ end: CommandEnd, after: String, last: String) -> Phrase {
        let how =
            switch end {
            case .status(let status):
                Phrase("The program ended with \(status) after \(after) s")
            case .signal(let number):
                Phrase("The program was ended by signal \(number) after \(after) s")
            }
        let wrote =
            last.isEmpty
            ? Phrase("it wrote nothing")
            : Phrase("it wrote last: \(last)")
        return Phrase("\(how); \(wrote)").asSentence
    }

    fileprivate static func programSilent(_ seconds: String, _ activity: ForegroundState.Activity?) -> Phrase {
        let what: Phrase =
            switch activity {
            case .reading: Phrase("; the program waits for input")
            case .computing: Phrase("; the program is computing")
            case .stopped: Phrase("; the program is stopped")
            case .waitingForChild(let name):
                Phrase("; the program waits for its child \"\(name)\"")
            case .openingPipe(let path):
                Phrase("; the program is opening the pipe \"\(path)\", which has no other end")
            case .polling, .waiting, nil: Phrase(asIs: "")
            }
        return Phrase("Nothing has been written for \(seconds) s\(what).")
    }
}
