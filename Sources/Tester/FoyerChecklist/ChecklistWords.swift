import Foyer

/// The words of a checklist, on the screen and in its reports.
extension Phrase {
    package static let checklist = Phrase("Checklist")
    package static let whatToDo = Phrase("What to do")
    package static let whatToSee = Phrase("What should be seen")
    package static let startAgain = Phrase("Start again")
    package static let verdict = Phrase("Verdict")
    package static let verdictQuestion = Phrase("What did you see?")
    package static let noVerdict = Phrase("No verdict yet")
    package static let notTried = Phrase("Not tried in this session")
    package static let pass = Phrase("Pass")
    package static let fail = Phrase("Fail")
    package static let block = Phrase("Blocked")
    package static let skipped = Phrase("skipped")
    package static let blocked = Phrase("blocked")
    package static let openItem = Phrase("open", context: "item")
    package static let note = Phrase("Note")
    package static let overview = Phrase("Overview")
    static let onlyQLeaves = Phrase("To leave, press q; everything is kept.")
    package static let earlier = Phrase("Earlier")
    package static let writingReport = Phrase("Writing the report…")
    package static let report = Phrase("Report")
    package static func noSuchItem(_ id: SafeText, of list: SafeText) -> Phrase {
        Phrase("\(list) has no item \(id).")
    }
    /// The card over the program: instructions and sentences of an item.
    static let card = Phrase("Card")
    package static let keepScreen = Phrase("Keep screen")
    package static let screenKept = Phrase("This screen is kept.")
    /// The same in the line below the flow, beside its keys.
    static let networkIsBack = Phrase("Network is back")
    package static let allJudged = Phrase("Every item has a verdict.")
    package static let outcome = Phrase("Outcome")
    package static let sittings = Phrase("Sittings")
    package static let judgedAt = Phrase("Judged")
    package static let took = Phrase("On screen for")
    package static let items = Phrase("Items")
    static let eachSentence = Phrase("Each")
    static func sentence(_ number: Int, of total: Int) -> Phrase {
        Phrase("Is sentence \(number) of \(total) true?")
    }
    /// - Parameter number: from 1.
    static func sentenceIsWorse(_ number: Int, _ verdict: Verdict) -> Phrase {
        let word = verdict.word
        return Phrase("Sentence \(number) is \(word): press ↓ to change that first.")
    }
    static func runOfAnother(_ tester: String) -> Phrase {
        Phrase("\(tester) has walked this list before you; --new begins a run of your own.")
    }
    /// Of a card that has changed since.
    static func judgedOtherwise(_ verdict: Verdict) -> Phrase {
        let word = verdict.word
        return Phrase("The card has changed since it was judged: \(word).")
    }
    package static let cardWas = Phrase("The card was another one")
    static let goneItems = Phrase("No longer in the list")
    static let defect = Phrase("Defect")
    static let tester = Phrase("Tester")
    static let testers = Phrase("Testers")
    static let commit = Phrase("Commit")
    static let platformUnderTest = Phrase("Platform")
    static let timeZone = Phrase("Time zone")
    static let operatingSystem = Phrase("System")
    static let failuresFirst = Phrase("Failed and blocked")
    static let filterItems = Phrase("Filter items")
    static let itemsShown = Phrase("{count} shown")

    package static func runInUse(_ path: String) -> Phrase {
        Phrase(
            "\(path) is in use: this checklist is being worked through elsewhere. Leave it there first; everything is kept."
        )
    }

    package static func runUnusable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("The run cannot be kept in \(path): \(why).")
    }

    package static func runDamaged(_ path: String, line: Int, _ why: String) -> Phrase {
        Phrase("\(path) is damaged in line \(line) (\(why)). Repair it, or start over with --new, which puts it aside.")
    }

    /// Of a file that somebody names as a run.
    static func notARun(_ path: String, line: Int, _ why: String) -> Phrase {
        Phrase(
            "\(path) is no run of a checklist (line \(line): \(why)). Name its run.jsonl, or the folder of its report.")
    }

    /// - Parameters:
    ///   - list: that it is of, if it says so.
    ///   - other: the list with which it was read.
    package static func runOfAnotherList(_ path: String, _ list: String, not other: String) -> Phrase {
        Phrase("\(path) is a run of \(list), not of \(other). Name its list with --list.")
    }

    package static func sameRun(_ path: String, as other: String) -> Phrase {
        Phrase("\(path) is the same run as \(other), and counts once.")
    }

    /// The folder that an item's `serve` names.
    ///
    /// - Parameter why: in a sentence of its own.
    static func notServed(_ folder: String, _ why: Phrase) -> Phrase {
        Phrase("Cannot serve \(folder), as the checklist asks. \(why)")
    }

    package static let ordersLacking = Phrase(
        "This platform does not misbehave on request, as this item needs. Try it as it is, skip it, or mark it blocked."
    )
    package static let skip = Phrase("Skip")
}

extension Language {
    /// A name and its value: "Defect: #7".
    func named(_ name: Phrase, _ value: String) -> SafeText { self[name] + colon + SafeText(value) }

    package func reportWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Report: \(shown)")]
    }
}
