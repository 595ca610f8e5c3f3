import Foyer
import FoyerGolden

/// Sentences about golden screens.
extension Phrase {
    package static let keep = Phrase("Keep")
    static func goldenMissing(_ path: String) -> Phrase {
        Phrase(
            "There is no golden screen \(path). To write it, play the flow without --frozen, outside a build service.")
    }

    package static func goldenDiffers(_ path: String, cells: Int) -> Phrase {
        if cells == 0 {
            return Phrase("The screen differs from \(path).")
        }
        return Phrase(
            cells, one: Phrase("\(cells) cell differs from \(path)."),
            other: Phrase("\(cells) cells differ from \(path)."))
    }

    /// The number of names in a list.
    private static let mostNamed = 10

    static func moreGoldens(_ names: [String]) -> Phrase {
        let count = names.count
        let list = (names.prefix(mostNamed) + (count > mostNamed ? ["…"] : [])).joined(separator: ", ")
        return Phrase(
            count, one: Phrase("\(count) more golden screen is not as agreed: \(list)"),
            other: Phrase("\(count) more golden screens are not as agreed: \(list)"))
    }

    /// - Parameter line: of the step; `nil` if it had none.
    static func failedLater(_ line: Int?, _ reason: Phrase) -> Phrase {
        guard let line else { return reason }
        return Phrase("Later, in line \(line): \(reason)")
    }

    static func goldenFlawed(_ path: String, _ problem: GoldenText.Problem) -> Phrase {
        let reason = problem.reason.phrase
        return Phrase("\(path):\(problem.line): \(reason)")
    }

    static func inFile(_ path: String, _ what: Phrase) -> Phrase {
        Phrase("\(path): \(what)")
    }

    static func goldenWritten(_ path: String) -> Phrase {
        Phrase("Golden screen written, look at it: \(path)")
    }

    static func goldenUpdated(_ path: String) -> Phrase {
        Phrase("Golden screen updated: \(path)")
    }

    static func goldensUncompared(_ flow: String) -> Phrase {
        Phrase("\(flow): its golden screens are of another theme or depth of colours; --headless compares them.")
    }

    package static func goldenUnnamed(_ path: String) -> Phrase {
        Phrase("No step names this golden screen: \(path)")
    }

    static let aGoldenName = Phrase("a name of letters, digits, . _ or -")
}

extension GoldenText.Problem.Reason {
    package var phrase: Phrase {
        switch self {
        case .version:
            Phrase("the golden screen is of a newer Foyer.")
        case .missing(let text):
            Phrase("no golden screen; expected \"\(text)\".")
        case .tooLong:
            Phrase("the line is wider than the screen.")
        case .unknown(let text):
            Phrase("\"\(text)\" is not understood.")
        }
    }
}

/// The words of a review.
extension Phrase {
    static let goldenIsNew = Phrase("There is no golden file of it yet.")
    static let goldenScreens = Phrase("Golden screens")
    static let leaveIt = Phrase("Leave it")
    static let keepAll = Phrase("Keep all")
    static let bothScreens = Phrase("Show both")
    static let oldScreen = Phrase("Show the old")
    static let newScreen = Phrase("Show the new")

    static let oldAlone = Phrase("The golden file.")
    static let newAlone = Phrase("The screen now.")
    static let oldIsLeft = Phrase("Golden file left, new screen right.")
    static let oldIsAbove = Phrase("Golden file above, new screen below.")

    /// Columns and rows from 1.
    static func screenIsCut(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, of size: CellSize) -> Phrase {
        let (from, to) = ("\(columns.lowerBound)–\(columns.upperBound)", "\(rows.lowerBound)–\(rows.upperBound)")
        return Phrase("Columns \(from) of \(size.columns), rows \(to) of \(size.rows).")
    }

    static func oldRow(_ row: Int, _ text: String) -> Phrase {
        Phrase("Row \(row) was: \(text)")
    }

    static func newRow(_ row: Int, _ text: String) -> Phrase {
        Phrase("Row \(row) is now: \(text)")
    }

    package static let noGoldenDifference = Phrase("All golden screens are as they were agreed.")

    package static func goldenReviewed(kept: Int, left: Int) -> Phrase {
        Phrase("\(kept) kept, \(left) left.")
    }

    package static func goldenPageWritten(_ path: String) -> Phrase {
        Phrase("The differences: \(path)")
    }

    static func playingFilm(seconds: Int) -> Phrase {
        Phrase("Playing the flow: \(seconds) s")
    }

    static func drawingFilm(_ done: Int, of all: Int) -> Phrase {
        Phrase("Drawing screen \(done) of \(all)")
    }

    static func endsEmpty(_ steps: Int) -> Phrase {
        Phrase("The screen is empty at the end; --at 1 to --at \(steps) draw it as it was then.")
    }

    package static let screensAreEqual = Phrase("Both show the same.")
}
